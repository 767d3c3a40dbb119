"""Chantecler: what a hand scores for two couples, by the rules of 1910.

The paragraphs that lines cite are in games/chantecler/rulebook.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from operator import attrgetter
from types import MappingProxyType
from typing import Annotated, Final, Literal, NamedTuple

from pydantic import Field

from scoring.bounds import Bounds
from scoring.cards import ChanteclerSuit
from scoring.derivation import (
    Derivation,
    Line,
    Sentence,
    coded,
    gettext_noop,
    listed,
    points_phrase,
    remembered,
    with_english,
    wordings,
)
from scoring.entry import Entry, MayLack, No, Row, Shape, Yes, says_passed_out
from scoring.faults import Fault, wrong
from scoring.feats import Feat

Seat = Annotated[int, Field(ge=1, le=4)]
Bid = Annotated[int, Field(ge=1, le=14)]
BidOrPass = Annotated[int, Field(ge=0, le=14)]
Bids = Annotated[Row[BidOrPass], Field(min_length=4, max_length=4)]
Couple = Literal["A", "B"]
Fate = Literal["A", "B", "A-discard", "B-discard"]

SEATS: Final = 4
EVERYONE: Final = (1, 2, 3, 4)
COUPLES: Final[Mapping[Couple, tuple[int, int]]] = MappingProxyType({"A": (1, 3), "B": (2, 4)})
OTHERS: Final[Mapping[Couple, tuple[int, int]]] = MappingProxyType({"A": (2, 4), "B": (1, 3)})
COUNTERS: Final = MappingProxyType(
    {
        "five": 5,
        "three": 3,
        "one": 1,
        "chantecler": 2,
        "pheasant": 1,
        "peacock": 1,
        "owl": 1,
    }
)
"""The cards that count and what each is worth, in the order a score names them."""
ALL: Final = sum(COUNTERS.values())
"""All counters together, which is also the highest bid."""

wordings(
    {
        "chantecler.card.five": gettext_noop("five"),
        "chantecler.card.three": gettext_noop("three"),
        "chantecler.card.one": gettext_noop("one"),
        "chantecler.card.chantecler": gettext_noop("chantecler"),
        "chantecler.card.pheasant": gettext_noop("pheasant"),
        "chantecler.card.peacock": gettext_noop("peacock"),
        "chantecler.card.owl": gettext_noop("owl"),
        "chantecler.bid.made": gettext_noop("Bid %(bid)s made with %(points)s"),
        "chantecler.bid.missed": gettext_noop("Bid %(bid)s missed with %(points)s: set by %(bid)s"),
        "chantecler.counters.taken": gettext_noop("Took %(cards)s: %(points)s"),
        "chantecler.counters.none": gettext_noop("Took no counter"),
        "chantecler.counters.kept": gettext_noop("Kept %(cards)s, though set: %(points)s"),
        "chantecler.counters.gained": gettext_noop("The other couple discarded %(cards)s: %(points)s"),
        "chantecler.counters.lost": gettext_noop("Discarded %(cards)s by mistake: counts for nobody"),
    }
)


class Counters(Entry):
    """Where each of the seven counters went: taken by a couple, or discarded by it by mistake."""

    one: Fate
    three: Fate
    five: Fate
    pheasant: Fate
    peacock: Fate
    owl: Fate
    chantecler: Fate


fates: Final[Callable[[Counters], tuple[Fate, ...]]] = attrgetter(*COUNTERS)
"""What became of each counter, in the order a score names them."""


class Played(Entry):
    """A hand somebody bid on and the table played out."""

    passed_out: No = False
    dealer: MayLack[Seat] = None
    bids: MayLack[Bids] = None
    bidder: Seat
    bid: Bid
    trump: ChanteclerSuit
    counters: Counters


class PassedOut(Entry):
    """A hand nobody bid on; it is dealt again."""

    passed_out: Yes
    dealer: MayLack[Seat] = None
    bids: MayLack[Bids] = None


Hand = Played | PassedOut


class HouseRules(Entry):
    """What a club may play differently. The defaults are the text of 1910."""

    bird_order: Literal["pheasant_second", "peacock_second"] = "pheasant_second"
    set_side_keeps_counters: bool = False
    keeps_all_trumps: bool = False
    """It settles which cards are played, and never changes what a card counts."""
    target: Annotated[int, Field(ge=1, le=1000)] = 56


def bids_have_a_dealer(hand: Hand, rules: HouseRules) -> Iterable[Fault]:
    """Bids are listed from the dealer's left: without the dealer nobody knows whose they are."""
    if hand.bids is None or hand.dealer is not None:
        return ()
    why = gettext_noop("nothing was entered; with bids the dealer is needed, a seat from 1 to 4")
    return [wrong("dealer", "missing", why)]


