"""Rounds in which nobody meets anybody twice."""

from __future__ import annotations

import pytest

from tests.tournaments.movement.schedules.tally import is_certified, meetings, rests, there_is
from tournaments.movement.schedules.catalogue import perfect

ROOMS = [(players, size) for size in (3, 4, 5) for players in range(size, 101, size)]


@pytest.mark.parametrize(
    ("players", "size"), ROOMS, ids=[f"{players} at tables of {size}" for players, size in ROOMS]
)
def test_everybody_plays_each_round_and_nobody_meets_anybody_twice(players: int, size: int) -> None:
    schedule = there_is("meeting", players, size)
    assert not rests(schedule)
    assert {len(table) for tables in schedule.cards for table in tables} == {size}
    assert set(meetings(schedule.cards).values()) == {1}
    assert not size * size <= players < 65 or is_certified(schedule)


@pytest.mark.parametrize(
    ("players", "size", "rounds"),
    [
        pytest.param(15, 3, 7, id="Kirkman's schoolgirls"),
        pytest.param(20, 4, 5, id="twenty by fours: as many as there can be"),
        pytest.param(32, 4, 10, id="thirty-two by fours, the social golfers"),
        pytest.param(100, 4, 33, id="a hundred by fours meet everybody"),
        pytest.param(25, 5, 6, id="twenty-five by fives meet everybody"),
        pytest.param(12, 4, 1, id="three tables of four: those of one table cannot part"),
    ],
)
def test_some_famous_rooms(players: int, size: int, rounds: int) -> None:
    assert len(there_is("meeting", players, size).cards) == rounds


@pytest.mark.parametrize(
    ("players", "size"),
    [
        pytest.param(17, 4, id="one too many"),
        pytest.param(24, 6, id="tables of six"),
        pytest.param(2, 3, id="too few for a table"),
        pytest.param(120, 4, id="a larger room than anything is built for"),
    ],
)
def test_rooms_that_have_none(players: int, size: int) -> None:
    assert perfect("meeting", players, size=size) is None
