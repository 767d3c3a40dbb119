"""Clabberjass: what a hand scores for two players.

The paragraphs that lines cite are in games/clabberjass/rulebook.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Annotated, Final, Literal

from pydantic import Field

from scoring.cards import RANK_NAMES, RANKS, SUIT_NAMES, Card, Rank, Suit
from scoring.derivation import Derivation, Line, Sentence, gettext_noop, kept, points_phrase
from scoring.entry import Entry, No, Row, Shape, Yes, says_passed_out
from scoring.faults import Fault

LAST_TRICK: Final = 10
BELLA: Final = 20
SEQUENCES: Final = MappingProxyType({3: 20, 4: 50})
"""What a run of so many cards is worth."""
HELD: Final = 9
"""The cards each player holds once trumps are named."""
LEAST_CARD_POINTS: Final = 18
MOST_CARD_POINTS: Final = 146
"""The eighteen cards that are played count as much at least, and at most."""

Seat = Annotated[int, Field(ge=1, le=2)]
SEATS: Final = (1, 2)


class Sequence(Entry):
    """Cards of one suit in a row, by the highest of them."""

    suit: Suit
    top: Rank
    length: Annotated[int, Field(ge=3, le=4)]


CardPoints = Annotated[int, Field(ge=0, le=MOST_CARD_POINTS)]
Pair = Field(min_length=2, max_length=2)


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


def card_points_are_possible(hand: Played, rules: HouseRules) -> Iterator[Fault]:
    """Eighteen of the 32 cards are played, and cannot count less or more than they do."""
    total = sum(hand.card_points)
    if not LEAST_CARD_POINTS <= total <= MOST_CARD_POINTS:
        why = gettext_noop("%(total)s card points were entered; in all there are %(least)s to %(most)s")
        values = {"total": total, "least": LEAST_CARD_POINTS, "most": MOST_CARD_POINTS}
        yield Fault("card_points", "wrong-total", Sentence(why, values))


def sequences_fit_their_suit(hand: Played, rules: HouseRules) -> Iterator[Fault]:
    """No suit goes below the seven."""
    for path, _, sequence in declared(hand):
        if len(cards_of(sequence)) < sequence.length:
            why = gettext_noop("%(top)s was entered; the lowest top of %(length)s cards is %(lowest)s")
            lowest = RANKS[sequence.length - 1]
            values = {"top": sequence.top, "length": sequence.length, "lowest": lowest}
            yield Fault(f"{path}.top", "does-not-fit", Sentence(why, values))


def sequences_share_no_card(hand: Played, rules: HouseRules) -> Iterator[Fault]:
    """A card is in one sequence at most."""
    seen: set[Card] = set()
    for path, _, sequence in declared(hand):
        cards = cards_of(sequence)
        if not seen.isdisjoint(cards):
            why = gettext_noop("%(sequence)s was entered; a card of it is in another sequence already")
            yield Fault(path, "card-twice", Sentence(why, {"sequence": named(sequence)}))
        seen |= cards


def long_runs_start_with_four(hand: Played, rules: HouseRules) -> Iterator[Fault]:
    """Of a run of more than four cards the top four are one sequence."""
    for path, seat, upper in declared(hand):
        below = RANKS.index(upper.top) - upper.length
        lower = next(
            (
                sequence
                for sequence in hand.sequences[seat - 1]
                if sequence.suit == upper.suit and RANKS.index(sequence.top) == below
            ),
            None,
        )
        if upper.length == 3 and lower:
            why = gettext_noop(
                "%(upper)s was entered on top of %(lower)s; of a longer run the top four are entered"
            )
            yield Fault(path, "longer-run", Sentence(why, {"upper": named(upper), "lower": named(lower)}))


def hands_are_nine_cards(hand: Played, rules: HouseRules) -> Iterator[Fault]:
    """Nobody declares more cards than they hold, bella included."""
    for seat in SEATS:
        cards: set[Card] = set(bella_of(hand.trump)) if hand.bella == seat else set()
        cards.update(*map(cards_of, hand.sequences[seat - 1]))
        if len(cards) > HELD:
            why = gettext_noop("%(cards)s cards were entered in sequences and bella; a player holds %(held)s")
            yield Fault(
                f"sequences.{seat - 1}", "too-many-cards", Sentence(why, {"cards": len(cards), "held": HELD})
            )


def bella_can_be_held(hand: Played, rules: HouseRules) -> Iterator[Fault]:
    """King and queen of trumps are in one hand, so the other cannot show either in a sequence."""
    if hand.bella is None:
        return
    for _, seat, sequence in declared(hand):
        if seat != hand.bella and not cards_of(sequence).isdisjoint(bella_of(hand.trump)):
            why = gettext_noop(
                "seat %(seat)s was entered; the other seat shows %(sequence)s, a part of bella"
            )
            values = {"seat": hand.bella, "sequence": named(sequence)}
            yield Fault("bella", "not-held", Sentence(why, values))


PLAYED: Final = Shape(
    Played,
    (
        card_points_are_possible,
        sequences_fit_their_suit,
        sequences_share_no_card,
        long_runs_start_with_four,
        hands_are_nine_cards,
        bella_can_be_held,
    ),
)
PASSED_OUT: Final = Shape(PassedOut)
SHAPES: Final = (PLAYED, PASSED_OUT)


def shape(entered: Mapping[str, object]) -> Shape:
    """Which of the two kinds of hand was meant by what was entered."""
    return PASSED_OUT if says_passed_out(entered) else PLAYED


def declared(hand: Played) -> Iterator[tuple[str, int, Sequence]]:
    """All sequences, each with its path in what was entered and its seat."""
    for seat in SEATS:
        for place, sequence in enumerate(hand.sequences[seat - 1]):
            yield f"sequences.{seat - 1}.{place}", seat, sequence


def cards_of(sequence: Sequence) -> frozenset[Card]:
    """The cards of a sequence; fewer than its length where it would go below the seven."""
    return _run(sequence.suit, sequence.top, sequence.length)


@cache
def _run(suit: Suit, top: Rank, length: int) -> frozenset[Card]:
    end = RANKS.index(top) + 1
    return frozenset(Card(suit, rank) for rank in RANKS[max(0, end - length) : end])


@cache
def bella_of(trump: Suit) -> frozenset[Card]:
    """King and queen of trumps."""
    return frozenset((Card(trump, "K"), Card(trump, "Q")))


def named(sequence: Sequence) -> Sentence:
    """`tertz in hearts to the queen`."""
    return _name(sequence.suit, sequence.top, sequence.length)


@cache
def _name(suit: Suit, top: Rank, length: int) -> Sentence:
    values = {"suit": Sentence(SUIT_NAMES[suit]), "top": Sentence(RANK_NAMES[top])}
    if length == 3:
        return kept(Sentence(gettext_noop("tertz in %(suit)s to the %(top)s"), values))
    return kept(Sentence(gettext_noop("fifty in %(suit)s to the %(top)s"), values))


def score(hand: Hand, rules: HouseRules) -> Derivation:
    """What a hand without faults scores. The bidder needs more points than the opponent, or gives all away."""
    if isinstance(hand, PassedOut):
        why = Sentence(gettext_noop("Both declined every suit: a fresh deal, by the other player"))
        return Derivation(2, (Line(SEATS, 0, "clabberjass.bid.passed-out", why),))
    lines = [*count_cards(hand), *count_last_trick(hand), *count_bella(hand), *count_sequences(hand)]
    lines += settle_bid(hand.bidder, Derivation(2, tuple(lines)).scores)
    return Derivation(2, tuple(lines))


def count_cards(hand: Played) -> Iterator[Line]:
    """The points of the cards in each player's tricks."""
    for seat in SEATS:
        points = hand.card_points[seat - 1]
        why = Sentence(gettext_noop("Cards in tricks: %(points)s"), {"points": points_phrase(points)})
        yield Line((seat,), points, "clabberjass.cards", why)


