"""Clabberjass: what a hand scores for two players.

The paragraphs that lines cite are in games/clabberjass/rulebook.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from operator import attrgetter
from types import MappingProxyType
from typing import Annotated, Final, Literal

from pydantic import Field

from scoring.bounds import Bounds
from scoring.cards import RANK_CODES, RANKS, Card, Rank, Suit
from scoring.derivation import (
    Derivation,
    Line,
    Sentence,
    coded,
    gettext_noop,
    points_phrase,
    remembered,
    with_english,
    wordings,
)
from scoring.entry import Entry, No, Row, Shape, Yes, says_passed_out
from scoring.faults import Fault, wrong
from scoring.feats import Feat
from scoring.memory import Memory

LAST_TRICK: Final = 10
BELLA: Final = 20
SEQUENCES: Final = MappingProxyType({3: 20, 4: 50})
"""What a run of so many cards is worth."""
HELD: Final = 9
"""The cards each player holds once trumps are named."""
LEAST_CARD_POINTS: Final = 18
MOST_CARD_POINTS: Final = 146
"""The eighteen cards that are played count as much at least, and at most."""

wordings(
    {
        "clabberjass.tertz": gettext_noop("tertz in %(suit)s to the %(top)s"),
        "clabberjass.fifty": gettext_noop("fifty in %(suit)s to the %(top)s"),
        "clabberjass.passed-out": gettext_noop("Both declined every suit: a fresh deal, by the other player"),
        "clabberjass.cards": gettext_noop("Cards in tricks: %(points)s"),
        "clabberjass.last-trick": gettext_noop("Last trick: %(points)s"),
        "clabberjass.bella": gettext_noop("Bella: %(points)s"),
        "clabberjass.sequences.best": gettext_noop("Best sequences, %(sequence)s: %(points)s"),
        "clabberjass.sequences.beaten": gettext_noop("Beaten, %(sequence)s: no points"),
        "clabberjass.bid.made": gettext_noop("Bid made: %(own)s against %(others)s"),
        "clabberjass.bid.missed": gettext_noop(
            "Bid missed: %(own)s against %(others)s, all lost to the opponent"
        ),
        "clabberjass.bid.gained": gettext_noop("The bidder's %(points)s"),
        "clabberjass.bid.level": gettext_noop(
            "Level, %(own)s to %(others)s: the bidder's points are held over"
        ),
        "clabberjass.bid.won-over": gettext_noop("Held over from before: %(points)s"),
    }
)

Seat = Annotated[int, Field(ge=1, le=2)]
SEATS: Final = (1, 2)
NO_SEQUENCES: Final = ((), ())


class Sequence(Entry):
    """Cards of one suit in a row, by the highest of them."""

    suit: Suit
    top: Rank
    length: Annotated[int, Field(ge=3, le=4)]


CardPoints = Annotated[int, Field(ge=0, le=MOST_CARD_POINTS)]
Pair = Field(min_length=2, max_length=2)


Run = tuple[Suit, Rank, int]
"""A declared sequence, bare: suit, top and length."""
BARE: Final[Callable[[Sequence], Run]] = attrgetter("suit", "top", "length")
Runs = tuple[tuple[Run, ...], tuple[Run, ...]]
"""The declared sequences of seat 1 and of seat 2."""


class Played(Entry):
    """A hand for which somebody named trumps."""

    passed_out: No = False
    dealer: Seat
    bidder: Seat
    trump: Suit
    card_points: Annotated[Row[CardPoints], Pair]
    last_trick: Seat
    bella: Seat | None
    sequences: Annotated[Row[Row[Sequence]], Pair]


class PassedOut(Entry):
    """A hand in which both players declined every suit."""

    passed_out: Yes
    dealer: Seat


Hand = Played | PassedOut


class HouseRules(Entry):
    """What a club may play differently."""

    target: Annotated[int, Field(ge=1, le=10_000)] = 501
    level_bid: Literal["lost", "held"] = "lost"


def runs(hand: Played) -> Runs:
    """All that was declared, seat by seat."""
    first, second = hand.sequences
    return tuple(map(BARE, first)), tuple(map(BARE, second))


def card_points_are_possible(hand: Played, rules: HouseRules) -> Iterable[Fault]:
    """Eighteen of the 32 cards are played, and cannot count less or more than they do."""
    total = sum(hand.card_points)
    if LEAST_CARD_POINTS <= total <= MOST_CARD_POINTS:
        return ()
    why = gettext_noop("%(total)s card points were entered; in all there are %(least)s to %(most)s")
    return [
        wrong("card_points", "wrong-total", why, total=total, least=LEAST_CARD_POINTS, most=MOST_CARD_POINTS)
    ]


def sequences_are_possible(hand: Played, rules: HouseRules) -> Iterable[Fault]:
    """Sequences fit their suits, share no card, and name the top of a longer run."""
    return () if hand.sequences == NO_SEQUENCES else _impossible(runs(hand))


@remembered
def _impossible(declared: Runs) -> tuple[Fault, ...]:
    return (*do_not_fit(declared), *share_cards(declared), *do_not_start_with_four(declared))


def do_not_fit(declared: Runs) -> Iterator[Fault]:
    """No suit goes below the seven."""
    for path, _, (suit, top, length) in _each(declared):
        if len(cards_of((suit, top, length))) < length:
            why = gettext_noop("%(top)s was entered; the lowest top of %(length)s cards is %(lowest)s")
            lowest = RANKS[length - 1]
            yield wrong(f"{path}.top", "does-not-fit", why, top=top, length=length, lowest=lowest)


def share_cards(declared: Runs) -> Iterator[Fault]:
    """A card is in one sequence at most."""
    seen: set[Card] = set()
    for path, _, run in _each(declared):
        cards = cards_of(run)
        if not seen.isdisjoint(cards):
            why = gettext_noop("%(sequence)s was entered; a card of it is in another sequence already")
            yield wrong(path, "card-twice", why, sequence=named(run))
        seen |= cards


def do_not_start_with_four(declared: Runs) -> Iterator[Fault]:
    """Of a run of more than four cards the top four are one sequence."""
    for path, seat, upper in _each(declared):
        suit, top, length = upper
        below = RANKS.index(top) - length
        lower = [run for run in declared[seat - 1] if run[0] == suit and RANKS.index(run[1]) == below]
        if length == 3 and lower:
            why = gettext_noop(
                "%(upper)s was entered on top of %(lower)s; of a longer run the top four are entered"
            )
            yield wrong(path, "longer-run", why, upper=named(upper), lower=named(lower[0]))


def hands_are_nine_cards(hand: Played, rules: HouseRules) -> Iterable[Fault]:
    """Nobody declares more cards than they hold, bella included."""
    first, second = hand.sequences
    return _too_many(hand) if len(first) > 1 or len(second) > 1 else ()


def _too_many(hand: Played) -> Iterator[Fault]:
    for seat, declared in zip(SEATS, runs(hand), strict=True):
        cards: set[Card] = set(bella_of(hand.trump)) if hand.bella == seat else set()
        cards.update(*map(cards_of, declared))
        if len(cards) > HELD:
            why = gettext_noop("%(cards)s cards were entered in sequences and bella; a player holds %(held)s")
            yield wrong(f"sequences.{seat - 1}", "too-many-cards", why, cards=len(cards), held=HELD)


def bella_can_be_held(hand: Played, rules: HouseRules) -> Iterable[Fault]:
    """King and queen of trumps are in one hand, so the other cannot show either in a sequence."""
    if hand.bella is None:
        return ()
    why = gettext_noop("seat %(seat)s was entered; the other seat shows %(sequence)s, a part of bella")
    shown = runs(hand)[2 - hand.bella]
    parts = (run for run in shown if not cards_of(run).isdisjoint(bella_of(hand.trump)))
    return [wrong("bella", "not-held", why, seat=hand.bella, sequence=named(run)) for run in parts]


PLAYED: Final = Shape(
    Played,
    (
        card_points_are_possible,
        sequences_are_possible,
        hands_are_nine_cards,
        bella_can_be_held,
    ),
)
PASSED_OUT: Final = Shape(PassedOut)
SHAPES: Final = (PLAYED, PASSED_OUT)


def shape(entered: Mapping[str, object]) -> Shape:
    """Which of the two kinds of hand was meant by what was entered."""
    return PASSED_OUT if says_passed_out(entered) else PLAYED


def _each(declared: Runs) -> Iterator[tuple[str, int, Run]]:
    """All sequences, each with its path in what was entered and its seat."""
    for seat in SEATS:
        for place, run in enumerate(declared[seat - 1]):
            yield f"sequences.{seat - 1}.{place}", seat, run


@remembered
def cards_of(run: Run) -> frozenset[Card]:
    """The cards of a sequence; fewer than its length where it would go below the seven."""
    suit, top, length = run
    end = RANKS.index(top) + 1
    return frozenset(Card(suit, rank) for rank in RANKS[max(0, end - length) : end])


@remembered
def bella_of(trump: Suit) -> frozenset[Card]:
    """King and queen of trumps."""
    return frozenset((Card(trump, "K"), Card(trump, "Q")))


@remembered
def named(run: Run) -> Sentence:
    """`tertz in hearts to the queen`."""
    suit, top, length = run
    code = "clabberjass.tertz" if length == 3 else "clabberjass.fifty"
    return with_english(coded(code, suit=coded(f"suit.{suit}"), top=coded(RANK_CODES[top])))


def score(hand: Hand, rules: HouseRules, held: int = 0) -> Derivation:
    """What a hand without faults scores. The bidder needs more points than the opponent, or gives all away.

    `held` are the points that were held over from level bids before: whoever does better in this hand gets them.
    """
    if not isinstance(hand, Played):  # asked this way round, for pydantic is slow to say no
        return Derivation(2, (pass_out(),))
    lines, own, others = _counted(hand)
    if own > others:
        lines.append(make_bid(hand.bidder, own, others))
    elif own == others and rules.level_bid == "held":
        lines.append(hold_bid(hand.bidder, own))
        return Derivation(2, tuple(lines))
    else:
        lines += (miss_bid(hand.bidder, own, others), gain_missed_bid(3 - hand.bidder, own))
    if held:
        lines.append(win_held(hand.bidder if own > others else 3 - hand.bidder, held))
    return Derivation(2, tuple(lines))


def _hold_over(held: int, hand: Hand, rules: HouseRules) -> int:
    """The points that the next hand is about besides its own: a level bid adds to them, any other ends them."""
    if not isinstance(hand, Played):
        return held
    _, own, others = _counted(hand)
    return held + own if own == others else 0


MEMORY: Final = Memory(lambda rules: rules.level_bid == "held", 0, _hold_over)


def _counted(hand: Played) -> tuple[list[Line], int, int]:
    """The lines of what was taken and declared, and what they come to for the bidder and for the opponent."""
    first, second = hand.card_points
    lines = [count_cards(1, first), count_cards(2, second), count_last_trick(hand.last_trick)]
    if hand.bella is not None:
        lines.append(count_bella(hand.bella))
    if hand.sequences != NO_SEQUENCES:
        lines += count_sequences(runs(hand), hand.dealer)
    points = {1: 0, 2: 0}
    for line in lines:
        points[line.seats[0]] += line.points
    return lines, points[hand.bidder], points[3 - hand.bidder]


def feats(hand: Hand, rules: HouseRules) -> tuple[Feat, ...]:
    """A bella declared, whatever becomes of the bid."""
    if not isinstance(hand, Played) or hand.bella is None:
        return ()
    return (Feat("clabberjass.bella", (hand.bella,)),)


def bounds(rules: HouseRules, seats: int) -> Bounds:
    """Nobody loses points; all there is can be one player's, with as many runs of four as nine cards hold."""
    longest = max(SEQUENCES)
    most = MOST_CARD_POINTS + LAST_TRICK + BELLA + HELD // longest * SEQUENCES[longest]
    return Bounds(least=0, most=most, apart=most, least_together=0)


