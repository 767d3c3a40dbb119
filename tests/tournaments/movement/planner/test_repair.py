"""Repairs: what was announced stands as far as it can, and no more places change than must."""

from collections.abc import Iterator
from itertools import product

import pytest

from tests.tournaments.movement.planner.brute_force import numbered, rounds
from tests.tournaments.movement.planner.test_planner import FOURS, THREES_AND_FOURS, faults
from tournaments.movement.planner import Announcement, plan, repair, where
from tournaments.movement.planner.board import cost
from tournaments.movement.planner.task import Cards, Task

NONE = (0, 0, 0, 0)


def all_but(players: int, *gone: int) -> frozenset[int]:
    return frozenset(range(players)) - set(gone)


def cards(*rounds: str) -> Cards:
    """`cards("0123 4567")`: a round of two tables."""
    return tuple(tuple(tuple(map(int, table)) for table in told.split()) for told in rounds)


EIGHT = cards("0123 4567")
SMALL = [
    pytest.param(
        Task(8, 2, FOURS, past=EIGHT, announced=cards("0124 3567")),
        id="eight: the past was played otherwise, so that partners are repeated",
    ),
    pytest.param(
        Task(8, 2, FOURS, past=EIGHT, announced=cards("0246 1357"), present=(all_but(8, 7),)),
        id="eight: somebody goes home, a table is broken up",
    ),
    pytest.param(
        Task(
            9,
            2,
            FOURS,
            past=EIGHT,
            past_present=(all_but(9, 8),),
            announced=cards("0415 2637"),
            present=(all_but(9, 5),),
        ),
        id="a newcomer takes a leaver's line",
    ),
    pytest.param(
        Task(6, 3, FOURS, past=cards("0123"), announced=cards("0415", "2435"), present=(all_but(6, 4),) * 2),
        id="six: one of two who sit out fills a hole, twice",
    ),
    pytest.param(
        Task(5, 4, FOURS, past=cards("0123", "0123"), announced=cards("0124", "3401")),
        id="five: the same four were let play twice",
    ),
    pytest.param(
        Task(
            7,
            3,
            THREES_AND_FOURS,
            past=cards("0123 456"),
            announced=cards("0415 236", "0246 135"),
            present=(all_but(7), all_but(7, 6)),
        ),
        id="threes and fours: a table of four becomes one of three",
    ),
    pytest.param(
        Task(7, 3, FOURS, past=cards("0123"), announced=cards("0456", "0124")),
        id="seven: sit-outs as announced are not fair",
    ),
]


@pytest.mark.parametrize("task", SMALL)
def test_no_repair_with_as_few_hard_faults_changes_fewer_places(task: Task) -> None:
    found = repair(task, seed="small", moves=8000)
    told = Announcement.of(task)
    every = (
        (faults(made := cost(task, cards)), told.changed(task, cards), made.meetings)
        for cards in _every_plan(task)
    )
    assert (faults(cost(task, found.cards)), found.changed) == min(every)[:2]


def _every_plan(task: Task) -> Iterator[Cards]:
    """All cards there are for the coming rounds, the tables with their numbers."""
    choices = [
        [
            card
            for seated in rounds(sorted(there), sizes, partnership=task.tables.partnership)
            for card in numbered(seated, sizes)
        ]
        for there, sizes in zip(task.present_by_round, task.sizes, strict=True)
    ]
    yield from product(*choices)


def _announced(players: int, number: int) -> Cards:
    return plan(Task(players, number, FOURS), seed="announced", moves=60_000)


def test_an_evening_that_goes_as_announced_is_left_alone() -> None:
    cards = _announced(32, 8)
    task = Task(32, 8, FOURS, past=cards[:3], announced=cards[3:])
    assert repair(task, seed="nothing", moves=2000).cards == cards[3:]


def test_a_newcomer_in_a_leavers_line_changes_nobody_elses_place() -> None:
    cards = _announced(32, 6)
    there = frozenset(range(33)) - {5}
    task = Task(
        33,
        6,
        FOURS,
        past=cards[:2],
        past_present=(all_but(33, 32),) * 2,
        present=(there,) * 4,
        announced=cards[2:],
    )
    found = repair(task, seed="line", moves=2000)
    assert Announcement.of(task).lines == ((32, 5),)
    assert found.changed == 0
    assert all(
        where(task, new)[32] == where(task, old)[5] for new, old in zip(found.cards, cards[2:], strict=True)
    )


def test_when_one_of_thirty_two_goes_home_few_places_change_and_nobody_is_a_partner_twice() -> None:
    cards = _announced(32, 6)
    task = Task(32, 6, FOURS, past=cards[:3], present=(all_but(32, 9),) * 3, announced=cards[3:])
    few = repair(task, seed="home", moves=4000)
    free = plan(task, seed="home", moves=20_000)
    assert faults(cost(task, few.cards)) == faults(cost(task, free)) == NONE
    # Each round one table is broken up: three sit out and one fills the hole, where a partner is new.
    assert few.changed <= 3 * 9
    assert few.changed < Announcement.of(task).changed(task, free)


def test_rounds_that_were_not_announced_are_planned_freely() -> None:
    cards = _announced(16, 4)
    task = Task(16, 5, FOURS, past=cards[:1], announced=cards[1:2])
    found = repair(task, seed="rest", moves=20_000)
    assert found.cards[:1] == cards[1:2]
    assert len(found.cards) == 4
    assert faults(cost(task, found.cards)) == NONE


def test_without_an_announcement_a_repair_is_a_plan() -> None:
    found = repair(Task(12, 3, FOURS), seed="none", moves=20_000)
    assert found.changed == 0
    assert len(found.cards) == 3
