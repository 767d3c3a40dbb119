"""Round robins at tables of two."""

from collections import Counter

import pytest

from tests.tournaments.movement.schedules.tally import (
    everybody,
    is_certified,
    meetings,
    rests,
    seated,
    seats,
    there_is,
)
from tournaments.movement.schedules.catalogue import berger_round, berger_rounds, perfect

SIZES = range(2, 101)


@pytest.mark.parametrize("players", SIZES, ids=lambda players: f"{players} players")
def test_everybody_meets_everybody_once_with_the_seats_in_balance(players: int) -> None:
    schedule = there_is("berger", players)
    assert schedule.size == 2
    assert meetings(schedule.cards) == Counter(dict.fromkeys(everybody(players), 1))
    assert rests(schedule) == Counter(range(players) if players % 2 else ())
    had = seats(schedule.cards)
    assert all(abs(had[player, 1] - had[player, 2]) <= 1 for player in range(players))
    assert players > 30 or is_certified(schedule)


# FIDE Handbook C.05, annex 1: the tables for three or four, and for five or six players; White first.
FOR_FOUR = ["1-4 2-3", "4-3 1-2", "2-4 3-1"]
FOR_SIX = ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"]


@pytest.mark.parametrize(
    ("players", "printed"),
    [
        pytest.param(4, FOR_FOUR, id="four players"),
        pytest.param(6, FOR_SIX, id="six players"),
        pytest.param(3, ["2-3", "1-2", "3-1"], id="three players: whoever would meet number 4 rests"),
        pytest.param(5, ["2-5 3-4", "5-3 1-2", "3-1 4-5", "1-4 2-3", "4-2 5-1"], id="five players"),
    ],
)
def test_the_tables_are_those_of_the_handbook(players: int, printed: list[str]) -> None:
    found = [" ".join(f"{one + 1}-{two + 1}" for one, two in tables) for tables in berger_rounds(players)]
    assert found == printed


def test_a_round_robin_takes_two() -> None:
    with pytest.raises(ValueError, match="takes two"):
        berger_rounds(1)
    with pytest.raises(ValueError, match="takes two"):
        berger_round(1, 0)
    assert perfect("berger", 1) is None


@pytest.mark.parametrize("number", [-1, 5])
def test_there_are_so_many_rounds(number: int) -> None:
    with pytest.raises(ValueError, match="no such round"):
        berger_round(6, number)


def test_one_round_of_very_many_is_made_alone() -> None:
    assert sorted(seated(berger_round(5000, 4998))) == list(range(5000))
