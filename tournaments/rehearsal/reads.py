"""Rehearsals: the last one of an evening."""

from __future__ import annotations

from tournaments.evening.models import Evening
from tournaments.rehearsal.models import Rehearsal


def last_of(evening: Evening) -> Rehearsal | None:
    """The rehearsal that was asked for last, if there is one."""
    return evening.rehearsals.order_by("-pk").first()