@remembered
def pass_out() -> Line:
    """A hand nobody named trumps for is worth nothing to anybody."""
    return Line(SEATS, 0, "clabberjass.bid.passed-out", coded("clabberjass.passed-out"))


@remembered
def count_cards(seat: int, points: int) -> Line:
    """The points of the cards in a player's tricks."""
    why = coded("clabberjass.cards", points=points_phrase(points))
    return Line((seat,), points, "clabberjass.cards", why)


@remembered
def count_last_trick(seat: int) -> Line:
    """The last trick is worth ten points more."""
    why = coded("clabberjass.last-trick", points=points_phrase(LAST_TRICK))
    return Line((seat,), LAST_TRICK, "clabberjass.last-trick", why)


@remembered
def count_bella(seat: int) -> Line:
    """King and queen of trumps in one hand, declared."""
    why = coded("clabberjass.bella", points=points_phrase(BELLA))
    return Line((seat,), BELLA, "clabberjass.bella", why)


@remembered
def count_sequences(declared: Runs, dealer: int) -> tuple[Line, ...]:
    """Whoever has the best sequence scores all of theirs; the other scores none."""
    winner = holder_of_best(declared, dealer)
    return tuple(
        win_sequence(seat, run) if seat == winner else lose_sequence(seat, run)
        for _, seat, run in _each(declared)
    )


