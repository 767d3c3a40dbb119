"""Chamberlain, by hand."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta

from benchmarks.handwritten.fields import May, Seat, Strict


class Jacks(Strict):
    """Of Chamberlain."""

    clubs: Seat | None
    diamonds: Seat | None
    hearts: Seat | None
    spades: Seat | None


class ChamberlainHand(Strict):
    """Of Chamberlain."""

    declarer: May[Seat] = UNSET
    tricks: May[Annotated[list[Annotated[int, Meta(ge=0, le=13)]], Meta(min_length=3, max_length=4)]] = UNSET
    jacks: May[Jacks] = UNSET
    bid: May[Annotated[int, Meta(ge=1, le=13)]] = UNSET
    rank: May[Literal["high", "low"]] = UNSET
    moon: bool = False
    reneges: tuple[Seat, ...] = ()
    passed_out: bool = False
    players: May[Annotated[int, Meta(ge=3, le=4)]] = UNSET


def chamberlain(hand: ChamberlainHand) -> tuple[int, ...]:  # noqa: C901 - as short as speed asks for
    """What every seat scores; a made moon is not told apart."""
    tricks, jacks, declarer, bid = hand.tricks, hand.jacks, hand.declarer, hand.bid
    if hand.passed_out:
        if declarer is not UNSET or tricks is not UNSET or jacks is not UNSET or hand.players is UNSET:
            raise ValueError
        return (0,) * hand.players
    if declarer is UNSET or tricks is UNSET or jacks is UNSET or hand.players is not UNSET:
        raise ValueError
    players, out = len(tricks), 0
    if sum(tricks) != 13 or declarer > players:
        raise ValueError
    if bid is UNSET:
        if not hand.moon:
            raise ValueError
    elif hand.moon and bid != 13:
        raise ValueError
    scores = [0] * players
    for seat, cost in ((jacks.clubs, 4), (jacks.diamonds, 3), (jacks.hearts, 2), (jacks.spades, 1)):
        if seat is None:
            out += 1
        elif seat > players or not tricks[seat - 1]:
            raise ValueError
        else:
            scores[seat - 1] -= cost
    if out > 4 - players:
        raise ValueError
    own = tricks[declarer - 1]
    if not hand.moon and bid is not UNSET:
        scores[declarer - 1] = bid if own + scores[declarer - 1] >= bid else -bid
    elif own == 13:
        scores = [0] * players
    else:
        scores = [points + 5 for points in scores]
        scores[declarer - 1] -= 10
    for seat in hand.reneges:
        if seat > players:
            raise ValueError
        scores[seat - 1] -= 5
    return tuple(scores)
