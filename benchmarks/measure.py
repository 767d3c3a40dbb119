"""How a benchmark measures: the best of many runs, and the same for a reference beside it."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import NamedTuple

RUNS = 25


class Row(NamedTuple):
    """One line of a benchmark: what was measured, against what, in seconds."""

    name: str
    measured: float
    reference: float

    @property
    def ratio(self) -> float:
        """How many times the reference it took."""
        return self.measured / self.reference

    def __str__(self) -> str:
        """The line as printed: `name, measured, reference, ratio`."""
        return f"{self.name}, {1e3 * self.measured:.2f} ms, {1e3 * self.reference:.2f} ms, {self.ratio:.2f}"


def compare(
    name: str, work: Callable[[], object], reference: Callable[[], object], *, runs: int = RUNS
) -> Row:
    """Run both in turn, so that a busy moment of the machine falls on both, and keep the best of each."""
    measured, beside = [], []
    for _ in range(runs):
        measured.append(_seconds(work))
        beside.append(_seconds(reference))
    return Row(name, min(measured), min(beside))


def _seconds(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start
