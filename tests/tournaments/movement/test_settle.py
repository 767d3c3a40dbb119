"""Who rings, who won, who cuts."""

import pytest

from scoring.faults import Faults
from tournaments.movement.seating import Bell, Couple, check_cuts, level_tables, may_ring, winner


@pytest.mark.parametrize(
    ("table", "totals", "target", "bell", "expected"),
    [
        pytest.param(2, (41, 30), 42, "any_table", False, id="one short"),
        pytest.param(2, (42, 30), 42, "any_table", True, id="reached"),
        pytest.param(2, (10, 50), 42, "any_table", True, id="passed by couple B"),
        pytest.param(2, (42, 30), 42, "head_table", False, id="only the head table rings"),
        pytest.param(1, (42, 30), 42, "head_table", True, id="and it does"),
        pytest.param(1, (99, 0), None, "any_table", False, id="no target, no bell"),
    ],
)
def test_who_may_ring(
    table: int, totals: tuple[int, int], target: int | None, bell: Bell, *, expected: bool
) -> None:
    assert may_ring(table, totals, target=target, bell=bell) is expected


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        pytest.param((30, 29), "A", id="more wins"),
        pytest.param((-3, 2), "B", id="points below nothing too"),
        pytest.param((44, 43), "A", id="both past the target: still the more"),
        pytest.param((30, 30), None, id="level: cut"),
        pytest.param((0, 0), None, id="no hand finished: cut"),
    ],
)
def test_the_couple_with_more_points_wins_the_game(points: tuple[int, int], expected: Couple | None) -> None:
    assert winner(points) == expected


def test_level_tables_have_to_cut() -> None:
    assert level_tables([(42, 3), (7, 7), (0, 0)]) == (2, 3)
    check_cuts({1: False, 2: True, 3: True}, [3, 2])


@pytest.mark.parametrize(
    ("cuts", "expected"),
    [
        pytest.param(set(), [("cuts.2", "cut-needed")], id="a level table has not cut"),
        pytest.param({2, 1}, [("cuts.1", "cut-not-needed")], id="a table that is not level has"),
        pytest.param({2, 9}, [("cuts.9", "no-such-table")], id="a table that is not there has"),
        pytest.param(
            {1, 0},
            [("cuts.0", "no-such-table"), ("cuts.1", "cut-not-needed"), ("cuts.2", "cut-needed")],
            id="all at once",
        ),
    ],
)
def test_cuts_belong_to_level_tables_and_to_no_others(
    cuts: set[int], expected: list[tuple[str, str]]
) -> None:
    with pytest.raises(Faults) as refused:
        check_cuts({1: False, 2: True}, cuts)
    assert [(fault.field, fault.code) for fault in refused.value.faults] == expected
    assert all(fault.message for fault in refused.value.faults)
