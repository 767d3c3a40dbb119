"""Work on its way: written with its cause, hinted at after the commit, handed out again, done once."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import timedelta
from itertools import permutations
from queue import Queue
from threading import Event
from typing import Any

import pytest
from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

from tests.tournaments.an_evening import AnEvening, a_hand
from tests.tournaments.the_rows import everything
from tournaments import jobs, tasks
from tournaments.models import Job, Publication
from tournaments.services import publishing, rebuild, rounds, work
from tournaments.services.attempts import LONGEST_REMARK, MOST_ATTEMPTS

Make = Callable[..., AnEvening]
Commit = Callable[..., Any]
A_SECOND = timedelta(seconds=1)
BY = "user:1"


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy the machine is, a hint that can be sent is sent before the test goes on."""
    monkeypatch.setattr(jobs, "LONGEST_WAIT_SECONDS", 30)


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The hints that went to the broker."""
    sent: list[int] = []

    def send(name: str, args: list[int], **options: Any) -> None:
        assert name == tasks.run_job.name
        sent.extend(args)

    monkeypatch.setattr(jobs, "current_app", type("App", (), {"send_task": staticmethod(send)}))
    return sent


def of_kind(evening: AnEvening, kind: str) -> Job:
    return evening.evening.jobs.get(kind=kind)


# --- in the outbox ------------------------------------------------------------------------------------


def test_the_close_leaves_its_work_in_the_outbox_and_hints_after_the_commit(
    make_evening: Make, sent: list[int], django_capture_on_commit_callbacks: Commit
) -> None:
    evening = make_evening(8, until="bell")
    with django_capture_on_commit_callbacks(execute=True):
        evening.act(rounds.close)
        assert sent == []
    left = list(evening.evening.jobs.values_list("pk", "kind", "cause", "outcome", "attempts"))
    last = evening.evening.ledger_length
    assert [row[1:] for row in left] == [
        ("standings", last, "waiting", 0),
        ("draft_move", last, "waiting", 0),
    ]
    assert sent == [row[0] for row in left]
    assert all(job.due_at == job.made_at + jobs.PATIENCE for job in evening.evening.jobs.all())


def test_what_is_rolled_back_leaves_no_work_and_no_hint(
    make_evening: Make, sent: list[int], django_capture_on_commit_callbacks: Commit
) -> None:
    evening = make_evening(8, until="bell")
    with django_capture_on_commit_callbacks(execute=True), transaction.atomic():
        evening.act(rounds.close)
        transaction.set_rollback(True)
    assert (sent, Job.objects.count()) == ([], 0)


def test_a_hand_leaves_no_work_and_no_hint(
    make_evening: Make, sent: list[int], django_capture_on_commit_callbacks: Commit
) -> None:
    evening = make_evening(8, until="playing")
    with django_capture_on_commit_callbacks(execute=True) as callbacks:
        evening.enter(1, a_hand())
    assert (callbacks, sent, Job.objects.count()) == ([], [], 0)


def test_asking_again_for_the_same_cause_is_asking_once(make_evening: Make) -> None:
    evening = make_evening(8, until="bell")
    one, other = (jobs.after_commit(Job.Kind.STANDINGS, evening.evening, at=evening.at) for _ in range(2))
    assert one == other
    evening.act(rounds.close)
    assert of_kind(evening, "draft_move").cause == one.cause + 1


def test_work_that_somebody_has_done_already_needs_no_hint(
    make_evening: Make, sent: list[int], django_capture_on_commit_callbacks: Commit
) -> None:
    evening = make_evening(8, until="bell")
    with django_capture_on_commit_callbacks(execute=True):
        evening.act(rounds.close)
        evening.work()
    assert sent == []
    jobs.hint(999_999)
    assert sent == []


def test_a_broker_that_is_not_there_is_no_fault_of_whoever_closes_the_round(
    make_evening: Make,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    django_capture_on_commit_callbacks: Commit,
) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise OperationalError("Connection refused")

    monkeypatch.setattr(jobs, "current_app", type("App", (), {"send_task": staticmethod(refuse)}))
    evening = make_evening(8, until="bell")
    with django_capture_on_commit_callbacks(execute=True), caplog.at_level(logging.WARNING):
        evening.act(rounds.close)
    assert evening.evening.status == "settled"
    assert caplog.text.count("Connection refused") == 2
    assert len(evening.work()) == 2


def test_a_broker_that_says_nothing_holds_nobody_up(
    make_evening: Make, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Commit
) -> None:
    """A Redis that was stopped takes connections and answers none of them, for longer than anybody waits."""
    speaks, told = Event(), Queue[int]()

    def say_nothing(name: str, args: list[int], **_: Any) -> None:
        speaks.wait(20)
        told.put(args[0])

    monkeypatch.setattr(jobs, "current_app", type("App", (), {"send_task": staticmethod(say_nothing)}))
    monkeypatch.setattr(jobs, "LONGEST_WAIT_SECONDS", 0.01)
    evening = make_evening(8, until="bell")
    with django_capture_on_commit_callbacks(execute=True):
        evening.act(rounds.close)
    assert evening.evening.status == "settled"
    assert told.empty()
    speaks.set()
    assert [told.get(timeout=20) for _ in range(2)] == list(evening.evening.jobs.values_list("pk", flat=True))


def test_hints_that_nobody_takes_do_not_pile_up(monkeypatch: pytest.MonkeyPatch) -> None:
    speaks, told = Event(), Queue[int]()

    def say_nothing(name: str, args: list[int], **_: Any) -> None:
        speaks.wait(20)
        told.put(args[0])

    monkeypatch.setattr(jobs, "current_app", type("App", (), {"send_task": staticmethod(say_nothing)}))
    monkeypatch.setattr(jobs, "LONGEST_WAIT_SECONDS", 0.01)
    for key in range(3 * jobs.MOST_HINTS):
        jobs.plan_soon(key)
    speaks.set()
    assert [told.get(timeout=20) for _ in range(jobs.MOST_HINTS)] == list(range(jobs.MOST_HINTS))


# --- doing it -----------------------------------------------------------------------------------------


def test_a_job_is_done_once_and_says_what_came_of_it(make_evening: Make) -> None:
    evening = make_evening(8, until="settled")
    job = of_kind(evening, "draft_move")
    times = iter([evening.at + A_SECOND, evening.at + A_SECOND * 3])
    done = work.run_job(job.pk, clock=lambda: next(times))
    assert done is not None
    job.refresh_from_db()
    assert (job.outcome, job.attempts, job.remark) == ("done", 1, "round 2 drafted")
    assert (job.done_at, job.milliseconds) == (evening.at + A_SECOND * 3, 2000)
    before = everything()
    assert work.run_job(job.pk, clock=evening.clock) is None
    assert everything() == before


def test_a_job_that_is_gone_is_nobodys(db: None) -> None:
    assert work.run_job(999_999, clock=lambda: pytest.fail("no need of the time")) is None


def test_work_whose_reason_is_gone_is_done_with_nothing_to_do(make_evening: Make) -> None:
    evening = make_evening(8, until="settled")
    job = of_kind(evening, "draft_move")
    evening._finished()
    done = work.run_job(job.pk, clock=evening.clock)
    assert done is not None
    assert (done.outcome, done.remark) == ("done", "nothing to draft")
    assert rebuild.check(evening.read()) == []


@pytest.mark.parametrize("order", list(permutations(["standings", "draft_move"])), ids=" then ".join)
def test_jobs_come_to_the_same_in_any_order_however_often(make_evening: Make, order: tuple[str, ...]) -> None:
    def seats(evening: AnEvening) -> list[Any]:
        rows = evening.evening.rounds.get(number=2).seats.order_by("table_round__table__number", "seat")
        return list(rows.values_list("table_round__table__number", "seat", "ticket__start_order"))

    def lines(evening: AnEvening) -> list[Any]:
        rows = evening.evening.standings.order_by("ticket__start_order")
        return list(rows.values_list("ticket__start_order", "place", "won_halves"))

    one, other = (make_evening(9, until="settled", name=name) for name in ("One", "Other"))
    one.work()
    for kind in [*order, *order, *order]:
        Job.objects.filter(evening=other.evening, kind=kind).update(outcome="waiting")
        other.work()
    assert (seats(one), lines(one)) == (seats(other), lines(other))
    assert rebuild.check(other.read()) == []


# --- failing ------------------------------------------------------------------------------------------


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Callable[[bool], None]:
    """Switch for publishing: it writes half of what it should and fails."""
    whole = work.WORK[Job.Kind.PUBLISH]

    def half(job: Job, at: Any) -> str:
        whole(job, at)
        raise ZeroDivisionError("the printer is on fire " + "!" * 1000)

    def switch(on: bool) -> None:
        monkeypatch.setitem(work.WORK, Job.Kind.PUBLISH, half if on else whole)

    return switch


def a_publication(make_evening: Make) -> tuple[AnEvening, Job]:
    evening = make_evening(8, until="finished")
    evening.work()
    return evening, evening.act(publishing.request_publication)


def test_a_job_that_fails_has_no_effect_says_why_and_waits_longer_each_time(
    make_evening: Make, broken: Callable[[bool], None]
) -> None:
    evening, job = a_publication(make_evening)
    broken(True)
    pauses = []
    for tries in range(1, MOST_ATTEMPTS + 1):
        work.run_job(job.pk, clock=lambda: evening.at)
        job.refresh_from_db()
        pauses.append((job.due_at - evening.at).total_seconds())
        assert (job.attempts, job.outcome) == (tries, "failed" if tries == MOST_ATTEMPTS else "waiting")
    assert pauses == [2, 4, 8, 16, 32, 60, 60, 60]
    assert job.remark.startswith("ZeroDivisionError: the printer is on fire !")
    assert len(job.remark) == LONGEST_REMARK
    assert not Publication.objects.exists()
    assert evening.read().status == "finished"
    assert rebuild.check(evening.evening) == []


def test_a_job_given_up_waits_for_a_person_who_has_it_tried_again(
    make_evening: Make,
    broken: Callable[[bool], None],
    sent: list[int],
    django_capture_on_commit_callbacks: Commit,
) -> None:
    evening, job = a_publication(make_evening)
    broken(True)
    for _ in range(MOST_ATTEMPTS + 2):
        work.run_job(job.pk, clock=evening.clock)
    job.refresh_from_db()
    assert (job.outcome, job.attempts) == ("failed", MOST_ATTEMPTS)
    assert work.sweep(at=evening.at + timedelta(days=1)) == []
    broken(False)
    with django_capture_on_commit_callbacks(execute=True):
        work.try_again(job=job, at=evening.clock())
    assert sent == [job.pk]
    done = work.run_job(job.pk, clock=evening.clock)
    assert done is not None
    assert (done.outcome, done.attempts, done.remark) == ("done", 1, "publication 1")
    with django_capture_on_commit_callbacks(execute=True):
        work.try_again(job=job, at=evening.clock())
    job.refresh_from_db()
    assert job.outcome == "done", "what is done is not tried again"
    assert sent == [job.pk]


# --- the sweep ----------------------------------------------------------------------------------------


def test_the_sweep_hands_out_what_is_due_once_in_each_stretch_of_patience(
    make_evening: Make, sent: list[int]
) -> None:
    evening = make_evening(8, until="settled")
    first, second = evening.evening.jobs.order_by("pk")
    due = first.made_at + jobs.PATIENCE
    assert work.sweep(at=due - A_SECOND) == []
    assert work.sweep(at=due) == [first.pk, second.pk]
    assert work.sweep(at=due) == []
    work.run_job(first.pk, clock=lambda: due)
    assert work.sweep(at=due + jobs.PATIENCE - A_SECOND) == []
    assert work.sweep(at=due + jobs.PATIENCE) == [second.pk]
    assert sent == [first.pk, second.pk, second.pk]


def test_a_failed_job_is_handed_out_when_its_pause_is_over(make_evening: Make, sent: list[int]) -> None:
    evening = make_evening(8, until="settled")
    evening.work()
    Job.objects.update(outcome="waiting", due_at=evening.at + A_SECOND * 2, attempts=1)
    assert work.sweep(at=evening.at + A_SECOND) == []
    assert len(work.sweep(at=evening.at + A_SECOND * 2)) == 2


# --- the door of Celery -------------------------------------------------------------------------------


def test_the_worker_knows_the_work_by_the_names_that_it_is_sent_by(make_evening: Make) -> None:
    assert {jobs.RUN_JOB, jobs.SWEEP} <= set(current_app.tasks)
    evening = make_evening(8, until="settled")
    job = of_kind(evening, "standings")
    tasks.run_job(job.pk)
    job.refresh_from_db()
    assert job.outcome == "done"
    tasks.run_job(job.pk)


def test_the_sweep_of_the_worker_goes_by_the_clock_on_the_wall(make_evening: Make, sent: list[int]) -> None:
    evening = make_evening(8, until="settled")
    Job.objects.update(due_at="2000-01-01T00:00Z")
    tasks.sweep()
    assert sorted(sent) == sorted(evening.evening.jobs.values_list("pk", flat=True))


def test_the_settings_are_those_that_the_proofs_stand_on(settings: Any) -> None:
    """Late acknowledgement, nothing fetched ahead, no results, and a broker that is asked once more at most."""
    assert settings.CELERY_TASK_ACKS_LATE
    assert settings.CELERY_TASK_REJECT_ON_WORKER_LOST
    assert settings.CELERY_WORKER_PREFETCH_MULTIPLIER == 1
    assert settings.CELERY_TASK_IGNORE_RESULT
    assert settings.CELERY_TASK_PUBLISH_RETRY_POLICY["max_retries"] == 1
    assert {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()} == {jobs.SWEEP}
