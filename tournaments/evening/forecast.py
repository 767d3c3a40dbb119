"""What an evening with so many players will be like; how long a room takes, and which round that makes the last.

The tables are those that the movement itself would set for round 1, so that what is forecast is what is drawn. Times
are measured tonight, or at earlier evenings of the same kind; else the plan says them. The moment is an argument.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from itertools import pairwise
from math import comb, gcd
from statistics import median
from typing import Final, Literal

from tournaments.evening.plan import CommonPlan
from tournaments.movement.by_result.knock_out import KnockOut
from tournaments.movement.by_seat import ByColour, BySeat
from tournaments.movement.scheduled import Scheduled

Measured = Literal["tonight", "earlier", "plan"]
USUAL_HAND: Final = timedelta(minutes=5)
USUAL_ROUND: Final = timedelta(minutes=20)
"""A round to the bell, or to the end of each table's own game, where nothing tells how long it takes."""
SHORTEST_ROUND: Final = timedelta(minutes=1)
"""A shorter one was not played while it was entered: it was kept on paper, or stopped at once."""
MOST_ROUNDS: Final = 20
"""More rounds than these together nobody is told to play, however short they are."""
STEP: Final = timedelta(minutes=5)
USUAL_BREAK: Final = timedelta(minutes=4)
"""From the end of a round to the start of the next, while people move; after a short round less."""


@dataclass(frozen=True, slots=True)
class Tempo:
    """How long a room takes for a round, for the break until the next one, and for a hand; and where that is from."""

    round: timedelta
    pause: timedelta
    hand: timedelta
    measured: Measured

    def after(self, rounds: int) -> timedelta:
        return rounds * self.round + max(0, rounds - 1) * self.pause


@dataclass(frozen=True, slots=True)
class TimedRound:
    """When a round was played, and how many hands the table with most of them had."""

    evening: int
    number: int
    started_at: datetime | None
    stopped_at: datetime | None
    hands: int = 0


def usual_tempo(plan: CommonPlan) -> Tempo:
    """How long a room takes by the plan alone: its hands and its minutes, the shorter of the two."""
    hands = max(plan.hands.values(), default=0) if isinstance(plan.hands, Mapping) else plan.hands
    lengths = [hands * USUAL_HAND] if plan.ends == "hands" and hands else []
    lengths += [timedelta(minutes=plan.minutes)] if plan.minutes else []
    round_ = min(lengths, default=USUAL_ROUND)
    return Tempo(round_, min(USUAL_BREAK, round_ / 3), min(USUAL_HAND, round_), "plan")


def measured_tempo(rounds: Sequence[TimedRound], otherwise: Tempo, measured: Measured = "tonight") -> Tempo:
    """The medians of rounds played, in order, each evening together; `otherwise` where there is nothing to measure.

    One that is in play, not begun, or too short to have been played is passed over.
    """
    played = [
        (timing.stopped_at - timing.started_at, timing.hands)
        for timing in rounds
        if timing.started_at and timing.stopped_at and timing.stopped_at - timing.started_at >= SHORTEST_ROUND
    ]
    if not played:
        return otherwise
    breaks = [
        later.started_at - earlier.stopped_at
        for earlier, later in pairwise(rounds)
        if earlier.evening == later.evening and earlier.stopped_at and later.started_at
    ]
    round_ = _median([length for length, _ in played], otherwise.round)
    hand = _median([length / hands for length, hands in played if hands], otherwise.hand)
    return Tempo(round_, _median(breaks, otherwise.pause), min(hand, round_), measured)


def _median(found: Sequence[timedelta], otherwise: timedelta) -> timedelta:
    return timedelta(seconds=median(length.total_seconds() for length in found)) if found else otherwise


def about(at: datetime) -> datetime:
    """The moment to five minutes: nobody can tell better when a round ends."""
    step = STEP.total_seconds()
    return datetime.fromtimestamp(round(at.timestamp() / step) * step, at.tzinfo)


