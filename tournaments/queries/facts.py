"""An evening's rows as the plain values that the pure maths works on."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from games import catalogue
from games.definition import Game
from scoring.entry import Entry
from tournaments.evening import Plan
from tournaments.models import Evening, Round, Seat, TableRound
from tournaments.movement.seating import PlayedRound, Seating
from tournaments.ranking.standings import TableResult


@dataclass(frozen=True, slots=True)
class Setup:
    """What an evening is played by: its plan, the game, the house rules, the points that end a game."""

    plan: Plan
    game: Game
    house_rules: Entry
    target: int | None


def setup_of(evening: Evening) -> Setup:
    """The plan of the evening, checked when it was made, with what follows from it."""
    return _setup(json.dumps(evening.plan))


@lru_cache(maxsize=256)
def _setup(text: str) -> Setup:
    plan = Plan.model_validate_json(text)
    game = catalogue.find(plan.game)
    house_rules = game.house_rules(plan.house_rules)
    return Setup(plan, game, house_rules, game.target(house_rules))


def plan_of(evening: Evening) -> Plan:
    """The evening's plan."""
    return setup_of(evening).plan


def game_of(evening: Evening) -> Game:
    """The game of the evening."""
    return setup_of(evening).game


def target_of(evening: Evening) -> int:
    """The points that end a game tonight; an evening that moves by the bell plays a game that has them."""
    setup = setup_of(evening)
    if setup.target is None:
        raise ValueError(f"{setup.game.slug} has no target")
    return setup.target


def seating_of(round_: Round) -> Seating:
    """Who sits where in one round, by ticket code."""
    return seatings([round_])[round_.pk]


def seatings(rounds: Iterable[Round]) -> dict[int, Seating]:
    """Who sits where, for each round's primary key; one query."""
    tables: dict[int, dict[int, dict[int, str]]] = {round_.pk: {} for round_ in rounds}
    sitting: dict[int, list[str]] = defaultdict(list)
    rows = (
        Seat.objects.filter(round__in=tables)
        .order_by("round", "table_round__table__number", "seat", "sit_out_order")
        .values_list("round_id", "table_round__table__number", "seat", "ticket__code")
    )
    for round_id, table, seat, code in rows:
        if table is None or seat is None:
            sitting[round_id].append(code)
        else:
            tables[round_id].setdefault(table, {})[seat] = code
    return {
        round_id: Seating(
            tables=tuple((seats[1], seats[2], seats[3], seats[4]) for _, seats in sorted(of_round.items())),
            sitting_out=tuple(sitting[round_id]),
        )
        for round_id, of_round in tables.items()
    }


def closed_rounds(evening: Evening) -> list[Round]:
    """The rounds that are settled, in order."""
    return list(evening.rounds.filter(closed_at__isnull=False).order_by("number"))


def played_rounds(evening: Evening) -> list[PlayedRound]:
    """The settled rounds as the movement reads them; three queries."""
    rounds = closed_rounds(evening)
    placed = seatings(rounds)
    winners: dict[int, list[str]] = defaultdict(list)
    rows = TableRound.objects.filter(round__in=rounds).order_by("table__number")
    for round_id, winner in rows.values_list("round_id", "winner"):
        winners[round_id].append(winner)
    return [
        PlayedRound(placed[round_.pk], tuple("A" if winner == "A" else "B" for winner in winners[round_.pk]))
        for round_ in rounds
    ]


def table_results(evening: Evening) -> tuple[list[TableResult], dict[str, int]]:
    """The settled games as the ranking reads them, and how often each ticket sat out; three queries."""
    rounds = {round_.pk: round_ for round_ in closed_rounds(evening)}
    placed = seatings(rounds.values())
    rows = TableRound.objects.filter(round__in=rounds).order_by("round__number", "table__number")
    results = [
        TableResult(
            round=rounds[round_id].number,
            table=number,
            seats=placed[round_id].tables[number - 1],
            points=(points_a, points_b),
            winner="A" if winner == "A" else "B",
            rang=rounds[round_id].bell_table_id == table_id,
        )
        for round_id, table_id, number, points_a, points_b, winner in rows.values_list(
            "round_id", "table_id", "table__number", "points_a", "points_b", "winner"
        )
    ]
    sat_out: dict[str, int] = defaultdict(int)
    for seating in placed.values():
        for code in seating.sitting_out:
            sat_out[code] += 1
    return results, dict(sat_out)
