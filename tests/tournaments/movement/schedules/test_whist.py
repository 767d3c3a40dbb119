"""Whist schedules: everybody partners everybody once and opposes everybody twice."""

from collections import Counter

import pytest

from tests.tournaments.movement.schedules.tally import (
    everybody,
    is_certified,
    opponents,
    partners,
    rests,
    there_is,
)
from tournaments.movement.schedules.catalogue import perfect

SIZES = [players for players in range(4, 102) if players % 4 < 2]
CERTIFIED = 65
"""Of larger rooms the certificate takes long."""


@pytest.mark.parametrize("players", SIZES, ids=lambda players: f"{players} players")
def test_everybody_partners_all_others_once_opposes_them_twice_and_rests_where_one_is_too_many(
    players: int,
) -> None:
    schedule = there_is("whist", players)
    every_pair = everybody(players)
    assert partners(schedule.cards) == Counter(dict.fromkeys(every_pair, 1))
    assert opponents(schedule.cards) == Counter(dict.fromkeys(every_pair, 2))
    assert rests(schedule) == Counter(range(players) if players % 4 else ())
    assert len(schedule.cards) == players - 1 + players % 4
    assert players > CERTIFIED or is_certified(schedule)


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
