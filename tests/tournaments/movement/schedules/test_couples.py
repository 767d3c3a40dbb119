"""Couples who are never at one table, and partner and oppose everybody else."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.tournaments.movement.schedules.tally import everybody, games, opponents, partners, seated
from tournaments.movement.schedules.catalogue import perfect

COUPLES = [4, 5, 7, 8, 9, 11, 13, 15, 16, 17, 19, 20, 23, 25, 27, 28, 29, 31, 32, 35, 36, 37, 40, 41, 43, 44]
COUPLES += [45, 47, 49]


@pytest.mark.parametrize("couples", COUPLES, ids=lambda couples: f"{couples} couples")
def test_spouses_never_meet_and_all_others_do_as_often_as_they_should(couples: int) -> None:
    schedule = perfect("couples", 2 * couples)
    assert schedule is not None
    men = set(range(couples))
    mixed = {frozenset((man, couples + wife)) for man in men for wife in men if man != wife}
    of_one_sex = {pair for pair in everybody(2 * couples) if len({person // couples for person in pair}) == 1}
    assert partners(schedule.cards) == Counter(dict.fromkeys(mixed, 1))
    assert opponents(schedule.cards) == Counter(dict.fromkeys(mixed | of_one_sex, 1))


@pytest.mark.parametrize("couples", COUPLES, ids=lambda couples: f"{couples} couples")
def test_nobody_is_at_two_tables_and_everybody_plays_equally_often(couples: int) -> None:
    schedule = perfect("couples", 2 * couples)
    assert schedule is not None
    for tables in schedule.cards:
        there = seated(tables)
        assert len(there) == len(set(there))
    assert set(games(schedule.cards).values()) == {couples - 1}


@pytest.mark.parametrize(
    "players",
    [
        pytest.param(4, id="two couples"),
        pytest.param(6, id="three couples"),
        pytest.param(12, id="six couples: there is none"),
        pytest.param(9, id="an odd number of people"),
    ],
)
def test_numbers_that_have_none(players: int) -> None:
    assert perfect("couples", players) is None
