"""Chantecler: what a hand scores for two couples, by the rules of 1910.

The paragraphs that lines cite are in games/chantecler/rulebook.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Annotated, Final, Literal

from pydantic import Field

from scoring.cards import ChanteclerSuit
from scoring.derivation import Derivation, Line, Sentence, gettext_noop, kept, listed, points_phrase
from scoring.entry import Entry, MayLack, No, Row, Shape, Yes, says_passed_out
from scoring.faults import Fault

Seat = Annotated[int, Field(ge=1, le=4)]
Bid = Annotated[int, Field(ge=1, le=14)]
BidOrPass = Annotated[int, Field(ge=0, le=14)]
Bids = Annotated[Row[BidOrPass], Field(min_length=4, max_length=4)]
Couple = Literal["A", "B"]
Fate = Literal["A", "B", "A-discard", "B-discard"]

SEATS: Final = 4
EVERYONE: Final = (1, 2, 3, 4)
COUPLES: Final[Mapping[Couple, tuple[int, int]]] = MappingProxyType({"A": (1, 3), "B": (2, 4)})
COUNTERS: Final = MappingProxyType(
    {
        "five": (5, gettext_noop("five")),
        "three": (3, gettext_noop("three")),
        "one": (1, gettext_noop("one")),
        "chantecler": (2, gettext_noop("chantecler")),
        "pheasant": (1, gettext_noop("pheasant")),
        "peacock": (1, gettext_noop("peacock")),
        "owl": (1, gettext_noop("owl")),
    }
)
"""The cards that count: what each is worth and what it is called, in the order a score names them."""


class Counters(Entry):
    """Where each of the seven counters went: taken by a couple, or discarded by it by mistake."""

    one: Fate
    three: Fate
    five: Fate
    pheasant: Fate
    peacock: Fate
    owl: Fate
    chantecler: Fate


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
    target: Annotated[int, Field(ge=1, le=1000)] = 56


def bids_have_a_dealer(hand: Hand, rules: HouseRules) -> Iterator[Fault]:
    """Bids are listed from the dealer's left: without the dealer nobody knows whose they are."""
    if hand.bids is not None and hand.dealer is None:
        why = gettext_noop("nothing was entered; with bids the dealer is needed, a seat from 1 to 4")
        yield Fault("dealer", "missing", Sentence(why))


def bids_rise(hand: Hand, rules: HouseRules) -> Iterator[Fault]:
    """Everyone bids once, and a bid beats every bid before it."""
    highest = 0
    for place, bid in enumerate(hand.bids or ()):
        if 0 < bid <= highest:
            why = gettext_noop(
                "%(bid)s was entered after a bid of %(highest)s; a bid is higher, or 0 for a pass"
            )
            yield Fault(f"bids.{place}", "not-higher", Sentence(why, {"bid": bid, "highest": highest}))
        highest = max(highest, bid)


def bids_make_the_bid(hand: Played, rules: HouseRules) -> Iterator[Fault]:
    """The highest of the bids is the bid played for."""
    if hand.bids is not None and max(hand.bids) != hand.bid:
        why = gettext_noop("the highest bid in the list is %(highest)s; the bid entered is %(bid)s")
        yield Fault("bids", "disagree-with-bid", Sentence(why, {"highest": max(hand.bids), "bid": hand.bid}))


def bids_make_the_bidder(hand: Played, rules: HouseRules) -> Iterator[Fault]:
    """The highest of the bids was made by the bidder."""
    if hand.bids is None or hand.dealer is None or not any(hand.bids):
        return
    seat = (hand.dealer + hand.bids.index(max(hand.bids))) % SEATS + 1
    if seat != hand.bidder:
        why = gettext_noop("the highest bid in the list is seat %(seat)s's; the bidder entered is %(bidder)s")
        yield Fault("bids", "disagree-with-bidder", Sentence(why, {"seat": seat, "bidder": hand.bidder}))


