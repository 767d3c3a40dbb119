"""Who has won a game, and whether it is level: one rule for the record, the rows and every page."""

from __future__ import annotations

import pytest

from tournaments.evening.models import TableRound
from tournaments.evening.record.record import Decision, RoundRecord, TableCut
from tournaments.evening.replay.comparison import points_columns
from tournaments.evening.round_rules import Keeping, TableScore
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
