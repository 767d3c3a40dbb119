"""Who has won a game, and whether it is level: one rule for the record, the rows and every page."""

from __future__ import annotations

import pytest

from tournaments.evening.models import TableRound
from tournaments.evening.record.record import Decision, RoundRecord
from tournaments.evening.record.score import TableScore
from tournaments.evening.replay.rows import points_columns
from tournaments.movement.seating import Seating

GAMES = [
    # points, by_points, cut, winner, is_level, needs_cut
    ((12, 9), False, "", "A", False, False),
    ((-3, 0), False, "", "B", False, False),
    ((0, 0), False, "", None, True, True),
    ((7, 7), False, "", None, True, True),
    ((7, 7), False, "A", "A", True, False),
    ((7, 7), False, "B", "B", True, False),
    ((7, 7), True, "", None, False, False),
    ((9, 4, 4), True, "", None, False, False),
]


@pytest.mark.parametrize(("points", "by_points", "cut", "winner", "is_level", "needs_cut"), GAMES)
def test_a_game_is_won_by_points_or_by_the_cut_of_a_level_table(
    points: tuple[int, ...], by_points: bool, cut: str, winner: str | None, is_level: bool, needs_cut: bool
) -> None:
    score = TableScore(points, by_points, cut)
    assert (score.winner, score.is_level, score.needs_cut) == (winner, is_level, needs_cut)


@pytest.mark.parametrize(("points", "by_points", "cut"), [game[:3] for game in GAMES])
def test_row_and_record_have_the_same_score(points: tuple[int, ...], by_points: bool, cut: str) -> None:
    seats = tuple("abcd"[: len(points)] if by_points else "abcd")
    record = RoundRecord(1, Seating((seats,), ()), by_points=by_points)
    record.decisions[1] = Decision(1, "adjusted", points)
    if cut:
        record.cuts[1] = "A" if cut == "A" else "B"
    row = TableRound(**points_columns(points, by_points=by_points), cut=cut)
    assert record.score(1) == row.score == TableScore(points, by_points, cut)


def test_a_game_is_settled_only_with_its_round() -> None:
    round_ = RoundRecord(1, Seating((tuple("abcd"),), ()))
    round_.decisions[1] = Decision(1, "adjusted", (5, 9))
    assert (round_.score(1).winner, round_.settled_winner(1)) == ("B", None)
    round_.closed_at = "2026-01-01T20:00:00Z"
    assert round_.settled_winner(1) == "B"
