"""Who rings, what counts, who won, who cuts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.faults import Faults
from tournaments.movement.seating import Couple
from tournaments.movement.settle import Bell, level_tables, may_ring, score_round, winner, winners


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


HANDS = [(2, (30, 5)), (1, (20, 8)), (2, (12, 2)), (1, (22, 0)), (2, (1, 1))]


@pytest.mark.parametrize(
    ("target", "bell", "points", "rang", "counted"),
    [
        pytest.param(
            42, "any_table", ((20, 8), (42, 7)), 2, 3, id="the hand that reaches the target is the last"
        ),
        pytest.param(42, "head_table", ((42, 8), (42, 7)), 1, 4, id="table 2 reaches it and plays on"),
        pytest.param(50, "any_table", ((42, 8), (43, 8)), None, 5, id="by time, every hand counts"),
        pytest.param(None, "any_table", ((42, 8), (43, 8)), None, 5, id="no target at all"),
    ],
)
def test_hands_count_in_the_order_in_which_they_were_finished_up_to_the_bell(
    target: int | None, bell: Bell, points: tuple[tuple[int, int], ...], rang: int | None, counted: int
) -> None:
    score = score_round(HANDS, 2, target=target, bell=bell)
    assert (score.points, score.bell, score.counted) == (points, rang, counted)


def test_a_table_that_finished_no_hand_stands_at_nothing() -> None:
    assert score_round([], 3, target=42).points == ((0, 0), (0, 0), (0, 0))


@pytest.mark.parametrize("table", [0, 3])
def test_a_hand_of_a_table_that_does_not_play_is_refused(table: int) -> None:
    with pytest.raises(ValueError, match="is not one of 1 to 2"):
        score_round([(table, (1, 0))], 2, target=42)


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


def test_level_tables_are_won_by_their_cut() -> None:
    points = [(42, 3), (7, 7), (0, 0)]
    assert level_tables(points) == (2, 3)
    assert winners(points, {2: "B", 3: "A"}) == ("A", "B", "A")


@pytest.mark.parametrize(
    ("cuts", "expected"),
    [
        pytest.param({}, [("cuts.2", "cut-needed")], id="a level table has not cut"),
        pytest.param({2: "A", 1: "A"}, [("cuts.1", "cut-not-needed")], id="a table that is not level has"),
        pytest.param({2: "A", 9: "B"}, [("cuts.9", "no-such-table")], id="a table that is not there has"),
        pytest.param(
            {1: "B", 0: "B"},
            [("cuts.0", "no-such-table"), ("cuts.1", "cut-not-needed"), ("cuts.2", "cut-needed")],
            id="all at once",
        ),
    ],
)
def test_cuts_belong_to_level_tables_and_to_no_others(
    cuts: dict[int, Couple], expected: list[tuple[str, str]]
) -> None:
    with pytest.raises(Faults) as refused:
        winners([(42, 3), (7, 7)], cuts)
    assert [(fault.field, fault.code) for fault in refused.value.faults] == expected
    assert all(fault.message for fault in refused.value.faults)


POINTS = st.tuples(st.integers(-20, 60), st.integers(-20, 60))


@given(st.lists(st.tuples(st.integers(1, 4), POINTS), max_size=40), st.integers(1, 60))
def test_nobody_could_have_rung_before_the_bell(
    hands: list[tuple[int, tuple[int, int]]], target: int
) -> None:
    score = score_round(hands, 4, target=target)
    for earlier in range(score.counted - (score.bell is not None)):
        points = score_round(hands[: earlier + 1], 4, target=None).points
        assert max(max(totals) for totals in points) < target
    if score.bell is None:
        assert score.counted == len(hands)
    else:
        assert hands[score.counted - 1][0] == score.bell