def bids_rise(hand: Hand, rules: HouseRules) -> Iterable[Fault]:
    """Everyone bids once, and a bid beats every bid before it."""
    return () if hand.bids is None else _not_higher(hand.bids)


def _not_higher(bids: tuple[int, ...]) -> Iterator[Fault]:
    highest = 0
    for place, bid in enumerate(bids):
        if 0 < bid <= highest:
            why = gettext_noop(
                "%(bid)s was entered after a bid of %(highest)s; a bid is higher, or 0 for a pass"
            )
            yield wrong(f"bids.{place}", "not-higher", why, bid=bid, highest=highest)
        highest = max(highest, bid)


def bids_make_the_bid(hand: Played, rules: HouseRules) -> Iterable[Fault]:
    """The highest of the bids is the bid played for."""
    if hand.bids is None or max(hand.bids) == hand.bid:
        return ()
    why = gettext_noop("the highest bid in the list is %(highest)s; the bid entered is %(bid)s")
    return [wrong("bids", "disagree-with-bid", why, highest=max(hand.bids), bid=hand.bid)]


def bids_make_the_bidder(hand: Played, rules: HouseRules) -> Iterable[Fault]:
    """The highest of the bids was made by the bidder."""
    if hand.bids is None or hand.dealer is None or not any(hand.bids):
        return ()
    seat = (hand.dealer + hand.bids.index(max(hand.bids))) % SEATS + 1
    if seat == hand.bidder:
        return ()
    why = gettext_noop("the highest bid in the list is seat %(seat)s's; the bidder entered is %(bidder)s")
    return [wrong("bids", "disagree-with-bidder", why, seat=seat, bidder=hand.bidder)]


def passes_only(hand: PassedOut, rules: HouseRules) -> Iterator[Fault]:
    """Where nobody bid, every bid is a pass."""
    for place, bid in enumerate(hand.bids or ()):
        if bid:
            why = gettext_noop("a bid of %(bid)s was entered; in a hand nobody bid on, each is 0")
            yield wrong(f"bids.{place}", "bid-in-passed-out-hand", why, bid=bid)


PLAYED: Final = Shape(Played, (bids_have_a_dealer, bids_rise, bids_make_the_bid, bids_make_the_bidder))
PASSED_OUT: Final = Shape(PassedOut, (bids_have_a_dealer, passes_only))
SHAPES: Final = (PLAYED, PASSED_OUT)


def shape(entered: Mapping[str, object]) -> Shape:
    """Which of the two kinds of hand was meant by what was entered."""
    return PASSED_OUT if says_passed_out(entered) else PLAYED


def score(hand: Hand, rules: HouseRules) -> Derivation:
    """What a hand without faults scores; both seats of a couple get the couple's points.

    Source: "The Score" of the 1910 rules, and "The Bid" for counters discarded by mistake.
    """
    if not isinstance(hand, Played):  # asked this way round, for pydantic is slow to say no
        return Derivation(SEATS, (pass_out(),))
    bidders: Couple = "A" if hand.bidder % 2 else "B"
    taken, gained, lost, others, points = shares(bidders, fates(hand.counters))
    seats = COUPLES[bidders]
    lines = [settle_bid(seats, hand.bid, points)]
    if points >= hand.bid:
        lines.append(take(seats, taken))
        if gained:
            lines.append(gain_discards(seats, gained))
    elif rules.set_side_keeps_counters and points:
        lines.append(keep(seats, taken + gained))
    if lost:
        lines.append(lose_discards(seats, lost))
    lines.append(take(OTHERS[bidders], others))
    return Derivation(SEATS, tuple(lines))


