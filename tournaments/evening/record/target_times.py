"""Which tables have reached the target in a round, and which of them was first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import TypeVar

from tournaments.evening.plan import Setup

Moment = TypeVar("Moment", str, datetime)
"""When a hand was finished: as the ledger has it (texts of `chain.instant`), or as a row has it."""


def reached_at(setup: Setup, hands: Iterable[tuple[int, tuple[int, ...], Moment]]) -> dict[int, Moment]:
    """When each table that may ring finished the hand that brought a couple to the target.

    Arguments:
        hands: those that count, as table, points and time; those of one table in the order of their numbers.
    """
    running: dict[int, tuple[int, ...]] = {}
    reached: dict[int, Moment] = {}
    for table, points, at in hands:
        before = running.get(table, (0,) * len(points))
        running[table] = tuple(map(sum, zip(before, points, strict=True)))
        if setup.may_ring(table, running[table]):
            reached.setdefault(table, at)
        else:
            reached.pop(table, None)
    return reached


def first_of(reached: Mapping[int, Moment]) -> int | None:
    """The table that reached the target first, of several at once the lowest; None where none has."""
    return min(reached, key=lambda table: (reached[table], table), default=None)


def was_before(reached: Mapping[int, Moment], table: int, bell: int) -> bool:
    """Whether a table reached the target before the one that has the bell, or that one has not after all."""
    return table in reached and (bell not in reached or reached[table] < reached[bell])
