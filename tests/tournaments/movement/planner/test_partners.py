"""Partners are chosen anew without anybody meeting anybody else, and tables are searched for without them."""

from itertools import combinations

import pytest

from tournaments.movement.interface import Tables
from tournaments.movement.planner import plan
from tournaments.movement.planner.anneal import is_roomy
from tournaments.movement.planner.board import Board, Energy, choose_partners, cost
from tournaments.movement.planner.task import Task, shifts


@pytest.mark.parametrize(("players", "rounds"), [(8, 3), (16, 5), (20, 7), (36, 12), (60, 12)])
def test_choosing_partners_changes_nobodys_table_and_never_makes_a_plan_worse(
    players: int, rounds: int
) -> None:
    task = Task(players, rounds)
    board = Board(task, Energy(task), shifts(task))
    before, tables = board.energy, [[set(table) for table in card] for card in board.cards()]
    choose_partners(board, "partners", 0)
    found, energy = board.cards(), board.energy
    assert [[set(table) for table in card] for card in found] == tables
    assert energy <= before
    board.put(list(board.people))
    assert board.energy == energy


@pytest.mark.parametrize(
    ("players", "rounds", "repeated"), [(20, 7, 29), (24, 7, 12), (26, 9, 30), (30, 12, 80), (44, 12, 0)]
)
def test_few_meet_again_and_nobody_partners_anybody_twice(players: int, rounds: int, repeated: int) -> None:
    task = Task(players, rounds)
    cards = plan(task, seed="few", moves=100_000)
    met = [frozenset(pair) for card in cards for table in card for pair in combinations(table, 2)]
    assert is_roomy(task)
    assert cost(task, cards).partners == 0
    assert len(met) - len(set(met)) <= repeated


@pytest.mark.parametrize(
    "task",
    [
        pytest.param(Task(12, 8), id="partners are soon used up"),
        pytest.param(Task(20, 5, together=((0, 1),)), id="somebody stays with somebody"),
        pytest.param(Task(20, 5, unmoved=(3,)), id="somebody keeps a seat"),
        pytest.param(Task(20, 5, never_partners=((0, 1),)), id="some are never to be partners"),
        pytest.param(Task(18, 5, Tables((3, 4), preferred_size=4)), id="tables of three"),
    ],
)
def test_where_partners_bind_the_tables_they_are_searched_for_together(task: Task) -> None:
    assert not is_roomy(task)
