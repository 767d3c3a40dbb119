"""Clabberjass, by hand."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta

from benchmarks.handwritten.fields import May, Strict, Suit


class Sequence(Strict):
    """Of Clabberjass."""

    suit: Suit
    top: Literal["7", "8", "9", "10", "J", "Q", "K", "A"]
    length: Annotated[int, Meta(ge=3, le=4)]


class ClabberjassHand(Strict):
    """Of Clabberjass."""

    dealer: Annotated[int, Meta(ge=1, le=2)]
    bidder: May[Annotated[int, Meta(ge=1, le=2)]] = UNSET
    trump: May[Suit] = UNSET
    card_points: May[tuple[Annotated[int, Meta(ge=0, le=146)], Annotated[int, Meta(ge=0, le=146)]]] = UNSET
    last_trick: May[Annotated[int, Meta(ge=1, le=2)]] = UNSET
    bella: May[Annotated[int, Meta(ge=1, le=2)] | None] = UNSET
    sequences: May[tuple[list[Sequence], list[Sequence]]] = UNSET
    passed_out: bool = False


RANKS: Final = {"7": 0, "8": 1, "9": 2, "10": 3, "J": 4, "Q": 5, "K": 6, "A": 7}
FIRST_CARD: Final = {"clubs": 0, "diamonds": 8, "hearts": 16, "spades": 24}


def clabberjass(hand: ClabberjassHand) -> tuple[int, ...]:
    """What both seats score."""
    points, bidder, last, sequences = hand.card_points, hand.bidder, hand.last_trick, hand.sequences
    if hand.passed_out:
        if points is not UNSET or bidder is not UNSET or last is not UNSET or sequences is not UNSET:
            raise ValueError
        return 0, 0
    if points is UNSET or bidder is UNSET or last is UNSET or sequences is UNSET or hand.trump is UNSET:
        raise ValueError
    if hand.bella is UNSET or not 18 <= points[0] + points[1] <= 146:
        raise ValueError
    scores = [*points]
    scores[last - 1] += 10
    if hand.bella is not None:
        scores[hand.bella - 1] += 20
    if sequences[0] or sequences[1]:
        best = check_sequences(sequences, hand.bella, hand.trump)
        winner = (0 if hand.dealer == 2 else 1) if best[0] == best[1] else int(best[1] > best[0])
        for sequence in sequences[winner]:
            scores[winner] += 20 if sequence.length == 3 else 50
    own, others = scores[bidder - 1], scores[2 - bidder]
    if own <= others:
        scores[bidder - 1], scores[2 - bidder] = 0, own + others
    return tuple(scores)


def check_sequences(
    sequences: tuple[list[Sequence], list[Sequence]], bella: int | None, trump: str
) -> list[int]:
    """Refuses what no two players can hold; otherwise the best sequence of each, as a number.

    Cards are the bits of a number, eight to a suit.
    """
    best, seen = [0, 0], 0
    pair = 3 << FIRST_CARD[trump] + 5
    for seat in (0, 1):
        held = pair if bella == seat + 1 else 0
        tops, bottoms = 0, 0
        for sequence in sequences[seat]:
            top, length = RANKS[sequence.top], sequence.length
            lowest = FIRST_CARD[sequence.suit] + top - length + 1
            run = (1 << length) - 1 << lowest
            if top < length - 1 or seen & run or (bella == 2 - seat and run & pair):
                raise ValueError
            seen |= run
            held |= run
            tops |= 1 << lowest + length - 1
            if length == 3 and top >= length:
                bottoms |= 1 << lowest - 1
            best[seat] = max(best[seat], length * 10 + top)
        if held.bit_count() > 9 or tops & bottoms:
            raise ValueError
    return best
