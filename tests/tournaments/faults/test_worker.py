"""Real workers, a real Redis: what is asked for is done once, whoever dies, and the desk says what waits."""

from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from celery import Celery
from django.utils import timezone
from django.utils.text import capfirst

from tests.faults.deployment import Broker
from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.evening.web.desk.at_the_desk import Desk
from tests.tournaments.faults.servers import (
    Worker,
    all_done,
    cut_off,
    database_url,
    nobody_writes,
    time_passes,
    waiting_to_write,
)
from tests.tournaments.faults.together import at_once, entries_of
from tournaments.club.models import Club
from tournaments.evening import acts
from tournaments.evening.models import Seat
from tournaments.league.services.ledger import ask_ratings
from tournaments.operations import health
from tournaments.publishing import publish
from tournaments.work import outbox
from tournaments.work.models import Job
from tournaments.work.outbox import DRAFT_MOVE, STANDINGS, Topic

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]
NEVER = "3600"
AN_HOUR = timedelta(hours=1)


@pytest.fixture
def broker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Any) -> Iterator[Broker]:
    """A running Redis to which this process sends its hints, and which is its cache too."""
    place = tmp_path / "redis"
    place.mkdir()
    found = Broker(place)
    sender = Celery("sender", broker=found.url, set_as_current=False)
    sender.conf.broker_transport_options = settings.CELERY_BROKER_TRANSPORT_OPTIONS
    monkeypatch.setattr(outbox, "current_app", sender)
    settings.CACHES = {"default": {**settings.CACHES["default"], "LOCATION": found.url}}
    found.start()
    yield found
    sender.close()
    found.stop()


