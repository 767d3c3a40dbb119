"""What an evening with so many players will be like, before anybody is there.

The tables are those that the movement itself would set for round 1, so that what is forecast is what is drawn.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from math import comb
from typing import Final

from tournaments.evening.plan import CommonPlan
from tournaments.movement.by_result.knock_out import KnockOut
from tournaments.movement.scheduled import Scheduled

MOST_PLAYERS: Final = 400
"""More than any room holds; a number beyond is not looked at."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a number of players means under a plan.

    Attributes:
        players: how many there are.
        tables: how many sit at each table of round 1, the first table first; empty where they are too few for one.
        sitting_out: how many have no seat in round 1.
        missing: how many more make a first table; 0 where there is one.
        rounds: how many rounds are planned.
        needed: after how many rounds a knock-out is decided; None in other movements.
        apart: for how many rounds at the most nobody meets anybody twice, where the movement sees to that: of a
            schedule what is known, else what cannot be exceeded. None in other movements.
    """

    players: int
    tables: tuple[int, ...]
    sitting_out: int
    missing: int
    rounds: int
    needed: int | None = None
    apart: int | None = None

    @property
    def sat_out(self) -> tuple[int, int]:
        """How many rounds everybody sits out, at least and at the most, as long as that goes round."""
        total = self.rounds * self.sitting_out
        return total // self.players, -(-total // self.players)

    @property
    def is_too_short(self) -> bool:
        """Whether fewer rounds are planned than a knock-out needs."""
        return self.needed is not None and self.rounds < self.needed

    @property
    def meets_again(self) -> bool:
        """Whether there are more rounds than can be played without meeting anybody twice."""
        return self.apart is not None and self.rounds > self.apart


def forecast(plan: CommonPlan, players: int) -> Forecast:
    """What `players`, from 1 on, mean under `plan`."""
    tables, out = _first_tables(plan, players)
    if not tables:
        missing = next(more for more in itertools.count(1) if _first_tables(plan, players + more)[0])
        return Forecast(players, (), out, missing, plan.rounds)
    mover = plan.mover
    needed = mover.rounds(players) if isinstance(mover, KnockOut) else None
    return Forecast(players, tables, out, 0, plan.rounds, needed, _apart(plan, players, tables))


def _first_tables(plan: CommonPlan, players: int) -> tuple[tuple[int, ...], int]:
    """How many sit at each table of the first round, and how many sit out, whoever they are."""
    first = plan.mover.first_seating([str(number) for number in range(players)])
    return tuple(map(len, first.tables)), len(first.sitting_out)


def _apart(plan: CommonPlan, players: int, tables: tuple[int, ...]) -> int | None:
    """For how many rounds nobody meets anybody twice: by the schedule that there is, or by counting pairs."""
    mover = plan.mover
    if isinstance(mover, Scheduled):
        found = mover.perfect(players, 1)
        if found is not None and found.kind in ("meeting", "berger"):
            return len(found.cards)
        if mover.options.schedule in ("whist", "couples"):
            return None
    elif plan.movement not in ("drawn", "swiss"):
        return None
    if max(tables) > len(tables) + players - sum(tables):
        # Who sat at the largest table together cannot all sit at different ones.
        return 1
    return comb(players, 2) // sum(comb(size, 2) for size in tables)
