"""Rounds in which nobody meets anybody twice."""

import pytest

from tests.tournaments.movement.schedules.tally import is_certified, meetings, rests, there_is
from tournaments.movement.certificate import certify
from tournaments.movement.schedules.catalogue import MOST_PLAYERS, perfect

ROOMS = [(players, size) for size in (3, 4, 5) for players in range(size, MOST_PLAYERS + 1, size)]

NOT_FULL = [
    (players, size, tables)
    for size in (3, 4, 5)
    for players in range(size + 1, MOST_PLAYERS + 1)
    for tables in [-(-players // size)]
    if 0 < tables * size - players < tables
]
LARGER_TABLES = [(29, 5, 7), (19, 4, 6), (45, 5, 11), (13, 3, 6)]
"""Where tables of one fewer are preferred, and only some have one more."""


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
    ("players", "size", "tables"),
    NOT_FULL + LARGER_TABLES,
    ids=[
        f"{players} at {tables} tables of {size} or one fewer"
        for players, size, tables in NOT_FULL + LARGER_TABLES
    ],
)
def test_nobody_meets_anybody_twice_where_tables_are_one_short(players: int, size: int, tables: int) -> None:
    schedule = there_is("meeting", players, size, tables)
    rounds = [(card, None) for card in schedule.cards]
    counted = certify(rounds, partnership=False, players=range(players), sizes=(size - 1, size))
    assert {len(card) for card in schedule.cards} == {tables}
    assert not counted.faults
    assert set(counted.counts.played) == {len(rounds)}
    assert max(map(max, counted.counts.meetings)) == 1


@pytest.mark.parametrize(
    ("players", "size"),
    [
        pytest.param(17, 4, id="one too many"),
        pytest.param(24, 6, id="tables of six"),
        pytest.param(2, 3, id="too few for a table"),
        pytest.param(152, 4, id="a larger room than anything is built for"),
    ],
)
def test_rooms_that_have_none(players: int, size: int) -> None:
    assert perfect("meeting", players, size=size) is None


def test_two_tables_are_too_few_for_five_by_fours() -> None:
    assert perfect("meeting", 5, size=4, tables=2) is None
