"""Statements that fail, one after the other, and what has to hold then."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import OperationalError, connection

from tests.tournaments.the_rows import Rows, everything, undone


@contextmanager
def failing_at(place: int) -> Iterator[list[str]]:
    """The statement with this number fails, as when the disk is full; gives the statements as they come."""
    seen: list[str] = []

    def count(execute: Any, sql: str, parameters: Any, many: bool, context: Any) -> Any:
        seen.append(sql)
        if len(seen) == place:
            raise OperationalError("disk I/O error")
        return execute(sql, parameters, many, context)

    with connection.execute_wrapper(count):
        yield seen


def failures(act: Callable[[], object]) -> Iterator[int]:
    """Do the act with its first statement failing, then with its second, and so on; the number of each.

    Everything is taken back, also the last time, when no statement failed.
    """
    place = 0
    while True:
        place += 1
        with undone(), failing_at(place) as seen:
            try:
                act()
            except OperationalError:
                yield place
            else:
                assert len(seen) < place, f"nobody heard of the failure of: {seen[place - 1]}"
                return


def happens_whole_or_not_at_all(act: Callable[[], object]) -> None:
    """Whichever statement of the act fails, nothing has happened; then do it, and something has."""
    as_it_was, tried = everything(), 0
    for tried in failures(act):
        assert everything() == as_it_was, f"statement {tried} failed"
    assert tried >= 2
    act()
    assert everything() != as_it_was


def done_in_the_end(run: Callable[[], Any]) -> Iterator[int]:
    """Do background work with its first statement failing, then with its second, and so on; then it is tried again.

    What failed has no effect but in the outbox. Gives the number of each statement, while what was done stands.

    Arguments:
        run: does the job and returns its row.
    """

    def effects() -> Rows:
        return {name: found for name, found in everything().items() if name != "Job"}

    as_it_was = effects()
    place, last = 0, False
    while not last:
        place += 1
        with undone():
            with failing_at(place) as seen:
                try:
                    tried = run()
                except OperationalError:
                    tried = None  # it was the noting down of what came of it that failed
            last = len(seen) < place
            if not last and (tried is None or tried.outcome == "waiting"):
                assert effects() == as_it_was, f"statement {place} failed"
                tried = run()
            assert tried is not None
            assert tried.outcome == "done"
            yield place
