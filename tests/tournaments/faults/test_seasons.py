"""Seasons while several work on them: each evening is taken once, nothing asked for is lost, nothing is half done."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import date, datetime, timedelta
from typing import Any

import pytest
from django.db import connection, connections

from tests.tournaments.a_season import ASeason, league_jobs
from tests.tournaments.an_evening import AnEvening
from tests.tournaments.faults.servers import database_url, nobody_writes, waiting_to_write
from tests.tournaments.faults.together import A_MOMENT, STUCK, Outcome, at_once, each, without_locks
from tournaments.club.models import Club
from tournaments.evening.services import results
from tournaments.league.models import Season, SeasonEvening, SeasonLine
from tournaments.league.reads.tables import forget
from tournaments.league.services import tables
from tournaments.ledger.chain import Entry, broken_links, instant
from tournaments.work import outbox, runner
from tournaments.work.models import Job
from tournaments.work.outbox import LONG_PATIENCE, SEASON, Done
from tournaments.work.runner import BY, Assignment

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]
DAYS = [date(2026, 10, day) for day in (2, 9)]
WORK = """
import sys
import django
django.setup()
from django.utils import timezone
from tournaments.work import runner
runner.run(int(sys.argv[1]), clock=timezone.now)
"""


@pytest.fixture
def season(club: Club) -> ASeason:
    """A season that has two evenings to take."""
    season = ASeason.made(club)
    for day in DAYS:
        at = season.at.replace(month=day.month, day=day.day)
        season.evenings.append(AnEvening.made(club, 8, at=at, rounds=1).bring_to("published"))
    return season


def waiting(season: ASeason) -> list[int]:
    return list(season.season.jobs.waiting().values_list("pk", flat=True))


def harm(season: ASeason) -> list[str]:
    """In what the season differs from one that a single worker has done; nothing where it is right."""
    found = chain(season.read())
    taken = season.acts().count("take")
    if taken != len(season.evenings):
        found.append(f"{taken} entries for {len(season.evenings)} evenings")
    kept = table(season)
    forget()
    season.season.lines.all().delete()
    tables.recompute(season=season.season, by="user:1", at=season.clock())
    return found if kept == table(season) else [*found, "the lines are others"]


def table(season: ASeason) -> list[tuple[object, ...]]:
    return [(line.player_id, line.position, line.place, line.total) for line in season.lines()]


def chain(season: Season) -> list[str]:
    entries = [
        Entry(row.sequence, row.act, row.body, row.by, instant(row.at), row.reason, row.hash)
        for row in season.ledger.order_by("sequence")
    ]
    return broken_links(entries, length=season.ledger_length, head=season.ledger_head)


@contextmanager
def meeting_in_the_middle(everybody: int, *, patience: float = A_MOMENT) -> Iterator[list[int]]:
    """Whoever begins to work a season out waits for the others, in vain where a lock keeps them apart.

    Gives the seasons that were begun, each time they were.
    """
    barrier, begun = threading.Barrier(everybody), []
    recompute = tables.recompute

    def met(*, season: Season, **arguments: Any) -> int:
        begun.append(season.pk)
        with suppress(threading.BrokenBarrierError):
            barrier.wait(patience)
        return recompute(season=season, **arguments)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tables, "recompute", met)
        yield begun


def two_workers(season: ASeason) -> list[Outcome]:
    """Each has another piece of the same season's work in hand."""
    keys, at = waiting(season), season.clock()
    assert len(keys) == 2
    return at_once(each(2, lambda place: runner.run(keys[place], clock=lambda: at)))


def test_two_workers_with_one_season_work_it_out_once(season: ASeason) -> None:
    with meeting_in_the_middle(2) as begun:
        outcomes = two_workers(season)
    assert {outcome.told for outcome in outcomes} == {"done"}
    assert [outcome.value is None for outcome in outcomes].count(True) == 1
    assert begun == [season.season.pk]
    assert waiting(season) == []
    assert harm(season) == []


def each_in_a_line_of_its_own(season: ASeason) -> None:
    """Nothing orders the work of the season any more."""
    for key in waiting(season):
        Job.objects.filter(pk=key).update(ordering_key=f"season {key}")


def test_two_workers_in_lines_of_their_own_wait_for_each_other(season: ASeason) -> None:
    each_in_a_line_of_its_own(season)
    with meeting_in_the_middle(2) as begun:
        outcomes = two_workers(season)
    assert {outcome.told for outcome in outcomes} == {"done"}
    assert begun == [season.season.pk] * 2, "one after the other"
    assert harm(season) == []