@remembered
def win_sequence(seat: int, run: Run) -> Line:
    """A sequence of the player who has the best one."""
    points = SEQUENCES[run[2]]
    why = coded("clabberjass.sequences.best", sequence=named(run), points=points_phrase(points))
    return Line((seat,), points, "clabberjass.sequences", why)


@remembered
def lose_sequence(seat: int, run: Run) -> Line:
    """A sequence of the other player."""
    why = coded("clabberjass.sequences.beaten", sequence=named(run))
    return Line((seat,), 0, "clabberjass.sequences.beaten", why)


def holder_of_best(declared: Runs, dealer: int) -> int:
    """Four beats three, then the higher top beats the lower, then the announcer, who did not deal, the dealer."""
    first, second = (max(map(_strength, own), default=(0, 0)) for own in declared)
    if first == second:
        return 3 - dealer
    return 1 if first > second else 2


def _strength(run: Run) -> tuple[int, int]:
    _, top, length = run
    return length, RANKS.index(top)


@remembered
def make_bid(bidder: int, own: int, others: int) -> Line:
    """With more points than the opponent the bidder keeps them."""
    why = coded("clabberjass.bid.made", own=own, others=others)
    return Line((bidder,), 0, "clabberjass.bid.made", why)


@remembered
def miss_bid(bidder: int, own: int, others: int) -> Line:
    """Level or with fewer points, the bidder loses them."""
    why = coded("clabberjass.bid.missed", own=own, others=others)
    return Line((bidder,), -own, "clabberjass.bid.missed", why)


@remembered
def hold_bid(bidder: int, own: int) -> Line:
    """Level, where the club holds such points over: they are nobody's yet."""
    return Line((bidder,), -own, "clabberjass.bid.level", coded("clabberjass.bid.level", own=own, others=own))


@remembered
def win_held(seat: int, points: int) -> Line:
    """Whoever does better in the next hand that is not level gets what was held over."""
    why = coded("clabberjass.bid.won-over", points=points_phrase(points))
    return Line((seat,), points, "clabberjass.bid.level", why)


@remembered
def gain_missed_bid(opponent: int, points: int) -> Line:
    """What the bidder loses is the opponent's."""
    why = coded("clabberjass.bid.gained", points=points_phrase(points))
    return Line((opponent,), points, "clabberjass.bid.missed", why)
