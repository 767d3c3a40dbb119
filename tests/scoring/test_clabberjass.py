"""The laws every hand of Clabberjass obeys, whatever was dealt."""

from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.cards import RANKS, Card, Suit
from scoring.clabberjass import PLAYED, HouseRules, Played, Sequence, cards_of, holder_of_best, runs, score
from scoring.faults import find_faults

RULES = HouseRules()
SUITS: tuple[Suit, ...] = get_args(Suit)


def runs_in(cards: set[Card]) -> list[Sequence]:
    """The sequences of a hand of cards, the way they are declared: of each run the top four first."""
    runs = []
    for suit in SUITS:
        held = [Card(suit, rank) in cards for rank in RANKS]
        end = len(RANKS)
        while end > 0:
            length = 0
            while length < 4 and end - length > 0 and held[end - length - 1]:
                length += 1
            if length >= 3:
                runs.append(Sequence(suit=suit, top=RANKS[end - 1], length=length))
            end -= max(length, 1)
    return runs


@st.composite
def hands(draw: st.DrawFn) -> Played:
    # Badly shuffled, so that there are long sequences to declare.
    pack = [Card(suit, rank) for suit in SUITS for rank in RANKS]
    for one, other in draw(st.lists(st.tuples(st.integers(0, 31), st.integers(0, 31)), max_size=9)):
        pack[one], pack[other] = pack[other], pack[one]
    start = draw(st.integers(0, 31))
    pack = pack[start:] + pack[:start]
    held = set(pack[:9]), set(pack[9:18])
    trump = draw(st.sampled_from(SUITS))
    bella = [seat for seat in (1, 2) if {Card(trump, "K"), Card(trump, "Q")} <= held[seat - 1]]
    first = draw(st.integers(0, 146))
    return Played(
        dealer=draw(st.integers(1, 2)),
        bidder=draw(st.integers(1, 2)),
        trump=trump,
        card_points=(first, draw(st.integers(max(0, 18 - first), 146 - first))),
        last_trick=draw(st.integers(1, 2)),
        bella=draw(st.sampled_from([None, *bella])),
        sequences=(tuple(runs_in(held[0])), tuple(runs_in(held[1]))),
    )


def turned(hand: Played, **values: Any) -> Played:
    return hand.model_copy(
        update={
            "dealer": 3 - hand.dealer,
            "bidder": 3 - hand.bidder,
            "last_trick": 3 - hand.last_trick,
            "bella": hand.bella and 3 - hand.bella,
            "card_points": hand.card_points[::-1],
            "sequences": hand.sequences[::-1],
            **values,
        }
    )


@given(hands())
def test_a_hand_that_can_be_dealt_has_no_faults(hand: Played) -> None:
    assert list(find_faults(PLAYED.checks, hand, RULES)) == []


@given(hands())
def test_players_who_change_seats_change_scores(hand: Played) -> None:
    assert score(turned(hand), RULES).scores == score(hand, RULES).scores[::-1]


@given(hands())
def test_the_bid_moves_points_and_neither_makes_nor_loses_any(hand: Played) -> None:
    winner = holder_of_best(runs(hand), hand.dealer)
    sequences = sum({3: 20, 4: 50}[sequence.length] for sequence in hand.sequences[winner - 1])
    bella = 20 if hand.bella else 0

    assert sum(score(hand, RULES).scores) == sum(hand.card_points) + 10 + bella + sequences


@given(hands())
def test_a_bidder_scores_more_than_the_opponent_or_nothing(hand: Played) -> None:
    scores = score(hand, RULES).scores
    own, others = scores[hand.bidder - 1], scores[2 - hand.bidder]

    assert own > others or own == 0


@given(hands())
def test_only_one_player_scores_sequences(hand: Played) -> None:
    lines = score(hand, RULES).lines
    scoring = {line.seats for line in lines if line.rule == "clabberjass.sequences"}
    beaten = {line.seats for line in lines if line.rule == "clabberjass.sequences.beaten"}

    assert len(scoring) <= 1
    assert scoring.isdisjoint(beaten)
    assert bool(scoring) == any(hand.sequences)


@pytest.mark.parametrize(
    ("top", "length", "ranks"),
    [("9", 3, "7 8 9"), ("10", 4, "7 8 9 10"), ("A", 3, "Q K A"), ("8", 3, "7 8")],
    ids=["lowest tertz", "lowest fifty", "highest tertz", "too low"],
)
def test_a_sequence_goes_down_from_its_top(top: Any, length: int, ranks: str) -> None:
    cards = cards_of(("hearts", top, length))

    assert cards == {Card("hearts", rank) for rank in RANKS if rank in ranks.split()}