def count_last_trick(hand: Played) -> Iterator[Line]:
    """The last trick is worth ten points more."""
    why = Sentence(gettext_noop("Last trick: %(points)s"), {"points": points_phrase(LAST_TRICK)})
    yield Line((hand.last_trick,), LAST_TRICK, "clabberjass.last-trick", why)


def count_bella(hand: Played) -> Iterator[Line]:
    """King and queen of trumps in one hand, declared."""
    if hand.bella is not None:
        why = Sentence(gettext_noop("Bella: %(points)s"), {"points": points_phrase(BELLA)})
        yield Line((hand.bella,), BELLA, "clabberjass.bella", why)


def count_sequences(hand: Played) -> Iterator[Line]:
    """Whoever has the best sequence scores all of theirs; the other scores none."""
    winner = holder_of_best(hand)
    for _, seat, sequence in declared(hand):
        points = SEQUENCES[sequence.length]
        values = {"sequence": named(sequence), "points": points_phrase(points)}
        if seat == winner:
            why = Sentence(gettext_noop("Best sequences, %(sequence)s: %(points)s"), values)
            yield Line((seat,), points, "clabberjass.sequences", why)
        else:
            why = Sentence(gettext_noop("Beaten, %(sequence)s: no points"), values)
            yield Line((seat,), 0, "clabberjass.sequences.beaten", why)


def holder_of_best(hand: Played) -> Literal[1, 2]:
    """Four beats three, then the higher top beats the lower, then the announcer, who did not deal, the dealer."""
    announcer: Literal[1, 2] = 2 if hand.dealer == 1 else 1
    best = [max(map(_strength, sequences), default=(0, 0)) for sequences in hand.sequences]
    if best[0] == best[1]:
        return announcer
    return 1 if best[0] > best[1] else 2


def _strength(sequence: Sequence) -> tuple[int, int]:
    return sequence.length, RANKS.index(sequence.top)


def settle_bid(bidder: int, points: tuple[int, ...]) -> Iterator[Line]:
    """With more points than the opponent the bidder keeps them; level or fewer, they go to the opponent."""
    opponent = 2 if bidder == 1 else 1
    own, others = points[bidder - 1], points[opponent - 1]
    values = {"own": own, "others": others}
    if own > others:
        why = Sentence(gettext_noop("Bid made: %(own)s against %(others)s"), values)
        yield Line((bidder,), 0, "clabberjass.bid.made", why)
        return
    why = Sentence(gettext_noop("Bid missed: %(own)s against %(others)s, all lost to the opponent"), values)
    yield Line((bidder,), -own, "clabberjass.bid.missed", why)
    why = Sentence(gettext_noop("The bidder's %(points)s"), {"points": points_phrase(own)})
    yield Line((opponent,), own, "clabberjass.bid.missed", why)
