"""Euchre, by hand: of the games here the one that is a document (games/shelf/euchre.toml)."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta

from benchmarks.handwritten.fields import May, Seat, Strict


class EuchreHand(Strict):
    """Of Euchre."""

    passed_out: bool = False
    dealer: May[Seat] = UNSET
    maker: May[Seat] = UNSET
    alone: bool = False
    tricks: May[Annotated[int, Meta(ge=0, le=5)]] = UNSET
    defended_alone: May[Seat | None] = UNSET


def euchre(hand: EuchreHand) -> tuple[int, ...]:
    """What both couples score."""
    maker, tricks, defender = hand.maker, hand.tricks, hand.defended_alone or None
    if hand.passed_out:
        if maker is not UNSET or tricks is not UNSET or hand.alone or hand.defended_alone is not UNSET:
            raise ValueError
        return 0, 0, 0, 0
    if maker is UNSET or tricks is UNSET or (defender and (defender - maker) % 2 == 0):
        raise ValueError
    made = (4 if hand.alone else 2) if tricks == 5 else 1 if tricks >= 3 else 0
    lost = 0 if made else 4 if defender else 2
    return (made, lost, made, lost) if maker in (1, 3) else (lost, made, lost, made)
