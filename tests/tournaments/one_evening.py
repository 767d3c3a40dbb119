"""One evening told so that every door can play it: what was planned, who came, and what happened, in order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.tournaments.an_evening import AnEvening
from tournaments.evening import acts
from tournaments.evening.models import Evening, TableRound
from tournaments.evening.reads.facts import plan_of, seating_of
from tournaments.evening.services.evenings import seat_by_hand

Happened = tuple[str, int, Any]
"""What happened at a table, or in the room (table 0): "hand" with the hand, "cut" with who won it, "ring", "stop"."""
Told = dict[str, Any]


@dataclass
class Recorded(AnEvening):
    """An evening played through the services that keeps what happened in each round."""

    rounds: list[list[Happened]] = field(default_factory=list)

    def seat_in_order(self) -> None:
        """Everybody sits down in the order in which they came; the last sit out."""
        codes = list(self.evening.tickets.order_by("number").values_list("code", flat=True))
        tables: list[list[str]] = []
        for size in plan_of(self.evening).tables.sizes(len(codes)):
            at = sum(len(table) for table in tables)
            tables.append(codes[at : at + size])
        out = codes[sum(len(table) for table in tables) :]
        self.act(seat_by_hand, tables=tables, sitting_out=out)

    def enter(self, table: int, hand: Told, **arguments: Any) -> Told:
        self.rounds[-1].append(("hand", table, hand))
        return super().enter(table, hand, **arguments)

    def act(self, what: Any, **arguments: Any) -> Any:
        match what:
            case acts.Start():
                self.rounds.append([])
            case acts.Ring():
                self.rounds[-1].append(("ring", what.table, None))
            case acts.Cut():
                self.rounds[-1].append(("cut", what.table, what.winner))
            case acts.Stop():
                self.rounds[-1].append(("stop", 0, None))
        return super().act(what, **arguments)

    def play(self, rounds: int) -> Recorded:
        for number in range(1, rounds + 1):
            for step in ("playing", "bell"):
                self.step_to(step)
            self.cut_where_level()
            for step in ("settled", "drafted", "moved")[: 1 if number == rounds else None]:
                self.step_to(step)
        self.step_to("finished")
        return self


def came_of_it(evening: Evening) -> Told:
    """What an evening came to, by the names of those who played: seats, scores and winners, and the standings."""
    names = dict(evening.tickets.values_list("code", "player__name"))
    rounds = []
    for round_ in evening.rounds.filter(closed_at__isnull=False).order_by("number"):
        seating = seating_of(round_)
        games = TableRound.objects.filter(round=round_).order_by("table__number")
        rounds.append(
            {
                "tables": [[names[code] for code in table] for table in seating.tables],
                "sitting_out": [names[code] for code in seating.sitting_out],
                "scores": [game.points for game in games],
                "winners": [game.winner for game in games],
                "bell": round_.bell_table and round_.bell_table.number,
            }
        )
    return {"rounds": rounds, "standings": _standings(evening, names)}


def _standings(evening: Evening, names: Mapping[str, str]) -> list[tuple[Any, ...]]:
    lines = evening.standings.select_related("ticket").order_by("place", "ticket__number")
    return sorted(
        (line.place, names[line.ticket.code], line.played, line.won_halves, line.points_for, line.game_points)
        for line in lines
    )
