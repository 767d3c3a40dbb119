"""Who has won a game, who agrees about a hand, who reached the target first: one rule for record, rows and pages."""

import pytest

from tournaments.evening.models import TableRound
from tournaments.evening.outcome import Agreement, agreement
from tournaments.evening.plan import Confirmation, read_plan, setup_for
from tournaments.evening.record import (
    Decision,
    RoundRecord,
    TableCut,
    first_of,
    reached_at,
    was_before,
)
from tournaments.evening.round_rules import Keeping, TableScore
from tournaments.evening.services.ledger import points_columns
from tournaments.movement.seating import Seating

COUPLES, NOBODY, SEATS = Keeping(), Keeping(by_seat=True, is_won=False), Keeping(by_seat=True)
GAMES = [
    # points, keeping, cut, outright, winner, is_level, needs_cut, margin
    ((12, 9), COUPLES, "", "", "A", False, False, 3),
    ((-3, 0), COUPLES, "", "", "B", False, False, 3),
    ((0, 0), COUPLES, "", "", None, True, True, 0),
    ((7, 7), COUPLES, "", "", None, True, True, 0),
    ((7, 7), COUPLES, "A", "", "A", True, False, 0),
    ((7, 7), COUPLES, "B", "", "B", True, False, 0),
    ((7, 7), NOBODY, "", "", None, False, False, 0),
    ((9, 4, 4), NOBODY, "", "", None, False, False, 0),
    ((501, 340), SEATS, "", "", "1", False, False, 161),
    ((4, 9, 4), SEATS, "", "", "2", False, False, 5),
    ((4, 9, 9), SEATS, "", "", None, True, True, 0),
    ((4, 9, 9), SEATS, "3", "", "3", True, False, 0),
    ((9, 9, 9, 1), SEATS, "312", "", "3", True, False, 0),
    ((9, 9, 9, 1), SEATS, "", "4", "4", False, False, -8),
]


@pytest.mark.parametrize(
    ("points", "keeping", "cut", "outright", "winner", "is_level", "needs_cut", "margin"), GAMES
)
def test_a_game_is_won_by_points_or_by_a_cut_or_outright(
    points: tuple[int, ...],
    keeping: Keeping,
    cut: str,
    outright: str,
    winner: str | None,
    is_level: bool,
    needs_cut: bool,
    margin: int,
) -> None:
    score = TableScore(points, keeping, cut, outright)
    assert (score.winner, score.is_level, score.needs_cut) == (winner, is_level, needs_cut)
    assert score.margin == margin


@pytest.mark.parametrize(
    ("points", "keeping", "go_on", "cut", "level", "through"),
    [
        pytest.param((9, 5, 3, 1), NOBODY, 2, "", "", "12", id="nobody is level"),
        pytest.param((9, 9, 3, 1), NOBODY, 2, "", "", "12", id="level within those who go on: nobody cuts"),
        pytest.param((9, 5, 5, 1), NOBODY, 2, "", "23", "1", id="level at the border"),
        pytest.param((9, 5, 5, 1), NOBODY, 2, "3", "", "13", id="the border is cut"),
        pytest.param((9, 5, 5, 5), NOBODY, 3, "4", "23", "14", id="another place is cut for"),
        pytest.param((9, 9, 5, 5), SEATS, 3, "", "12", "12", id="the game is cut for first"),
        pytest.param((9, 9, 5, 5), SEATS, 3, "2", "34", "21", id="then who goes on"),
        pytest.param((9, 9, 5, 5), SEATS, 3, "24", "", "214", id="and both are cut"),
        pytest.param((9, 5, 5, 1), NOBODY, 0, "", "", "", id="nobody goes on by this table"),
    ],
)
def test_those_level_at_the_border_cut_for_going_on(
    points: tuple[int, ...], keeping: Keeping, go_on: int, cut: str, level: str, through: str
) -> None:
    score = TableScore(points, keeping, cut, go_on=go_on)
    assert ("".join(score.level), "".join(score.through)) == (level, through)


@pytest.mark.parametrize(("points", "keeping", "cut"), [game[:3] for game in GAMES])
def test_row_and_record_have_the_same_score(points: tuple[int, ...], keeping: Keeping, cut: str) -> None:
    seats = tuple("abcd"[: len(points)] if keeping.by_seat else "abcd")
    record = RoundRecord(1, Seating((seats,), ()), keeping=keeping)
    record.decisions[1] = Decision(1, "adjusted", points)
    if cut:
        record.cuts[1] = TableCut(cut, by_seed=False)
    row = TableRound(
        **points_columns(points, by_seat=keeping.by_seat), cut=cut, is_won_by_seat=keeping == SEATS
    )
    assert record.score(1) == row.score == TableScore(points, keeping, cut)


def test_a_game_is_settled_only_with_its_round() -> None:
    round_ = RoundRecord(1, Seating((tuple("abcd"),), ()))
    round_.decisions[1] = Decision(1, "adjusted", (5, 9))
    assert (round_.score(1).winner, round_.settled_winner(1)) == ("B", None)
    round_.closed_at = "2026-01-01T20:00:00Z"
    assert round_.settled_winner(1) == "B"


SEAT, PHONE, DIRECTOR = "table:4 seat:3", "table:4", "user:1"


@pytest.mark.parametrize(
    ("rule", "entered_by", "confirmed_by", "number", "stopped", "expected"),
    [
        # The second of two hands is the last of its table.
        ("taken", SEAT, "", 1, False, "taken"),
        ("taken", SEAT, "", 2, False, "waits"),
        ("taken", PHONE, "", 2, False, "waits"),
        ("taken", SEAT, "", 2, True, "taken"),
        ("taken", SEAT, "table:4 seat:2", 2, False, "confirmed"),
        ("taken", SEAT, "table:4 seat:2", 1, True, "confirmed"),
        ("taken", DIRECTOR, "", 2, False, "confirmed"),
        ("needed", SEAT, "", 1, False, "waits"),
        ("needed", SEAT, "", 1, True, "waits"),
        ("needed", SEAT, "table:4 seat:2", 1, True, "confirmed"),
        ("needed", SEAT, "user:1", 2, False, "confirmed"),
        ("needed", DIRECTOR, "", 2, False, "confirmed"),
    ],
)
def test_a_hand_that_counts_is_confirmed_taken_or_waits(
    rule: Confirmation, entered_by: str, confirmed_by: str, number: int, stopped: bool, expected: Agreement
) -> None:
    found = agreement(
        entered_by=entered_by, confirmed_by=confirmed_by, rule=rule, number=number, hands=2, stopped=stopped
    )
    assert found == expected


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
