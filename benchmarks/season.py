"""What the table of a season costs, from the beginning and with one evening more."""

from __future__ import annotations

import random
from datetime import date, timedelta

from benchmarks.measure import Row, compare
from tournaments.ranking.season.evenings import EveningLine, EveningResult
from tournaments.ranking.season.rules import SeasonRules
from tournaments.ranking.season.table import TableState, season_table, table_state, updated

EVENINGS = 200
PLAYERS = 500
RULES = SeasonRules.model_validate(
    {
        "games": ["chantecler"],
        "points": {"by": "places", "table": list(range(400, 0, -1))},
        "best": 120,
        "missed": {"gives": "own_average", "at_most": 5},
        "tie_breaks": ["best_evening", "evenings_won", "head_to_head", "points_difference", "lots"],
    }
)


def evenings(number: int, players: int) -> list[EveningResult]:
    """A season at which everybody is there every evening, places shared as games won happen to be level."""
    chance = random.Random(1910)
    return [_evening(chance, number, players) for number in range(number)]


def _evening(chance: random.Random, number: int, players: int) -> EveningResult:
    keys = sorted(((chance.randrange(25), chance.randrange(-90, 90)) for _ in range(players)), reverse=True)
    people = chance.sample(range(players), players)
    place, lines = 1, []
    for rank, (person, key) in enumerate(zip(people, keys, strict=True), 1):
        if rank > 1 and key != keys[rank - 2]:
            place = rank
        lines.append(EveningLine(f"person {person}", place, 12, key[0], 100 + key[1], key[1]))
    day = date(2026, 1, 1) + timedelta(days=number)
    return EveningResult(f"evening {number:03}", day, "chantecler", tuple(lines))


def read(state: TableState) -> int:
    """Every evening of every line, as all players' pages together show them."""
    return sum(len(line.contributions) for line in state.lines)


def rows() -> list[Row]:
    """All of it."""
    season = evenings(EVENINGS, PLAYERS)
    kept, last = table_state(RULES, season[:-1]), season[-1]
    whole = f"the table of {EVENINGS} evenings of {PLAYERS} people, from the beginning"
    return [
        compare(
            whole,
            lambda: season_table(RULES, season),
            f"sorting their {EVENINGS * PLAYERS} lines",
            lambda: sorted((line.person, one.evening) for one in season for line in one.lines),
            runs=5,
            most=2000,
        ),
        compare(
            "one evening more, where all of them were there",
            lambda: updated(kept, last).lines,
            whole,
            lambda: season_table(RULES, season),
            runs=5,
            most_ratio=1 / 20,
        ),
        compare(
            "every evening of every line told",
            lambda: read(table_state(RULES, season)),
            whole,
            lambda: season_table(RULES, season),
            runs=3,
        ),
    ]
