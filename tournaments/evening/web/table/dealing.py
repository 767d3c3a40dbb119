"""Who deals the next hand of a table, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from games.dealing import deals_next
from tournaments.evening.plan import Setup
from tournaments.evening.reads.rounds import GameView, came_here
from tournaments.evening.reads.tables import Hand

LADIES: Final = "ladies"
"""The colour of the tickets of which one is the visiting lady's."""


@dataclass(frozen=True, slots=True)
class Deal:
    """Whose deal it is: the seat, where that is known, and what the phone says; "" for nothing."""

    seat: int | None
    words: str


def next_deal(setup: Setup, here: GameView, hands: Sequence[Hand]) -> Deal:
    """Who deals the hand after these `hands` of a table; at most one query, before a dealer was noted."""
    played = [hand.hand for hand in hands]
    seat = deals_next(played, len(here.seats))
    visits = seat is None and setup.plan.movement == "progressive"
    if visits and (lady := _visiting_lady(here)):
        seat = deals_next(played, len(here.seats), lady)
    if seat is not None:
        name = next(one.short for one in here.seats if one.seat == seat)
        if hands or not visits:
            return Deal(seat, _("%(name)s deals.") % {"name": name})
        return Deal(seat, _("%(name)s deals: the visiting lady.") % {"name": name})
    if hands:
        return Deal(None, "")
    if setup.plan.movement == "progressive":
        return Deal(None, _("Cut for the deal: the lowest card deals."))
    return Deal(None, _("Cut for the deal."))


def _visiting_lady(here: GameView) -> int | None:
    """The seat of the one lady who has come to the table for this round; None where there is none, or several."""
    if LADIES not in {one.colour for one in here.seats}:
        return None
    came = came_here(here)
    ladies = [one.seat for one in here.seats if one.colour == LADIES and one.code in came]
    return ladies[0] if len(ladies) == 1 else None
