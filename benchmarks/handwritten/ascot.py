"""Ascot, by hand."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta

from benchmarks.handwritten.fields import May, Seat, Strict, Suit


class Penalty(Strict):
    """Of Ascot."""

    seat: Seat
    kind: Literal["out_of_turn_bid", "exposed_card", "revoke"]


class AscotHand(Strict):
    """Of Ascot."""

    players: Annotated[int, Meta(ge=3, le=4)]
    dealer: Seat
    declarer: May[Seat] = UNSET
    bid: May[Annotated[int, Meta(ge=60, le=175)]] = UNSET
    contract: May[Literal["suit", "grand", "no_trump", "null"]] = UNSET
    trump: May[Suit] = UNSET
    kitty_free: bool = False
    points: May[Annotated[int, Meta(ge=0, le=120, multiple_of=5)]] = UNSET
    tricks: May[Annotated[int, Meta(ge=0, le=10)]] = UNSET
    contra: bool = False
    redouble: bool = False
    penalties: list[Penalty] = []
    passed_out: bool = False


def ascot(hand: AscotHand) -> tuple[int, ...]:  # noqa: C901 - as short as speed asks for
    """What every seat scores."""
    declarer, bid, points, players = hand.declarer, hand.bid, hand.points, hand.players
    sits_out = hand.dealer if players == 4 else 0
    if hand.dealer > players:
        raise ValueError
    if hand.passed_out:
        if declarer is not UNSET or bid is not UNSET or hand.contract is not UNSET or points is not UNSET:
            raise ValueError
        return (0,) * players
    if declarer is UNSET or bid is UNSET or hand.contract is UNSET:
        raise ValueError
    if declarer > players or declarer == sits_out or (hand.redouble and not hand.contra):
        raise ValueError
    if (hand.contract == "suit") != (hand.trump is not UNSET) or (hand.contra and bid < 65):
        raise ValueError
    if (hand.contract == "null") != (hand.tricks is not UNSET) or (hand.tricks is UNSET) == (points is UNSET):
        raise ValueError
    scores, own, other = [0] * players, 0, 0
    for penalty in hand.penalties:
        if penalty.seat > players or penalty.seat == sits_out:
            raise ValueError
        if penalty.kind == "out_of_turn_bid":
            scores[penalty.seat - 1] -= 10
        elif penalty.seat == declarer:
            own += 1
            if penalty.kind == "exposed_card":
                raise ValueError
        else:
            other += 1
    if points is not UNSET:
        points = max(0, min(120, points + 20 * (other - own)))
        bonus = (40 if hand.contract == "grand" else 0) + (15 if hand.kitty_free else 0)
        worth = points + bonus if points >= 60 and points + bonus >= bid else -120
    elif hand.kitty_free or (own and other):
        raise ValueError
    elif bid > 75 or own:
        worth = -120
    else:
        worth = 75 if other or not hand.tricks else -120
    scores[declarer - 1] += worth * (4 if hand.redouble else 2 if hand.contra else 1)
    return tuple(scores)
