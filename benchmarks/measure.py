"""How a benchmark measures, and how its figures are shown.

CPU time, so that whoever else uses the machine does not count; the work and its reference in turn, so that a
change of the processor's speed falls on both; the median of several runs, so that one odd run says nothing.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator
from statistics import median
from time import process_time
from typing import NamedTuple

RUNS = 25


class Row(NamedTuple):
    """What was measured, beside what, and within which bounds it has to stay.

    Attributes:
        measured, beside: of the work and of its reference, both in `unit`.
        most: the highest `measured` that is good enough, of what is counted; `most_ratio` the same for the ratio of
            the two. What time or memory something takes depends on the machine: it is bound by its ratio alone.
        least_ratio: the lowest ratio that is good enough, where more is better.
    """

    name: str
    measured: float
    unit: str = "ms"
    reference: str = ""
    beside: float | None = None
    most: float | None = None
    most_ratio: float | None = None
    least_ratio: float | None = None

    @property
    def ratio(self) -> float | None:
        """How many times the reference it is."""
        return None if self.beside is None else self.measured / self.beside

    @property
    def holds(self) -> bool:
        """Whether no bound is missed."""
        ratio = self.ratio or 0
        within = self.most is None or self.measured <= self.most
        below = self.most_ratio is None or ratio <= self.most_ratio
        return within and below and (self.least_ratio is None or ratio >= self.least_ratio)

    @property
    def bound(self) -> str:
        """Its bounds in words; empty where it has none."""
        most = [] if self.most is None else [f"{self.most:g} {self.unit}"]
        most += [] if self.most_ratio is None else [f"{self.most_ratio:g} times"]
        told = [f"at most {' and '.join(most)}"] if most else []
        told += [] if self.least_ratio is None else [f"at least {self.least_ratio:g} times"]
        verdict = "holds" if self.holds else "MISSED"
        return f"{' and '.join(told)}: {verdict}" if told else ""


def lines(rows: Iterable[Row]) -> Iterator[str]:
    """The rows as a table: each with its figure, its ratio and its bound, the reference on the line below."""
    for row in rows:
        ratio = "" if row.ratio is None else f"{row.ratio:.2f} times"
        yield f"  {row.name:<58}{_figure(row.measured, row.unit):<15}{ratio:>12}   {row.bound}".rstrip()
        if row.beside is not None:
            yield f"    {row.reference:<56}{_figure(row.beside, row.unit)}"


def _figure(value: float, unit: str) -> str:
    return f"{value:>8.2f} {unit}" if unit == "ms" else f"{value:>5g} {unit}"


def compare(
    name: str,
    work: Callable[[], object],
    reference: str,
    beside: Callable[[], object],
    *,
    runs: int = RUNS,
    most_ratio: float | None = None,
) -> Row:
    """Measure `work` beside what the words of `reference` describe, in milliseconds of CPU time."""
    took, took_beside = in_turn(lambda: milliseconds(work), lambda: milliseconds(beside), runs=runs)
    return Row(name, took, reference=reference, beside=took_beside, most_ratio=most_ratio)


def in_turn(*measured: Callable[[], float], runs: int) -> list[float]:
    """The median of each of these measurements, taken one after the other, `runs` times over."""
    for measure in measured:
        measure()  # imports, caches and prepared statements are there before it counts
    gc.collect()
    gc.freeze()  # what is there to stay is not gone through again in the middle of somebody's run
    taken = [[measure() for measure in measured] for _ in range(runs)]
    gc.unfreeze()
    return [median(column) for column in zip(*taken, strict=True)]


def milliseconds(work: Callable[[], object]) -> float:
    """The CPU time of one run."""
    start = process_time()
    work()
    return 1e3 * (process_time() - start)