def feats(hand: Hand, rules: HouseRules) -> tuple[Feat, ...]:
    """All seven counters in the tricks of one couple, and none of them discarded."""
    if isinstance(hand, Played):
        for couple, seats in COUPLES.items():
            if set(fates(hand.counters)) == {couple}:
                return (Feat("chantecler.all-seven", seats),)
    return ()


def bounds(rules: HouseRules, seats: int) -> Bounds:
    """All counters, or the highest bid missed without one; only the couple that bid can lose anything."""
    return Bounds(least=-ALL, most=ALL, apart=2 * ALL, least_together=-ALL)


@cache
def pass_out() -> Line:
    """A hand nobody bid on is worth nothing to anybody."""
    return Line(EVERYONE, 0, "chantecler.bid.passed-out", coded("passed-out"))


class Shares(NamedTuple):
    """The counters by what they are to the couple that bid."""

    taken: tuple[str, ...]
    gained: tuple[str, ...]
    """Discarded by the other couple."""
    lost: tuple[str, ...]
    """Discarded by the couple itself."""
    others: tuple[str, ...]
    """Taken by the other couple."""
    points: int
    """What the couple makes its bid with."""


@remembered
def shares(bidders: Couple, fates: tuple[Fate, ...]) -> Shares:
    """What became of the counters as the couple that bid sees it, in the order a score names them."""
    cards: dict[str, tuple[str, ...]] = {"A": (), "B": (), "A-discard": (), "B-discard": ()}
    for card, fate in zip(COUNTERS, fates, strict=True):
        cards[fate] += (card,)
    others = "B" if bidders == "A" else "A"
    taken, gained = cards[bidders], cards[f"{others}-discard"]
    points = worth(taken) + worth(gained)
    return Shares(taken, gained, cards[f"{bidders}-discard"], cards[others], points)


@cache
def worth(cards: tuple[str, ...]) -> int:
    """The points of some counters. Kept, like their names, for there are only 128 choices of them."""
    return sum(COUNTERS[card] for card in cards)


@cache
def named(cards: tuple[str, ...]) -> Sentence:
    """Some counters by name."""
    return with_english(listed(coded(f"chantecler.card.{card}") for card in cards))


@remembered
def settle_bid(seats: tuple[int, ...], bid: int, points: int) -> Line:
    """A bid made scores nothing by itself; a bid missed costs what was bid."""
    if points >= bid:
        why = coded("chantecler.bid.made", bid=bid, points=points)
        return Line(seats, 0, "chantecler.bid.made", why)
    why = coded("chantecler.bid.missed", bid=bid, points=points)
    return Line(seats, -bid, "chantecler.bid.missed", why)


@remembered
def take(seats: tuple[int, ...], cards: tuple[str, ...]) -> Line:
    """A couple's points are the counters in its tricks."""
    points = worth(cards)
    if cards:
        why = coded("chantecler.counters.taken", cards=named(cards), points=points_phrase(points))
    else:
        why = coded("chantecler.counters.none")
    return Line(seats, points, "chantecler.counters.taken", why)


@remembered
def keep(seats: tuple[int, ...], cards: tuple[str, ...]) -> Line:
    """Under the house rule a set couple also scores its points."""
    points = worth(cards)
    why = coded("chantecler.counters.kept", cards=named(cards), points=points_phrase(points))
    return Line(seats, points, "chantecler.bid.set-keeps-counters", why)


@remembered
def gain_discards(seats: tuple[int, ...], cards: tuple[str, ...]) -> Line:
    """What the bidder's opponents discarded by mistake counts for the bidder's couple."""
    points = worth(cards)
    why = coded("chantecler.counters.gained", cards=named(cards), points=points_phrase(points))
    return Line(seats, points, "chantecler.counters.discarded-by-opponents", why)


@remembered
def lose_discards(seats: tuple[int, ...], cards: tuple[str, ...]) -> Line:
    """What the bidder's couple discarded by mistake counts for nobody."""
    why = coded("chantecler.counters.lost", cards=named(cards))
    return Line(seats, 0, "chantecler.counters.discarded-by-bidders", why)