def passes_only(hand: PassedOut, rules: HouseRules) -> Iterator[Fault]:
    """Where nobody bid, every bid is a pass."""
    for place, bid in enumerate(hand.bids or ()):
        if bid:
            why = gettext_noop("a bid of %(bid)s was entered; in a hand nobody bid on, each is 0")
            yield Fault(f"bids.{place}", "bid-in-passed-out-hand", Sentence(why, {"bid": bid}))


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
    if isinstance(hand, PassedOut):
        why = Sentence(gettext_noop("Nobody bid: the hand is dealt again"))
        return Derivation(SEATS, (Line(EVERYONE, 0, "chantecler.bid.passed-out", why),))
    bidders: Couple = "A" if hand.bidder % 2 else "B"
    others: Couple = "B" if bidders == "A" else "A"
    cards = cards_by_fate(hand.counters)
    points = worth(cards[bidders]) + worth(cards[f"{others}-discard"])
    made = points >= hand.bid
    lines = list(settle_bid(COUPLES[bidders], hand.bid, points, made=made))
    if made:
        lines += take(COUPLES[bidders], cards[bidders])
        lines += gain_discards(COUPLES[bidders], cards[f"{others}-discard"])
    elif rules.set_side_keeps_counters:
        lines += keep(COUPLES[bidders], cards[bidders] + cards[f"{others}-discard"])
    lines += lose_discards(COUPLES[bidders], cards[f"{bidders}-discard"])
    lines += take(COUPLES[others], cards[others])
    return Derivation(SEATS, tuple(lines))


def cards_by_fate(counters: Counters) -> dict[str, tuple[str, ...]]:
    """The counters each couple took or discarded, in the order a score names them."""
    cards: dict[str, tuple[str, ...]] = {"A": (), "B": (), "A-discard": (), "B-discard": ()}
    for card in COUNTERS:
        cards[getattr(counters, card)] += (card,)
    return cards


def worth(cards: tuple[str, ...]) -> int:
    """The points of some counters."""
    return sum(COUNTERS[card][0] for card in cards)


@cache
def named(cards: tuple[str, ...]) -> Sentence:
    """Some counters by name. Kept, for there are only 128 choices of them."""
    return kept(listed(Sentence(COUNTERS[card][1]) for card in cards))


def settle_bid(seats: tuple[int, ...], bid: int, points: int, *, made: bool) -> Iterator[Line]:
    """A bid made scores nothing by itself; a bid missed costs what was bid."""
    values = {"bid": bid, "points": points}
    if made:
        yield Line(
            seats,
            0,
            "chantecler.bid.made",
            Sentence(gettext_noop("Bid %(bid)s made with %(points)s"), values),
        )
    else:
        why = gettext_noop("Bid %(bid)s missed with %(points)s: set by %(bid)s")
        yield Line(seats, -bid, "chantecler.bid.missed", Sentence(why, values))


def take(seats: tuple[int, ...], cards: tuple[str, ...]) -> Iterator[Line]:
    """A couple's points are the counters in its tricks."""
    points = worth(cards)
    if cards:
        values = {"cards": named(cards), "points": points_phrase(points)}
        why = Sentence(gettext_noop("Took %(cards)s: %(points)s"), values)
    else:
        why = Sentence(gettext_noop("Took no counter"))
    yield Line(seats, points, "chantecler.counters.taken", why)


def keep(seats: tuple[int, ...], cards: tuple[str, ...]) -> Iterator[Line]:
    """Under the house rule a set couple also scores its points."""
    if cards:
        points = worth(cards)
        values = {"cards": named(cards), "points": points_phrase(points)}
        why = Sentence(gettext_noop("Kept %(cards)s, though set: %(points)s"), values)
        yield Line(seats, points, "chantecler.bid.set-keeps-counters", why)


def gain_discards(seats: tuple[int, ...], cards: tuple[str, ...]) -> Iterator[Line]:
    """What the bidder's opponents discarded by mistake counts for the bidder's couple."""
    if cards:
        points = worth(cards)
        values = {"cards": named(cards), "points": points_phrase(points)}
        why = Sentence(gettext_noop("The other couple discarded %(cards)s: %(points)s"), values)
        yield Line(seats, points, "chantecler.counters.discarded-by-opponents", why)


def lose_discards(seats: tuple[int, ...], cards: tuple[str, ...]) -> Iterator[Line]:
    """What the bidder's couple discarded by mistake counts for nobody."""
    if cards:
        why = Sentence(
            gettext_noop("Discarded %(cards)s by mistake: counts for nobody"),
            {"cards": named(cards)},
        )
        yield Line(seats, 0, "chantecler.counters.discarded-by-bidders", why)
