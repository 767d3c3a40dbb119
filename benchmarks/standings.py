"""What standings cost, beside sorting the same rows."""

from __future__ import annotations

import random
from collections import Counter

from benchmarks.measure import Row, compare
from benchmarks.movement import evening
from tournaments.movement.progressive import ProgressiveOptions
from tournaments.ranking.prizes import prizes
from tournaments.ranking.standings import TableResult, standings

MOST_RATIO = 36
RULES = ProgressiveOptions(
    sitout="half", tie_breaks=("points_difference", "points_for", "head_table_wins", "bells_rung")
)


def results(tables: int, rounds: int) -> tuple[list[str], list[TableResult], dict[str, int]]:
    """The games of an evening, with points that agree with who won."""
    chance = random.Random(42)
    order, played = evening(4 * tables + 3, rounds)
    games = [
        TableResult(number, table, seats, (42, lower) if couple == "A" else (lower, 42), couple, table == 1)
        for number, this in enumerate(played, start=1)
        for table, (seats, couple) in enumerate(zip(this.seating.tables, this.winners, strict=True), start=1)
        for lower in [chance.randrange(42)]
    ]
    return order, games, Counter(player for this in played for player in this.seating.sitting_out)


def all_tie_breaks(tables: int = 250, rounds: int = 12) -> Row:
    """Standings with every tie-break and explanation, and the prizes, beside a sort of the players' rows."""
    players, games, sat_out = results(tables, rounds)
    rows = [
        (player, game.round, game.table, seat)
        for game in games
        for seat, player in enumerate(game.seats, start=1)
    ]
    return compare(
        f"standings and prizes of {tables} tables, {rounds} rounds",
        lambda: prizes(standings(players, games, sat_out, RULES)),
        f"sorting their {len(rows)} rows of (player, round, table, seat)",
        lambda: sorted(rows),
        most_ratio=MOST_RATIO,
    )


def rows() -> list[Row]:
    """All of it."""
    return [all_tie_breaks(), all_tie_breaks(10, 12)]
