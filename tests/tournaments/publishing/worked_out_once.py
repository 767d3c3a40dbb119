"""What a verdict or a check works out again while thousands are passed: pure functions, remembered for a while."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import product
from typing import Any

import pytest

from tournaments.evening import comparison, fold, outcome
from tournaments.ledger.chain import Entry, broken_links
from tournaments.publishing import publish, verdict

OF_WHAT_IS_THERE: tuple[Any, ...] = (
    *(outcome.entries_of, broken_links, comparison.disagreements, comparison.rows_of),
    *(outcome.standings_of, outcome.prizes_of, comparison.expected_standings, verdict._unlike_the_ledger),
)
"""What takes long in a verdict or a check and does not depend on the head: the same of the same things."""
OF_THE_ENTRIES: tuple[Any, ...] = (fold.fold, fold.unlike_the_seed)
"""What takes long and does not depend on the hashes of the entries: the same before and after they are made good."""
LAST = 8
"""How many results of each are remembered: those of the alteration that is tried, and of what nobody altered."""


@contextmanager
def each_worked_out_once() -> Iterator[None]:
    """Verdicts and checks that follow each other share what they ask about the same ledger."""
    remembered: dict[Any, Any] = {work: _remembered(work, by=_identity) for work in OF_WHAT_IS_THERE}
    remembered |= {work: _remembered(work, by=_without_hashes) for work in OF_THE_ENTRIES}
    with pytest.MonkeyPatch.context() as patch:
        for module, (work, again) in product((publish, verdict), remembered.items()):
            if work in vars(module).values():
                patch.setattr(module, work.__name__, again)
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