@pytest.fixture
def worker(broker: Broker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Worker]:
    """A worker, not started yet, whose sweep runs all the time."""
    monkeypatch.setenv("DATABASE_URL", database_url())
    monkeypatch.setenv("REDIS_URL", broker.url)
    monkeypatch.setenv("HEAD_TABLE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("SWEEP_SECONDS", "0.2")
    monkeypatch.setenv("LOG_LEVEL", "INFO")
    found = Worker(tmp_path)
    yield found
    if found.child.process is not None:
        found.child.kill()


@pytest.fixture
def room(club: Club) -> Make:
    """A maker of evenings that were begun an hour ago, by the clock on the wall: the worker goes by it."""

    def make(until: str, name: str = "Friday") -> AnEvening:
        return AnEvening.made(club, 12, at=timezone.now() - AN_HOUR, name=name).bring_to(until)

    return make


def outcomes(evening: AnEvening) -> dict[str, tuple[str, int]]:
    """Of each kind of job that the evening has: what became of it, and how often it was tried."""
    return {job.topic: (job.outcome, job.attempts) for job in evening.evening.jobs.all()}


def shown(topic: Topic) -> str:
    return str(capfirst(topic.label))


ONCE_EACH = {"standings": ("done", 1), "draft_move": ("done", 1)}


def moved_once(evening: AnEvening) -> bool:
    """Whether the move was drafted once, and nothing disagrees with the ledger."""
    evening.read()
    return entries_of(evening.evening, "draft_move") == 1 and publish.check_rows(evening.evening) == []


def does_all_once(worker: Worker, *evenings: AnEvening) -> None:
    """The worker comes to the end of its work, having done each job of these evenings once."""
    worker.until(all_done)
    for evening in evenings:
        assert outcomes(evening) == ONCE_EACH
        assert moved_once(evening)


def killed_in_the_middle(evening: AnEvening, worker: Worker) -> None:
    """The worker has written the draft into the ledger and not yet given anybody a seat: there it ends."""
    with nobody_writes(Seat):
        evening.act(acts.Close())
        worker.start()
        worker.until(lambda: bool(waiting_to_write(Seat)))
        worker.kill()
    assert outcomes(evening)["draft_move"] == ("waiting", 0)
    assert (evening.read().status, entries_of(evening.evening, "draft_move")) == ("settled", 0)
    assert publish.check_rows(evening.evening) == []


def test_a_hint_wakes_the_worker_and_no_sweep_is_needed(
    room: Make, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SWEEP_SECONDS", NEVER)
    worker.start()
    evening = room("settled")
    does_all_once(worker, evening)


def test_the_sweep_finds_what_no_hint_told_of(
    room: Make, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "send", lambda *_: None)
    evening = room("settled")
    time_passes(at=timezone.now())
    worker.start()
    does_all_once(worker, evening)


def test_a_worker_killed_in_the_middle_of_a_job_does_it_once_when_it_is_back(
    room: Make, worker: Worker, desk: Desk
) -> None:
    evening = room("bell")
    killed_in_the_middle(evening, worker)
    assert shown(DRAFT_MOVE) in desk.of(evening).see("desk-jobs")
    time_passes(at=timezone.now())
    does_all_once(worker, evening)
    assert "round 2 drafted" in desk.of(evening).see("desk-jobs")


def test_control_without_the_sweep_the_job_of_a_killed_worker_lies_there(
    room: Make, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SWEEP_SECONDS", NEVER)
    evening = room("bell")
    killed_in_the_middle(evening, worker)
    time_passes(at=timezone.now())
    other = room("settled", "Saturday")
    worker.until(lambda: outcomes(other) == ONCE_EACH)
    assert outcomes(evening)["draft_move"] == ("waiting", 0)


def test_a_worker_whose_connection_breaks_in_the_middle_tries_again_and_says_why(
    room: Make, worker: Worker, desk: Desk
) -> None:
    evening = room("bell")
    with nobody_writes(Seat):
        evening.act(acts.Close())
        worker.start()
        worker.until(lambda: bool(waiting_to_write(Seat)))
        cut_off(*waiting_to_write(Seat))
        worker.until(lambda: outcomes(evening)["draft_move"] == ("waiting", 1))
        assert entries_of(evening.evening, "draft_move") == 0
        assert "terminating connection" in desk.of(evening).see("desk-jobs")
    time_passes(at=timezone.now())
    worker.until(all_done)
    assert outcomes(evening) == {"standings": ("done", 1), "draft_move": ("done", 2)}
    assert moved_once(evening)


def test_while_no_worker_runs_the_desk_says_what_waits_and_nothing_is_lost(
    room: Make, worker: Worker, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "STARTED", -1000.0)
    worker.start()
    first = room("settled", "Friday")
    worker.until(all_done)
    worker.stop()
    evening = room("settled", "Saturday")
    evening.evening.jobs.update(made_at=timezone.now() - AN_HOUR)
    board, listed = desk.of(evening).see(), desk.of(evening).see("desk-jobs")
    assert "The worker has not answered for 60 min: 2 jobs wait" in board
    assert all(shown(topic) in listed for topic in (STANDINGS, DRAFT_MOVE))
    ready = desk.client.get("/readyz")
    assert (ready.status_code, "2 jobs wait" in ready.content.decode()) == (503, True)
    time_passes(at=timezone.now())
    worker.until(all_done)
    assert desk.client.get("/readyz").status_code == 200
    assert "has not answered" not in desk.of(evening).see()
    does_all_once(worker, first, evening)


def test_a_redis_that_answers_nobody_holds_nobody_up_for_ever(
    room: Make, worker: Worker, broker: Broker
) -> None:
    worker.start()
    room("settled", "Friday")
    worker.until(all_done)
    evening = room("bell", "Saturday")
    with broker.struck_dumb():
        (closed,) = at_once([lambda: evening.act(acts.Close())])
        assert closed.told == "done"
        assert outcomes(evening) == {"standings": ("waiting", 0), "draft_move": ("waiting", 0)}
    time_passes(at=timezone.now())
    does_all_once(worker, evening)


def test_two_workers_with_a_clock_each_do_every_job_once(room: Make, worker: Worker, tmp_path: Path) -> None:
    place = tmp_path / "second"
    place.mkdir()
    second = Worker(place)
    try:
        for each in (worker, second):
            each.start()
        evenings = [room("settled", name) for name in ("Monday", "Tuesday", "Wednesday")]
        does_all_once(worker, *evenings)
    finally:
        second.child.kill()


def done(count: int) -> bool:
    return Job.objects.filter(outcome=Job.Outcome.DONE).count() >= count


def test_a_worker_killed_again_and_again_does_every_job_once(room: Make, worker: Worker) -> None:
    evenings = [room("bell", name) for name in ("Monday", "Tuesday", "Wednesday")]
    for count, evening in enumerate(evenings):
        evening.act(acts.Close())
        time_passes(at=timezone.now())
        worker.start()
        worker.until(partial(done, 2 * count + 1))
        worker.kill()
    time_passes(at=timezone.now())
    does_all_once(worker, *evenings)


def test_a_worker_of_the_slow_queue_leaves_what_a_room_waits_for_to_others(
    room: Make, worker: Worker, tmp_path: Path
) -> None:
    place = tmp_path / "slow"
    place.mkdir()
    slow = Worker(place, queues="slow")
    evening = room("settled")
    rated = ask_ratings(evening.evening.club, "chantecler", at=timezone.now())
    try:
        slow.start()
        slow.until(lambda: not Job.objects.waiting().filter(pk=rated.pk).exists())
        assert outcomes(evening) == {"standings": ("waiting", 0), "draft_move": ("waiting", 0)}
    finally:
        slow.child.kill()
    worker.start()
    does_all_once(worker, evening)
