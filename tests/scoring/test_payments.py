"""Payments settle every balance, and are few."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.payments import Payment, payments


@st.composite
def balances(draw: st.DrawFn, most: int = 40) -> dict[str, int]:
    """Whole numbers that add up to nothing, many of them alike."""
    numbers = draw(st.lists(st.integers(-6, 6) | st.integers(-5000, 5000), min_size=1, max_size=most - 1))
    return {f"player {place}": number for place, number in enumerate([*numbers, -sum(numbers)])}


def received(paid: tuple[Payment, ...]) -> Counter[str]:
    found: Counter[str] = Counter()
    for payer, payee, points in paid:
        found[payee] += points
        found[payer] -= points
    return found


def fewest(numbers: list[int]) -> int:
    """The fewest payments there can be: each group that settles among itself spares one."""
    if not numbers:
        return 0
    first, rest = numbers[0], numbers[1:]
    found = len(numbers) - 1
    for size in range(1, len(rest)):
        for others in combinations(range(len(rest)), size):
            if first + sum(rest[place] for place in others) == 0:
                outside = [number for place, number in enumerate(rest) if place not in others]
                found = min(found, size + fewest(outside))
    return found


@given(balances())
def test_payments_come_to_what_everybody_receives(owed: dict[str, int]) -> None:
    found = received(payments(owed))

    assert {player: found[player] for player in owed} == owed


@given(balances())
def test_there_is_one_payment_fewer_than_players_at_most(owed: dict[str, int]) -> None:
    unsettled = [player for player, balance in owed.items() if balance]

    assert len(payments(owed)) <= max(0, len(unsettled) - 1)


@given(balances())
def test_nobody_pays_and_receives_and_every_payment_is_something(owed: dict[str, int]) -> None:
    for payer, payee, points in payments(owed):
        assert points > 0
        assert owed[payer] < 0 < owed[payee]


@given(balances(most=8))
def test_up_to_eight_players_cannot_settle_in_fewer_payments(owed: dict[str, int]) -> None:
    assert len(payments(owed)) == fewest([number for number in owed.values() if number])


@pytest.mark.parametrize(
    ("owed", "paid"),
    [
        ({}, []),
        ({"a": 0, "b": 0}, []),
        ({"a": 5, "b": -5}, [("b", "a", 5)]),
        ({"a": 9, "b": -3, "c": -6}, [("c", "a", 6), ("b", "a", 3)]),
        ({"a": 9, "b": -4, "c": 4, "d": -9}, [("b", "c", 4), ("d", "a", 9)]),
        ({"a": 2, "b": 2, "c": -2, "d": -2}, [("c", "a", 2), ("d", "b", 2)]),
        (
            {"a": 3, "b": 3, "c": -2, "d": -2, "e": -2},
            [("c", "a", 2), ("d", "b", 2), ("e", "a", 1), ("e", "b", 1)],
        ),
    ],
    ids=str,
)
def test_the_list_of_payments(owed: dict[str, int], paid: list[tuple[str, str, int]]) -> None:
    assert list(payments(owed)) == paid


def test_balances_that_do_not_add_up_are_refused() -> None:
    with pytest.raises(ValueError, match="receive"):
        payments({"a": 1, "b": -2})
