"""What of the room waits for the director: calls, how fast the tables play, a bell that was taken back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from statistics import median

from tournaments.evening import acts
from tournaments.evening.models import DirectorCall, Evening, Hand, Round
from tournaments.evening.plan import Setup
from tournaments.evening.reads.reasons import with_names
from tournaments.evening.record.target_times import first_of, reached_at, was_before

__all__ = [
    "DirectorCall",
    "First",
    "Pace",
    "TakenBack",
    "call",
    "calls",
    "first_at_target",
    "pace",
    "taken_back",
    "target_times",
]

SHORTEST_SILENCE = timedelta(minutes=10)
"""However fast the others play, a table is left in peace for as long."""
TIMES = 3
"""So many times the room's median between two hands is long."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How long the tables of a round take for a hand: the median, or None before the first hand."""

    between: timedelta | None

    @property
    def silence(self) -> timedelta | None:
        """After how long without a hand a table is silent; None while there is nothing to compare it with."""
        return None if self.between is None else max(SHORTEST_SILENCE, TIMES * self.between)


def pace_of(started_at: datetime | None, finished: Mapping[int, Iterable[datetime]]) -> Pace:
    """The pace of a round by when each table finished its hands."""
    gaps = [
        (later - earlier).total_seconds()
        for times in finished.values()
        for earlier, later in pairwise(sorted([*times, *([started_at] if started_at else [])]))
    ]
    return Pace(timedelta(seconds=median(gaps)) if gaps else None)


def pace(round_: Round) -> Pace:
    """The pace of a round; one query."""
    finished: dict[int, list[datetime]] = defaultdict(list)
    rows = Hand.objects.filter(table_round__round=round_, live=True)
    for table, at in rows.values_list("table_id", "played_at"):
        finished[table].append(at)
    return pace_of(round_.started_at, finished)


def calls(evening: Evening) -> list[DirectorCall]:
    """The calls that wait, the longest first; one query."""
    return list(evening.calls.filter(answered_at__isnull=True).select_related("table"))


def call(evening: Evening, pk: int) -> DirectorCall | None:
    """A call of the evening, answered or not; one query."""
    return evening.calls.filter(pk=pk).select_related("table").first()


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Play that goes on after it was stopped: since when, why, and whether a bell rang that was taken back."""

    at: datetime
    reason: str
    rang: bool


def taken_back(evening: Evening) -> TakenBack | None:
    """How play came to go on after it was stopped in the current round, if it does; one query.

    Told from the ledger, where it follows the start of the round and whatever stopped it.
    """
    told = (acts.Start.name, acts.Ring.name, acts.Stop.name, acts.TakeBackBell.name)
    latest = with_names(list(evening.ledger.filter(act__in=told).order_by("-sequence")[:2]))
    if not latest or latest[0].act != acts.TakeBackBell.name:
        return None
    return TakenBack(latest[0].at, latest[0].reason, rang=latest[-1].act == acts.Ring.name)


def target_times(setup: Setup, round_: Round) -> dict[int, datetime]:
    """When each table that may ring finished the hand that brought a couple to the target; one query at most."""
    if setup.target is None:
        return {}
    rows = Hand.objects.filter(table_round__round=round_, live=True).order_by("table", "number")
    hands = rows.select_related("table")
    return reached_at(setup, ((hand.table.number, hand.points, hand.played_at) for hand in hands))


@dataclass(frozen=True, slots=True)
class First:
    """A table that reached the target, when, before the table that has the bell."""

    table: int
    at: datetime
    bell: int


def first_at_target(setup: Setup, round_: Round) -> First | None:
    """The table that was first at the target, where another has the bell; one query at most."""
    if round_.bell_table is None:
        return None
    bell = round_.bell_table.number
    reached = target_times(setup, round_)
    earliest = first_of(reached)
    if earliest is None or not was_before(reached, earliest, bell):
        return None
    return First(earliest, reached[earliest], bell)
