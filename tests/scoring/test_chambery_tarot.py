"""The laws every hand of Chambery Tarot obeys, whatever was dealt."""

from collections.abc import Iterator
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.chambery_tarot import COUNTS, SIDES, THREE, HouseRules, Sides, Three, score
from scoring.faults import find_faults

RULES = HouseRules()


@st.composite
def sides(draw: st.DrawFn) -> Sides:
    players = draw(st.integers(4, 5))
    bid: Any = draw(st.sampled_from(["called_king", "two_cards", "one_card", "no_cards"]))
    declarer, partner = draw(st.permutations(range(1, players + 1)))[:2]
    hand: dict[str, Any] = {"partner": partner} if bid == "called_king" else {}
    points = draw(st.integers(0, COUNTS[players].total))
    return Sides(players=players, bid=bid, declarer=declarer, declarer_points=points, **hand)


@st.composite
def threes(draw: st.DrawFn) -> Three:
    low, high = sorted(draw(st.tuples(st.integers(0, 78), st.integers(0, 78))))
    return Three(players=3, points=(low, high - low, 78 - high))


@given(sides() | threes())
def test_a_possible_hand_has_no_faults(hand: Sides | Three) -> None:
    shape = THREE if isinstance(hand, Three) else SIDES

    assert list(find_faults(shape.checks, hand, RULES)) == []


def paid_one_point_at_a_time(hand: Sides) -> tuple[int, ...]:
    """What the page says, done with counters on a table instead of by division."""
    total, par = {4: (72, 36), 5: (68, 34)}[hand.players]
    points = {True: hand.declarer_points, False: total - hand.declarer_points}
    own = [hand.declarer] if hand.partner is None else [hand.declarer, hand.partner]
    seats = {True: own, False: [seat for seat in range(1, hand.players + 1) if seat not in own]}
    if points[True] == points[False]:
        return (0,) * hand.players
    losing = points[True] < points[False]
    each = par - points[losing]
    each *= {"called_king": 1, "two_cards": 1, "one_card": 2, "no_cards": 4}[hand.bid]
    if 2 * points[losing] < par:
        each *= 2
    pays = dict.fromkeys(seats[losing], each)
    turn = 0
    while sum(pays.values()) % len(seats[not losing]):
        raised = [seats[losing][turn % len(seats[losing])]] if losing else seats[losing]
        for seat in raised:
            pays[seat] += 1
        turn += 1
    share = sum(pays.values()) // len(seats[not losing])
    return tuple(-pays[seat] if seat in pays else share for seat in range(1, hand.players + 1))


def every_hand_of_sides(players: int) -> Iterator[Sides]:
    """Every bid, declarer, partner and number of points."""
    for points in range(COUNTS[players].total + 1):
        for declarer, partner in permutations(range(1, players + 1), 2):
            yield Sides(players=players, bid="called_king", declarer=declarer, partner=partner,
                        declarer_points=points)  # fmt: skip
        for declarer in range(1, players + 1):
            yield Sides(players=players, bid="two_cards", declarer=declarer, declarer_points=points)
            yield Sides(players=players, bid="one_card", declarer=declarer, declarer_points=points)
            yield Sides(players=players, bid="no_cards", declarer=declarer, declarer_points=points)


@pytest.mark.parametrize("players", [4, 5])
def test_every_hand_of_two_sides_is_paid_as_the_page_says_and_adds_up_to_nothing(players: int) -> None:
    for hand in every_hand_of_sides(players):
        scores = score(hand, RULES).scores

        assert scores == paid_one_point_at_a_time(hand), hand
        assert sum(scores) == 0


def test_every_hand_of_three_is_paid_as_the_page_says_and_adds_up_to_nothing() -> None:
    for first in range(79):
        for second in range(79 - first):
            points = (first, second, 78 - first - second)
            scores = score(Three(players=3, points=points), RULES).scores

            pay = [(26 - own) * (2 if own < 13 else 1) if own < 26 else 0 for own in points]
            above = [own > 26 for own in points]
            twice = 2 if min(points) < 13 else 1
            gain = [sum(pay)] * 3 if sum(above) == 1 else [(own - 26) * twice for own in points]
            assert scores == tuple(
                gained if wins else -paid for gained, wins, paid in zip(gain, above, pay, strict=True)
            )
            assert sum(scores) == 0