def end_of_evening(ends_about: str, began: datetime) -> datetime:
    """The first moment after `began`, in the zone of the club, at which clocks show that time; after midnight too."""
    clock = time.fromisoformat(ends_about)
    same_day = began.replace(hour=clock.hour, minute=clock.minute, second=0, microsecond=0, fold=0)
    return same_day if same_day > began else same_day + timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Outlook:
    """How the evening goes on at this pace.

    `last` is the round that is the last by the planned `end`; one in play counts whatever the time. `last_hand` is
    about when its last hand begins, None where it is over; `next_ends` when the round after it would end.
    """

    planned: int
    last: int
    last_ends: datetime
    last_hand: datetime | None
    next_ends: datetime
    end: datetime
    most: int = MOST_ROUNDS

    @property
    def is_short(self) -> bool:
        return self.last < self.planned

    @property
    def spare(self) -> int:
        length = self.next_ends - self.last_ends
        if self.is_short or not length or self.next_ends > self.end:
            return 0
        return max(0, min((self.end - self.last_ends) // length, self.most - self.planned))


def outlook(
    tempo: Tempo,
    *,
    planned: int,
    played: int,
    begins: datetime,
    end: datetime,
    at: datetime,
    is_on: bool = False,
    most: int = MOST_ROUNDS,
) -> Outlook | None:
    """Which round is the last by the end of the evening, and when; None if none is left.

    `begins` is of the next round or, where it `is_on`, of this one; nothing that is to come is before `at`.
    """
    if played >= planned and not is_on:
        return None
    ends = max(at, begins + tempo.round) if is_on else max(at, begins) + tempo.round
    step = tempo.pause + tempo.round
    if played and not is_on and ends > end:
        return Outlook(planned, played, at, None, ends, end, most)
    last = played + 1
    while last < planned and ends + step <= end:
        last, ends = last + 1, ends + step
    return Outlook(planned, last, ends, max(at, ends - tempo.hand), ends + step, end, most)


MOST_PLAYERS: Final = 400
"""More than any room holds; a number beyond is not looked at."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a number of players means under a plan.

    `tables` are the sizes in round 1, none where `missing` more make the first. `needed` are the rounds of a
    knock-out. `apart` is for how many rounds nobody meets anybody twice, where the movement sees to that: of a
    schedule what is known, else what cannot be exceeded. `period` is after how many rounds the same people sit at
    one table again, at every table, where that follows from the steps alone. `may_tie`: whether more than one can be
    expected to win every round, and nothing but a cut parts them.
    """

    players: int
    tables: tuple[int, ...]
    sitting_out: int
    missing: int
    rounds: int
    needed: int | None = None
    apart: int | None = None
    period: int | None = None
    may_tie: bool = False

    @property
    def sat_out(self) -> tuple[int, int]:
        """How many rounds everybody sits out, at least and at the most, as long as that goes round."""
        total = self.rounds * self.sitting_out
        return total // self.players, -(-total // self.players)

    @property
    def is_too_short(self) -> bool:
        return self.needed is not None and self.rounds < self.needed

    @property
    def meets_again(self) -> bool:
        return self.apart is not None and self.rounds > self.apart


def forecast(plan: CommonPlan, players: int) -> Forecast:
    tables, out = _first_tables(plan, players)
    if not tables:
        missing = next(more for more in itertools.count(1) if _first_tables(plan, players + more)[0])
        return Forecast(players, (), out, missing, plan.rounds)
    mover = plan.mover
    needed = mover.rounds(players) if isinstance(mover, KnockOut) else None
    may_tie = plan.counts == "games" and not plan.options.tie_breaks and players > 2**plan.rounds
    period = _period(plan, tables) if not out else None
    apart = _apart(plan, players, tables)
    return Forecast(players, tables, out, 0, plan.rounds, needed, apart, period, may_tie and not needed)


def _period(plan: CommonPlan, tables: tuple[int, ...]) -> int | None:
    # Two meet again once they have gone on by as many tables, all the way round.
    mover = plan.mover
    if len(set(tables)) > 1 or len(tables) < 2:
        return None
    if isinstance(mover, BySeat):
        step_of = {int(seat): step for seat, step in mover.options.by_seat.items()}
        steps = [step_of.get(seat, 0) for seat in range(1, tables[0] + 1)]
    elif isinstance(mover, ByColour) and mover.options.who == "all":
        steps = list(mover.options.by_colour.values())
    else:
        return None
    return len(tables) // gcd(len(tables), *(step - steps[0] for step in steps)) if steps else None


def _first_tables(plan: CommonPlan, players: int) -> tuple[tuple[int, ...], int]:
    first = plan.mover.first_seating([str(number) for number in range(players)])
    return tuple(map(len, first.tables)), len(first.sitting_out)


def _apart(plan: CommonPlan, players: int, tables: tuple[int, ...]) -> int | None:
    mover = plan.mover
    if isinstance(mover, Scheduled):
        schedule = mover.perfect(players, 1)
        if schedule is not None and schedule.kind in ("meeting", "berger"):
            return len(schedule.cards)
        if mover.options.schedule in ("whist", "couples"):
            return None
    elif plan.movement not in ("drawn", "swiss"):
        return None
    if max(tables) > len(tables) + players - sum(tables):
        # Who sat at the largest table together cannot all sit at different ones.
        return 1
    return comb(players, 2) // sum(comb(size, 2) for size in tables)
