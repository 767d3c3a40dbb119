"""What a verdict works out again and again while thousands are passed: pure functions, remembered for a while."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tournaments.movement.planner.repair import repair
from tournaments.publishing import verdict

OF_A_LEDGER = ("entries_of", "broken_links", "fold", "disagreements", "unlike_the_seed", "bound", "_beside")
"""What takes long in a verdict, and does not depend on the head."""


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
    """Two verdicts on the very same archive, with its head and without, share what is worked out of its ledger."""
    with pytest.MonkeyPatch.context() as patch:
        for name in OF_A_LEDGER:
            patch.setattr(verdict, name, _by_identity(getattr(verdict, name)))
        yield


def _by_identity(work: Callable[..., Any]) -> Callable[..., Any]:
    """What is refused is not remembered: it is refused again."""
    known: dict[tuple[object, ...], tuple[tuple[Any, ...], Any]] = {}

    def remembered(*about: Any, **more: Any) -> Any:
        key = (*map(id, about), *sorted((name, str(value)) for name, value in more.items()))
        if key not in known:
            made = work(*about, **more)
            known[key] = about, list(made) if isinstance(made, Iterator) else made
        return known[key][1]

    return remembered
