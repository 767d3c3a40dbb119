"""What a verdict works out again and again while thousands are passed: pure functions, remembered for a while."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tournaments.ledger.chain import Entry
from tournaments.movement.planner import repair
from tournaments.publishing import verdict

OF_WHAT_IS_THERE = (
    *("entries_of", "broken_links", "disagreements"),
    *("standings_of", "prizes_of", "_unlike_the_ledger"),
)
"""What takes long in a verdict and does not depend on the head: the same of the same things."""
OF_THE_ENTRIES = ("fold", "unlike_the_seed")
"""What takes long and does not depend on the hashes of the entries: the same before and after they are made good."""
LAST = 8
"""How many results of each are remembered: those of the alteration that is tried, and of what nobody altered."""


@contextmanager
def schedules_mended_once() -> Iterator[None]:
    """A schedule is mended once for each task while the block runs: most archives ask for the same.

    Tasks are told apart by how they are written, in which 1, 1.0 and True differ.
    """
    known: dict[str, Any] = {}

    def remembered(*task: Any, **how: Any) -> Any:
        key = repr((task, how))
        if key not in known:
            known[key] = repair(*task, **how)
        return known[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tournaments.movement.scheduled.repair", remembered)
        yield


@contextmanager
def each_worked_out_once() -> Iterator[None]:
    """Verdicts that follow each other share what they ask about the same ledger."""
    with pytest.MonkeyPatch.context() as patch:
        for name in OF_WHAT_IS_THERE:
            patch.setattr(verdict, name, _remembered(getattr(verdict, name), by=_identity))
        for name in OF_THE_ENTRIES:
            patch.setattr(verdict, name, _remembered(getattr(verdict, name), by=_without_hashes))
        yield


def _identity(*about: Any, **more: Any) -> object:
    return (*map(id, about), *sorted((name, str(value)) for name, value in more.items()))


def _without_hashes(entries: list[Entry]) -> object:
    return tuple((one.sequence, one.act, one.body, one.by, one.at, one.reason) for one in entries)


def _remembered(work: Callable[..., Any], *, by: Callable[..., object]) -> Callable[..., Any]:
    """What is asked for is kept beside the answer, so that nothing else takes its identity meanwhile.

    What is refused is not remembered: it is refused again.
    """
    known: dict[object, tuple[tuple[Any, ...], Any]] = {}

    def remembered(*about: Any, **more: Any) -> Any:
        key = by(*about, **more)
        if key not in known:
            made = work(*about, **more)
            if len(known) == LAST:
                del known[next(iter(known))]
            known[key] = about, list(made) if isinstance(made, Iterator) else made
        return known[key][1]

    return remembered
