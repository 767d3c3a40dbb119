"""Whist schedules: everybody partners everybody once and opposes everybody twice."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.tournaments.movement.schedules.tally import everybody, meetings, opponents, partners, seated
from tournaments.movement.schedules.catalogue import perfect

SIZES = [players for players in range(4, 102) if players % 4 < 2]


def test_there_are_fifty_sizes_up_to_a_hundred_and_one() -> None:
    assert len(SIZES) == 50


@pytest.mark.parametrize("players", SIZES, ids=lambda players: f"{players} players")
def test_everybody_partners_everybody_once_and_opposes_everybody_twice(players: int) -> None:
    schedule = perfect("whist", players)
    assert schedule is not None
    assert (schedule.players, schedule.size, schedule.repeats) == (players, 4, 0)
    every_pair = everybody(players)
    assert partners(schedule.cards) == Counter(dict.fromkeys(every_pair, 1))
    assert opponents(schedule.cards) == Counter(dict.fromkeys(every_pair, 2))
    assert meetings(schedule.cards) == Counter(dict.fromkeys(every_pair, 3))


@pytest.mark.parametrize("players", SIZES, ids=lambda players: f"{players} players")
def test_everybody_plays_each_round_and_of_one_too_many_everybody_rests_once(players: int) -> None:
    schedule = perfect("whist", players)
    assert schedule is not None
    people = set(range(players))
    rests = Counter[int]()
    for tables in schedule.cards:
        there = seated(tables)
        assert len(there) == len(set(there)) == players - players % 4
        assert set(there) <= people
        rests.update(people.difference(there))
    if players % 4:
        assert rests == Counter(dict.fromkeys(people, 1))
        assert len(schedule.cards) == players
    else:
        assert len(schedule.cards) == players - 1


@pytest.mark.parametrize(
    "players",
    [
        pytest.param(0, id="nobody"),
        pytest.param(3, id="too few"),
        pytest.param(14, id="two too many"),
        pytest.param(15, id="three too many"),
        pytest.param(104, id="a larger room than anything is built for"),
    ],
)
def test_other_numbers_have_none(players: int) -> None:
    assert perfect("whist", players) is None
