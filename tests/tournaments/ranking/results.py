"""Short ways to write down games, rules and standings."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from tournaments.movement.progressive import ProgressiveOptions
from tournaments.ranking.standings import PrizeCut, Standing, TableResult, standings
from tournaments.ranking.totals import Verdict


def game(
    round_: int, table: int, seats: str, a: int, b: int, *, cut: str = "", rang: bool = False
) -> TableResult:
    """`game(1, 2, "abcd", 42, 3)`: round 1, table 2, couple A wins; `cut` is who won a level game."""
    won_by_a = a > b if a != b else cut == "A"
    return TableResult(round_, table, tuple(seats), (a, b), "A" if won_by_a else "B", rang)


def ranked(
    players: str,
    results: Sequence[TableResult],
    sit_outs: Mapping[str, int] | None = None,
    *,
    cuts: Sequence[PrizeCut] = (),
    tickets: Mapping[str, str] | None = None,
    **options: Any,
) -> tuple[Standing, ...]:
    rules = ProgressiveOptions.model_validate(options)
    return standings(players, results, sit_outs or {}, rules, prize_cuts=cuts, tickets=tickets)


def places(lines: Sequence[Standing]) -> str:
    """`1a 2b 2c 4d`."""
    return " ".join(f"{line.place}{line.player}" for line in lines)


def line_of(lines: Sequence[Standing], player: str) -> Standing:
    return next(line for line in lines if line.player == player)


def cuts_of(told: str) -> list[PrizeCut]:
    """`"best:ca booby.red:f place2:gebd"`: c before a, f for the red booby, of four only two were cut for."""
    return [
        PrizeCut(prize, tuple(order), colour or None, int(decided) if decided else None)
        for prize, decided, colour, order in re.findall(r"([a-z]+)(\d*)\.?([a-z]*):(\w+)", told)
    ]


def reached(totals: Mapping[str, int], person: str) -> str:
    """Whether somebody comes first "outright", "level" with others, or not."""
    best = max((own for who, own in totals.items() if who != person), default=None)
    if best is None or totals[person] > best:
        return "outright"
    return "level" if totals[person] == best else ""


def verdict_of(ways: Collection[str]) -> Verdict:
    """What somebody is told who has a place "outright", "level" or not at all in each way to end."""
    if {*ways} == {"outright"}:
        return "clinched"
    return "possible" if "outright" in ways else "level" if "level" in ways else "impossible"
