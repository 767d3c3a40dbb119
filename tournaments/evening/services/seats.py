"""Everybody is placed by hand."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from tournaments.evening import acts
from tournaments.evening.models import Evening
from tournaments.evening.services.perform import perform


def seat_by_hand(
    *,
    evening: Evening,
    tables: Sequence[Sequence[str]],
    sitting_out: Sequence[str],
    by: str,
    at: datetime,
) -> None:
    """Seat everybody as given by ticket code, tables from 1 up, each from seat 1 on.

    Raises Faults naming the place of everybody who is unknown, seated twice, or nowhere.
    """
    names = dict(evening.tickets.values_list("code", "player__name"))
    act = acts.Seat(tables=tables, sitting_out=sitting_out)
    perform(evening=evening, act=act.naming(names), by=by, at=at)
