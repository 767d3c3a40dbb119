"""Confirmations from a phone, with what is known of that phone."""

from __future__ import annotations

from typing import TypeVar

from tournaments.evening import acts
from tournaments.evening.acts.hands import OwnPhone
from tournaments.evening.models import Evening, Hand
from tournaments.evening.reads.scoresheets import UNTOLD, is_own

A = TypeVar("A", acts.ConfirmHand, acts.SettleDispute)


def from_phone(evening: Evening, act: A, phone: int | None) -> A:
    """The act as a phone sends it, with whether that phone entered the hand; one query.

    `phone` is its primary key, or `UNTOLD`; None for nobody's phone.
    """
    if phone is None:
        return act
    entry = act.of if isinstance(act, acts.ConfirmHand) else act.keep
    return act.model_copy(update={"phone": _own(evening, entry, phone)})


def _own(evening: Evening, entry: int, phone: int) -> OwnPhone:
    hand = Hand.objects.filter(entry__evening=evening, entry__sequence=entry).select_related("entry").first()
    if hand is None or not is_own(hand, phone):
        return ""
    return "untold" if phone == UNTOLD else "own"
