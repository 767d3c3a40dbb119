"""Short ways to write down games, rules and standings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.movement.progressive import ProgressiveOptions
from tournaments.ranking.standings import PrizeCut, Standing, TableResult, standings


def game(
    round_: int, table: int, seats: str, a: int, b: int, *, cut: str = "", rang: bool = False
) -> TableResult:
    """`game(1, 2, "abcd", 42, 3)`: round 1, table 2, couple A wins; `cut` is who won a level game."""
    won_by_a = a > b if a != b else cut == "A"
    return TableResult(
        round_, table, (seats[0], seats[1], seats[2], seats[3]), (a, b), "A" if won_by_a else "B", rang
    )


def ranked(
    players: str,
    results: Sequence[TableResult],
    sit_outs: Mapping[str, int] | None = None,
    *,
    cuts: Sequence[PrizeCut] = (),
    tickets: Mapping[str, str] | None = None,
    **options: Any,
) -> tuple[Standing, ...]:
    """The standings under some options."""
    rules = ProgressiveOptions.model_validate(options)
    return standings(players, results, sit_outs or {}, rules, prize_cuts=cuts, tickets=tickets)


def places(lines: Sequence[Standing]) -> str:
    """`1a 2b 2c 4d`."""
    return " ".join(f"{line.place}{line.player}" for line in lines)


def line_of(lines: Sequence[Standing], player: str) -> Standing:
    """One player's line."""
    return next(line for line in lines if line.player == player)
