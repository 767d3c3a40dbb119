"""Which table reached the target first: one rule for the bell's credit, the desk's alert and the phone's claim."""

from __future__ import annotations

import pytest

from tournaments.evening.plan import read_plan, setup_for
from tournaments.evening.record.record import first_of, reached_at, was_before

SETUP = setup_for(read_plan({"game": "chantecler", "house_rules": {}}))
HALF, WHOLE = (SETUP.target or 0) // 2 + 1, SETUP.target or 0


@pytest.mark.parametrize(
    ("hands", "reached"),
    [
        ([], {}),
        ([(1, (HALF, 0), "20:01")], {}),
        ([(1, (HALF, 0), "20:01"), (1, (HALF, 0), "20:05")], {1: "20:05"}),
        # Each couple its own points: both halves together reach nothing.
        ([(1, (HALF, 0), "20:01"), (1, (0, HALF), "20:05")], {}),
        # Further hands do not make it later.
        ([(1, (WHOLE, 0), "20:01"), (1, (1, 0), "20:05")], {1: "20:01"}),
        # Who falls below the target again has reached it when they come back to it.
        ([(1, (WHOLE, 0), "20:01"), (1, (-1, 0), "20:05"), (1, (1, 0), "20:09")], {1: "20:09"}),
        ([(1, (WHOLE, 0), "20:01"), (1, (-1, 0), "20:05")], {}),
        ([(1, (WHOLE, 0), "20:03"), (2, (0, WHOLE), "20:01")], {1: "20:03", 2: "20:01"}),
    ],
)
def test_the_target_is_reached_with_the_hand_from_which_on_it_stays_so(
    hands: list[tuple[int, tuple[int, ...], str]], reached: dict[int, str]
) -> None:
    assert reached_at(SETUP, hands) == reached


@pytest.mark.parametrize(
    ("reached", "first", "before_table_2"),
    [
        ({}, None, set()),
        ({2: "20:01"}, 2, set()),
        ({1: "20:01", 2: "20:03"}, 1, {1}),
        ({1: "20:03", 2: "20:01"}, 2, set()),
        ({1: "20:01", 2: "20:01"}, 1, set()),
        ({1: "20:05", 3: "20:04"}, 3, {1, 3}),
    ],
)
def test_who_was_first_and_who_was_before_table_2_that_rang(
    reached: dict[int, str], first: int | None, before_table_2: set[int]
) -> None:
    assert first_of(reached) == first
    assert {table for table in (1, 2, 3, 4) if was_before(reached, table, 2)} == before_table_2
