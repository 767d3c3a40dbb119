"""Chantecler, by hand."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta

from benchmarks.handwritten.fields import May, Seat, Strict

Fate = Literal["A", "B", "A-discard", "B-discard"]


class Counters(Strict):
    """Of Chantecler."""

    one: Fate
    three: Fate
    five: Fate
    pheasant: Fate
    peacock: Fate
    owl: Fate
    chantecler: Fate


class ChanteclerHand(Strict):
    """Of Chantecler."""

    bidder: May[Seat] = UNSET
    bid: May[Annotated[int, Meta(ge=1, le=14)]] = UNSET
    trump: May[Literal["duck", "goose", "hen", "turkey"]] = UNSET
    counters: May[Counters] = UNSET
    dealer: May[Seat] = UNSET
    bids: May[Annotated[list[Annotated[int, Meta(ge=0, le=14)]], Meta(min_length=4, max_length=4)]] = UNSET
    passed_out: bool = False


def chantecler(hand: ChanteclerHand) -> tuple[int, ...]:
    """What both couples score."""
    counters, bid, bidder, bids = hand.counters, hand.bid, hand.bidder, hand.bids
    if hand.passed_out:
        if bid is not UNSET or bidder is not UNSET or counters is not UNSET or hand.trump is not UNSET:
            raise ValueError
        if bids is not UNSET and (any(bids) or hand.dealer is UNSET):
            raise ValueError
        return 0, 0, 0, 0
    if counters is UNSET or bid is UNSET or bidder is UNSET or hand.trump is UNSET:
        raise ValueError
    if bids is not UNSET:
        check_bids(bids, hand.dealer, bid, bidder)
    worth = {"A": 0, "B": 0, "A-discard": 0, "B-discard": 0}
    worth[counters.one] += 1
    worth[counters.three] += 3
    worth[counters.five] += 5
    worth[counters.pheasant] += 1
    worth[counters.peacock] += 1
    worth[counters.owl] += 1
    worth[counters.chantecler] += 2
    if bidder % 2:
        own, other = worth["A"] + worth["B-discard"], worth["B"]
        own = own if own >= bid else -bid
        return own, other, own, other
    own, other = worth["B"] + worth["A-discard"], worth["A"]
    own = own if own >= bid else -bid
    return other, own, other, own


def check_bids(bids: list[int], dealer: May[int], bid: int, bidder: int) -> None:
    """Refuses bids that do not rise, or disagree with the bid played for."""
    highest = 0
    for each in bids:
        if 0 < each <= highest:
            raise ValueError
        highest = max(highest, each)
    if dealer is UNSET or highest != bid or (dealer + bids.index(highest)) % 4 + 1 != bidder:
        raise ValueError
