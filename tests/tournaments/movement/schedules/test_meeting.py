"""Rounds in which nobody meets anybody twice."""

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
