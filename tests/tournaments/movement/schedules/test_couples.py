"""Couples who are never at one table, and partner and oppose everybody else."""

from collections import Counter

import pytest

from tests.tournaments.movement.schedules.tally import (
    everybody,
    opponents,
    partners,
    rests,
    seated,
    there_is,
)
from tournaments.movement.schedules.catalogue import perfect

ODD = [5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31, 33, 35, 37, 39, 41, 43, 45, 47, 49]
EVEN = [4, 8, 12, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 42, 44, 46, 48, 50]
COUPLES = [*ODD, *EVEN]


@pytest.mark.parametrize("couples", COUPLES, ids=lambda couples: f"{couples} couples")
def test_spouses_never_meet_all_others_do_alike_and_where_couples_are_odd_each_rests_once(
    couples: int,
) -> None:
    schedule = there_is("couples", 2 * couples)
    men = set(range(couples))
    mixed = {frozenset((man, couples + wife)) for man in men for wife in men if man != wife}
    of_one_sex = {pair for pair in everybody(2 * couples) if len({person // couples for person in pair}) == 1}
    assert partners(schedule.cards) == Counter(dict.fromkeys(mixed, 1))
    assert opponents(schedule.cards) == Counter(dict.fromkeys(mixed | of_one_sex, 1))
    assert rests(schedule) == Counter(range(2 * couples) if couples % 2 else ())
    absent = [sorted(set(range(2 * couples)).difference(seated(tables))) for tables in schedule.cards]
    resting = (
        [[couple, couple + couples] for couple in range(couples)] if couples % 2 else [[]] * (couples - 1)
    )
    assert sorted(absent) == resting


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
