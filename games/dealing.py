"""Who deals: in every game here the deal passes to the left, hand by hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any


def deals_next(hands: Iterable[Mapping[str, Any] | None], seats: int, first: int | None = None) -> int | None:
    """The seat that deals the hand after these, or None where nobody has said who dealt.

    Who is noted as the dealer of a hand dealt it; a deal that was declared void (None) is dealt again by the same.

    Arguments:
        hands: those of a table in a round, in order.
        seats: how many sit there.
        first: the seat that deals the first hand, where that is known.
    """
    dealer = first
    for hand in hands:
        noted = (hand or {}).get("dealer")
        dealer = noted if isinstance(noted, int) else dealer
        if hand is not None and dealer is not None:
            dealer = dealer % seats + 1
    return dealer
