"""The database may refuse any statement of an act: then nothing of the act has happened, and it can be done again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import OperationalError, connection

from tests.tournaments.an_evening import AnEvening, a_hand
from tests.tournaments.services.test_query_counts import COUNTED
from tests.tournaments.the_rows import Rows, everything, undone
from tournaments.models import Hand, Job
from tournaments.services import publishing, rebuild, scoresheets, work

Make = Callable[..., AnEvening]
ACTS = [name for name in COUNTED if name != "rebuild --check"]


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


@pytest.mark.parametrize("name", ACTS)
def test_an_act_happens_whole_or_not_at_all(make_evening: Make, name: str) -> None:
    until, before, act, _ = COUNTED[name]
    evening = make_evening(9, until=until)
    before(evening)
    evening.read()
    as_it_was = everything()
    tried = 0
    for tried in failures(lambda: act(evening)):
        assert everything() == as_it_was, f"statement {tried} failed"
    assert tried >= 3
    act(evening)
    assert everything() != as_it_was


def test_a_hand_whose_entry_failed_is_sent_again_with_its_key(make_evening: Make) -> None:
    evening = make_evening(8, until="playing")

    def enter() -> scoresheets.Entered:
        return scoresheets.enter_hand(
            evening_id=evening.evening.pk,
            table_number=1,
            hand=a_hand(),
            key="one-key",
            by="table:1",
            at=evening.at,
        )

    for place in failures(enter):
        with undone():
            with failing_at(place), pytest.raises(OperationalError):
                enter()
            assert not enter().replayed
            assert enter().replayed
            assert Hand.objects.count() == 1
            assert rebuild.check(evening.read()) == []


def but_jobs(rows: Rows) -> Rows:
    return {name: found for name, found in rows.items() if name != "Job"}


@pytest.mark.parametrize("kind", Job.Kind.values)
def test_a_job_that_fails_anywhere_has_no_effect_and_is_tried_again(make_evening: Make, kind: str) -> None:
    evening = make_evening(9, until="finished" if kind == "publish" else "settled")
    if kind == "publish":
        evening.act(publishing.request_publication)
    job = evening.evening.jobs.get(kind=kind, outcome=Job.Outcome.WAITING)
    as_it_was = but_jobs(everything())
    place, done = 0, False
    while not done:
        place += 1
        with undone():
            with failing_at(place) as seen:
                try:
                    tried = work.run_job(job.pk, clock=evening.clock)
                except OperationalError:
                    tried = None  # it was the noting down of the outcome that failed
            done = len(seen) < place
            if not done and (tried is None or tried.outcome == Job.Outcome.WAITING):
                assert but_jobs(everything()) == as_it_was, f"statement {place} failed"
                tried = work.run_job(job.pk, clock=evening.clock)
            assert tried is not None
            assert tried.outcome == Job.Outcome.DONE
            assert rebuild.check(evening.read()) == []
    assert place > 5
