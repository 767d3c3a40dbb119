"""Who sits on which side of a hand, and when a hand counts as confirmed."""

from __future__ import annotations

import re
from typing import Final, Literal

from tournaments.evening.plan import Confirmation
from tournaments.movement.seating import couple_of

SEAT: Final = re.compile(r"table:\d+ seat:(\d)")
AT_A_TABLE: Final = "table:"

Agreement = Literal["confirmed", "taken", "waits"]
"""How far the sides agree about a hand that nobody disputes: by word, without a word, or not yet."""


def seat_of(by: str) -> int | None:
    """The seat of whoever acted, as far as their phone has told it."""
    found = SEAT.fullmatch(by)
    return int(found[1]) if found else None


def side_of(by: str, *, couples: bool) -> str | None:
    """The side of whoever acted: their couple, or their own seat where everybody plays alone; None if unknown."""
    seat = seat_of(by)
    if seat is None:
        return None
    return couple_of(seat) if couples else str(seat)


def may_confirm(entered_by: str, by: str, *, couples: bool) -> bool:
    """Whether `by` speaks for another side than the one that entered a hand.

    It must be known for whom they speak. A hand entered by a phone that has not said where it sits is confirmed
    by any side.
    """
    side = side_of(by, couples=couples)
    return side is not None and side != side_of(entered_by, couples=couples)


def agree(entered_by: str, by: str, *, couples: bool) -> bool:
    """Whether two equal entries confirm each other: all but those known to be of one side."""
    side = side_of(by, couples=couples)
    return side is None or side != side_of(entered_by, couples=couples)


def agreement(
    *, entered_by: str, confirmed_by: str, rule: Confirmation, number: int, hands: int, stopped: bool
) -> Agreement:
    """How far the sides agree about a hand that counts and that nobody disputes.

    What the director enters needs no other word. Under the rule "taken" a hand is taken as confirmed once the next
    of its table is entered, or when the bell rings.

    Arguments:
        number: the hand's number at its table.
        hands: how many have been entered there.
        stopped: whether the round's play has stopped.
    """
    if confirmed_by or not entered_by.startswith(AT_A_TABLE):
        return "confirmed"
    return "taken" if rule == "taken" and (stopped or number < hands) else "waits"