def test_control_without_order_and_the_lock_of_the_season_both_work_it_out_at_once(season: ASeason) -> None:
    each_in_a_line_of_its_own(season)
    with meeting_in_the_middle(2, patience=STUCK) as begun, without_locks():
        two_workers(season)
    assert begun == [season.season.pk] * 2
    season.work()
    assert harm(season) == [], "the constraints keep even then what one of them did"


def elsewhere(act: Callable[[], object]) -> None:
    """Do something on a connection of its own, and wait until it has committed."""
    (outcome,) = at_once([act])
    assert outcome.told == "done", outcome.error


def publish(evening: AnEvening, at: datetime) -> None:
    results.request_publication(evening=evening.evening, by="user:1", at=at)
    for key in evening.evening.jobs.filter(outcome="waiting").values_list("pk", flat=True):
        runner.run(key, clock=lambda: at)
    assert evening.read().status == "published"


@contextmanager
def an_evening_published_in_the_middle(season: ASeason) -> Iterator[None]:
    """After a worker has read what is published, and before it commits, another evening is published."""
    at = season.at.replace(month=10, day=16)
    late = AnEvening.made(season.season.league.club, 8, at=at, rounds=1).bring_to("finished")
    season.evenings.append(late)
    write = tables._write
    times: list[int] = []

    def interrupted(*arguments: Any) -> Any:
        if not times:
            times.append(1)
            elsewhere(lambda: publish(late, at + timedelta(hours=5)))
        return write(*arguments)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tables, "_write", interrupted)
        yield
    assert times


def test_an_evening_published_while_a_worker_is_in_the_middle_is_not_lost(season: ASeason) -> None:
    with an_evening_published_in_the_middle(season):
        runner.run(waiting(season)[0], clock=season.clock)
    left = waiting(season)
    assert [Job.objects.get(pk=key).payload["evening"] for key in left] == [season.evenings[2].evening.pk]
    season.work()
    assert harm(season) == []


def test_control_work_marked_by_season_afterwards_loses_it(
    season: ASeason, monkeypatch: pytest.MonkeyPatch
) -> None:
    def marked_afterwards(assigned: Assignment) -> Done:
        known = [job.payload["evening"] for job in assigned.line()]
        tables.recompute(season=assigned.subject, by=BY, at=assigned.at, only=known)
        return Done(also=[job.pk for job in assigned.line()])

    monkeypatch.setattr(SEASON.handler, marked_afterwards)
    with an_evening_published_in_the_middle(season):
        runner.run(waiting(season)[0], clock=season.clock)
    assert waiting(season) == []
    assert not SeasonEvening.objects.filter(evening=season.evenings[2].evening).exists()
    assert "2 entries for 3 evenings" in harm(season)


def test_a_worker_killed_before_it_commits_leaves_nothing_half_done(season: ASeason) -> None:
    keys, before = waiting(season), season.season.ledger_length
    with nobody_writes(SeasonLine):
        process = subprocess.Popen(
            [sys.executable, "-c", WORK, str(keys[0])],
            env={**os.environ, "DATABASE_URL": database_url(), "DJANGO_SETTINGS_MODULE": "config.settings"},
        )
        deadline = time.monotonic() + STUCK
        while not waiting_to_write(SeasonLine):
            assert process.poll() is None, "it ended before it wrote"
            assert time.monotonic() < deadline, "it never came to writing"
            time.sleep(0.05)
        process.kill()
        process.wait()
    connection.ensure_connection()
    done = None
    while done is None:  # until the database has heard of the death, the job is in the dead worker's hands
        assert time.monotonic() < deadline, "its job was never free"
        done = runner.run(keys[0], clock=season.clock)
    assert (done.outcome, done.attempts) == ("done", 1)
    assert season.read().ledger_length == before + 2
    assert harm(season) == []


def test_a_hint_that_is_lost_is_made_good_by_one_of_two_sweeps(
    season: ASeason, monkeypatch: pytest.MonkeyPatch
) -> None:
    handed: list[int] = []
    keys = set(league_jobs().waiting().values_list("pk", flat=True))
    late = league_jobs().latest("made_at").made_at + LONG_PATIENCE
    monkeypatch.setattr(outbox, "send", lambda _queue, key: handed.append(key))
    assert keys > set(outbox.hand_out(at=league_jobs().earliest("made_at").made_at)) == set()
    outcomes = at_once(each(2, lambda _: outbox.hand_out(at=late)))
    assert {outcome.told for outcome in outcomes} == {"done"}
    assert sorted(handed) == sorted(keys), "each once"
    assert outbox.hand_out(at=late) == []
    for key in sorted(handed):
        runner.run(key, clock=season.clock)
    assert harm(season) == []
    connections.close_all()
