"""Rooms that do not fill their tables."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.movement.schedules.tally import meetings, seated
from tournaments.movement.schedules.ghosts import with_ghosts


@given(st.integers(2, 100), st.sampled_from([3, 4, 5]))
@settings(deadline=None, max_examples=60)
def test_everybody_plays_each_round_at_a_full_table_or_one_that_misses_one(players: int, size: int) -> None:
    schedule = with_ghosts(players, size=size)
    if schedule is None:
        assert players < size**2 or players + size > 100
        return
    for tables in schedule.cards:
        assert seated(tables) == list(range(players))
        assert {len(table) for table in tables} <= {size, size - 1}
    assert set(meetings(schedule.cards).values()) == {1}


@pytest.mark.parametrize(
    ("players", "size", "rounds"),
    [
        pytest.param(15, 4, 5, id="fifteen: as many rounds as sixteen"),
        pytest.param(14, 4, 4, id="fourteen: without the round in which the two absent would meet"),
        pytest.param(13, 4, 4, id="thirteen: the same for three"),
        pytest.param(19, 4, 5, id="nineteen: the absent are of one column"),
        pytest.param(16, 4, 5, id="a full room"),
        pytest.param(23, 4, 7, id="twenty-three"),
    ],
)
def test_no_more_rounds_are_lost_than_must(players: int, size: int, rounds: int) -> None:
    schedule = with_ghosts(players, size=size)
    assert schedule is not None
    assert len(schedule.cards) == rounds


@pytest.mark.parametrize(
    ("players", "size"),
    [
        pytest.param(5, 4, id="five: there would be a table of two"),
        pytest.param(2, 4, id="two"),
        pytest.param(11, 5, id="eleven by fives"),
    ],
)
def test_too_few_people_have_none(players: int, size: int) -> None:
    assert with_ghosts(players, size=size) is None
