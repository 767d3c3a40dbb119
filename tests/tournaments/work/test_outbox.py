"""Work on its way: written with its cause, hinted at after the commit, handed out again, done once."""

import logging
import time
from collections.abc import Callable
from datetime import timedelta
from itertools import permutations
from queue import Queue
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest
from celery import current_app
from django.db import transaction
from django.utils.module_loading import import_string
from kombu.exceptions import OperationalError

from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.conftest import START
from tests.tournaments.the_rows import unchanged
from tournaments import tasks
from tournaments.evening import acts
from tournaments.evening.models import Publication
from tournaments.evening.services import results
from tournaments.league.services.ledger import ask_ratings
from tournaments.publishing import publish
from tournaments.site.web import words as job_words
from tournaments.work import outbox, runner
from tournaments.work.models import Job, kind_of
from tournaments.work.runner import MOST_ATTEMPTS, Assignment, sweep

Commit = Callable[..., Any]
Silent = tuple[Event, Queue[int]]
Close = Callable[..., AnEvening]
A_SECOND = timedelta(seconds=1)


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy the machine is, a hint that can be sent is sent before the test goes on."""
    monkeypatch.setattr(outbox, "LONGEST_WAIT_SECONDS", 30)


def send_by(monkeypatch: pytest.MonkeyPatch, send: Callable[..., None]) -> None:
    monkeypatch.setattr(outbox, "current_app", SimpleNamespace(send_task=send))


@pytest.fixture
def queued(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """The hints that went to the broker, each with its queue."""
    sent: list[tuple[str, int]] = []

    def send(name: str, args: list[int], **options: Any) -> None:
        assert name == tasks.run.name
        sent.append((options["queue"], *args))

    send_by(monkeypatch, send)
    return sent


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    keys: list[int] = []
    send_by(monkeypatch, lambda name, args, **_: keys.extend(args))
    return keys


@pytest.fixture
def close(make_evening: Make, django_capture_on_commit_callbacks: Commit) -> Callable[..., AnEvening]:
    """Close the round of an evening, do something else in the same transaction, and commit."""

    def and_commit(then: Callable[[AnEvening], object] = lambda _: None) -> AnEvening:
        evening = make_evening(8, until="bell")
        with django_capture_on_commit_callbacks(execute=True):
            evening.act(acts.Close())
            then(evening)
        return evening

    return and_commit


@pytest.fixture
def silent(monkeypatch: pytest.MonkeyPatch) -> Silent:
    """A Redis that was stopped takes connections and answers none of them, for longer than anybody waits.

    When it speaks again, and the hints that went to it.
    """
    speaks, told = Event(), Queue[int]()

    def say_nothing(name: str, args: list[int], **_: Any) -> None:
        speaks.wait(20)
        told.put(args[0])

    send_by(monkeypatch, say_nothing)
    monkeypatch.setattr(outbox, "LONGEST_WAIT_SECONDS", 0.01)
    return speaks, told


def said(job: Job) -> str:
    return str(outbox.remark_of(job))


def of_kind(evening: AnEvening, kind: str) -> Job:
    return evening.evening.jobs.get(topic=kind)


def test_the_close_leaves_work_and_hints_after_commit(close: Close, queued: list[tuple[str, int]]) -> None:
    before: list[int] = []
    evening = close(lambda _: before.append(len(queued)))
    left = list(evening.evening.jobs.values_list("pk", "topic", "cause", "outcome", "attempts"))
    waiting = (evening.evening.ledger_length, "waiting", 0)
    assert [row[1:] for row in left] == [("standings", *waiting), ("draft_move", *waiting)]
    assert (before, queued) == ([0], [(outbox.FIRST, row[0]) for row in left])
    assert all(job.due_at == job.made_at + outbox.PATIENCE for job in evening.evening.jobs.all())


@pytest.mark.parametrize("act", [acts.Close(), acts.Look(table=1)], ids=["rolled back", "looked at"])
def test_what_is_rolled_back_or_moves_nothing_on_leaves_no_work_and_no_hint(
    make_evening: Make, sent: list[int], django_capture_on_commit_callbacks: Commit, act: acts.Act
) -> None:
    evening = make_evening(8, until="bell")
    with django_capture_on_commit_callbacks(execute=True), transaction.atomic():
        evening.act(act)
        transaction.set_rollback(isinstance(act, acts.Close))
    assert (sent, Job.objects.count()) == ([], 0)


def test_asking_again_for_the_same_cause_is_asking_once(make_evening: Make) -> None:
    evening = make_evening(8, until="bell")
    told: dict[str, Any] = {"at": evening.at, "cause": evening.evening.ledger_length}
    one, other = (outbox.enqueue(outbox.STANDINGS, evening.evening, **told) for _ in "ab")
    assert one == other


def test_work_that_somebody_has_done_already_needs_no_hint(close: Close, sent: list[int]) -> None:
    close(lambda evening: evening.work())
    assert sent == []
    outbox.hint(999_999)
    assert sent == []


def test_a_broker_that_is_not_there_is_no_fault_of_whoever_closes_the_round(
    close: Close, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise OperationalError("Connection refused")

    send_by(monkeypatch, refuse)
    with caplog.at_level(logging.WARNING):
        evening = close()
        # Behind hints of others, this one's are sent when nobody waits for them any more.
        deadline = time.monotonic() + 10
        while caplog.text.count("Connection refused") < 2 and time.monotonic() < deadline:
            time.sleep(0.01)
    assert evening.evening.status == "settled"
    assert caplog.text.count("Connection refused") == 2
    assert len(evening.work()) == 2


def test_a_broker_that_says_nothing_holds_nobody_up(close: Close, silent: Silent) -> None:
    speaks, told = silent
    evening = close()
    assert evening.evening.status == "settled"
    assert told.empty()
    speaks.set()
    assert [told.get(timeout=20) for _ in range(2)] == list(evening.evening.jobs.values_list("pk", flat=True))


def test_hints_that_nobody_takes_do_not_pile_up(silent: Silent) -> None:
    speaks, told = silent
    for key in range(3 * outbox.MOST_HINTS):
        outbox.send(outbox.SLOW, key)
    speaks.set()
    assert [told.get(timeout=20) for _ in range(outbox.MOST_HINTS)] == list(range(outbox.MOST_HINTS))


def test_a_job_is_done_once_and_says_what_came_of_it(make_evening: Make) -> None:
    evening = make_evening(8, until="settled")
    job = of_kind(evening, "draft_move")
    times = iter([evening.at + A_SECOND, evening.at + A_SECOND * 3])
    done = runner.run(job.pk, clock=lambda: next(times))
    assert done is not None
    job.refresh_from_db()
    assert (job.outcome, job.attempts, said(job)) == ("done", 1, "round 2 drafted")
    assert (job.done_at, job.milliseconds) == (evening.at + A_SECOND * 3, 2000)
    with unchanged():
        assert runner.run(job.pk, clock=evening.clock) is None


def test_work_whose_reason_is_gone_is_done_with_nothing_to_do(make_evening: Make) -> None:
    evening = make_evening(8, until="settled")
    job = of_kind(evening, "draft_move")
    evening.step_to("finished")
    done = runner.run(job.pk, clock=evening.clock)
    assert done is not None
    assert (done.outcome, said(done)) == ("done", "nothing to draft")
    assert publish.check_rows(evening.read()) == []


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
        other.evening.jobs.filter(topic=kind).update(outcome="waiting")
        other.work()
    assert (seats(one), lines(one)) == (seats(other), lines(other))
    assert publish.check_rows(other.read()) == []


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Callable[[bool], None]:
    """Switch for publishing: it writes half of what it should and fails."""
    whole = import_string(outbox.PUBLISH.handler)

    def half(assigned: Assignment) -> outbox.Done:
        whole(assigned)
        raise ZeroDivisionError("the printer is on fire " + "!" * 1000)

    def switch(on: bool) -> None:
        monkeypatch.setattr(outbox.PUBLISH.handler, half if on else whole)

    return switch


def a_publication(make_evening: Make) -> tuple[AnEvening, Job]:
    evening = make_evening(8, until="finished")
    evening.work()
    return evening, evening.act(results.request_publication)


def test_a_failed_job_says_why_waits_longer_and_given_up_for_a_person_who_has_it_tried_again(
    make_evening: Make,
    broken: Callable[[bool], None],
    sent: list[int],
    django_capture_on_commit_callbacks: Commit,
) -> None:
    evening, job = a_publication(make_evening)
    broken(True)
    pauses = []
    for tries in range(1, MOST_ATTEMPTS + 1):
        runner.run(job.pk, clock=lambda: evening.at)
        job.refresh_from_db()
        pauses.append((job.due_at - evening.at).total_seconds())
        assert (job.attempts, job.outcome) == (tries, "failed" if tries == MOST_ATTEMPTS else "waiting")
    assert pauses == [2, 4, 8, 16, 32, 60, 60, 60]
    assert said(job).startswith("ZeroDivisionError: the printer is on fire !")
    assert len(said(job)) == outbox.LONGEST_FAILURE
    assert not Publication.objects.exists()
    assert evening.read().status == "finished"
    assert publish.check_rows(evening.evening) == []
    runner.run(job.pk, clock=evening.clock)
    job.refresh_from_db()
    assert (job.outcome, job.attempts) == ("failed", MOST_ATTEMPTS)
    assert sweep(at=evening.at + timedelta(days=1)) == []
    broken(False)
    with django_capture_on_commit_callbacks(execute=True):
        outbox.try_again(job=job, at=evening.clock())
    assert sent == [job.pk]
    done = runner.run(job.pk, clock=evening.clock)
    assert done is not None
    assert (done.outcome, done.attempts, said(done)) == ("done", 1, "publication 1")
    with django_capture_on_commit_callbacks(execute=True):
        outbox.try_again(job=job, at=evening.clock())
    job.refresh_from_db()
    assert job.outcome == "done", "what is done is not tried again"
    assert sent == [job.pk]


def test_the_sweep_hands_out_what_is_due_once_in_a_while(make_evening: Make, sent: list[int]) -> None:
    evening = make_evening(8, until="settled")
    first, second = evening.evening.jobs.order_by("pk")
    due = first.made_at + outbox.PATIENCE
    assert sweep(at=due - A_SECOND) == []
    assert sweep(at=due) == [first.pk, second.pk]
    assert sweep(at=due) == []
    runner.run(first.pk, clock=lambda: due)
    assert sweep(at=due + outbox.PATIENCE - A_SECOND) == []
    assert sweep(at=due + outbox.PATIENCE) == [second.pk]
    assert sent == [first.pk, second.pk, second.pk]


def test_what_a_room_waits_for_is_handed_out_first(make_evening: Make, queued: list[tuple[str, int]]) -> None:
    evening = make_evening(8, until="draft")
    slow = [ask_ratings(evening.evening.club, f"game {count}", at=START) for count in range(60)]
    job = outbox.enqueue(outbox.STANDINGS, evening.evening, at=START)
    late = START + timedelta(minutes=1)
    assert sweep(at=late) == [job.pk, *(one.pk for one in slow[:50])]
    assert queued == [(outbox.FIRST, job.pk), *((outbox.SLOW, one.pk) for one in slow[:50])]
    assert sweep(at=late) == [one.pk for one in slow[50:]]


def test_a_topic_of_another_version_is_left_to_its_workers(make_evening: Make, sent: list[int]) -> None:
    evening = make_evening(8, until="draft")
    job = outbox.enqueue(outbox.STANDINGS, evening.evening, at=START)
    Job.objects.update(topic="telegram")
    outbox.hint(job.pk)
    assert (sweep(at=START + timedelta(days=1)), sent) == ([], [])
    assert runner.run(job.pk, clock=lambda: pytest.fail("no need of the time")) is None
    job.refresh_from_db()
    assert (job.outcome, job.attempts) == ("waiting", 0)
    assert job_words.topic(job) == "telegram"


def test_the_worker_knows_the_work_by_the_names_that_it_is_sent_by(make_evening: Make) -> None:
    assert {outbox.RUN, outbox.SWEEP} <= set(current_app.tasks)
    evening = make_evening(8, until="settled")
    job = of_kind(evening, "standings")
    tasks.run(job.pk)
    job.refresh_from_db()
    assert job.outcome == "done"
    tasks.run(job.pk)


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
    assert {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()} == {outbox.SWEEP}


def test_every_topic_waits_in_a_queue_that_a_worker_takes_unless_it_is_told_otherwise(settings: Any) -> None:
    known = {queue.name for queue in settings.CELERY_TASK_QUEUES}
    assert known == set(current_app.amqp.queues) == {outbox.FIRST, outbox.SLOW}
    assert {topic.queue for topic in outbox.TOPICS.values()} <= known
    assert settings.CELERY_TASK_DEFAULT_QUEUE == outbox.FIRST, "the sweep comes first too"
    for topic in outbox.TOPICS.values():
        assert callable(import_string(topic.handler))
        assert kind_of(topic.model()) == topic.subject.lower()


def test_topic_queues(close: Close, queued: list[tuple[str, int]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(outbox.TOPICS, "letter", LETTER)
    close(lambda evening: a_letter(evening, "first"))
    assert [queue for queue, _ in queued] == ["hands-first", "hands-first", "slow"]


def send(assigned: Assignment) -> outbox.Done:
    raise NotImplementedError


LETTER = outbox.Topic(
    "letter", "send a letter", "Evening", f"{__name__}.send", outbox.SLOW, timedelta(seconds=15), ordered=True
)


def a_letter(evening: AnEvening, words: str, lane: str = "") -> Job:
    return outbox.enqueue(LETTER, evening.evening, at=evening.at, lane=lane, payload={"words": words})


@pytest.fixture
def letters(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was sent: a topic whose jobs are done in order. One about "mud" fails."""
    sent: list[str] = []

    def post(assigned: Assignment) -> outbox.Done:
        if assigned.job.payload["words"] == "mud":
            raise ValueError("nobody can read this")
        sent.append(assigned.job.payload["words"])
        return outbox.Done()

    monkeypatch.setitem(outbox.TOPICS, "letter", LETTER)
    monkeypatch.setattr(LETTER.handler, post)
    return sent


def hand_in(jobs: list[Job], evening: AnEvening) -> list[bool]:
    """Have each run once, in this order; which of them were done or tried."""
    return [runner.run(job.pk, clock=evening.clock) is not None for job in jobs]


def test_jobs_with_one_ordering_key_are_done_in_order(make_evening: Make, letters: list[str]) -> None:
    evening = make_evening(8, until="draft")
    first, second, third = (a_letter(evening, words) for words in ("first", "second", "third"))
    assert hand_in([third, second, first], evening) == [False, False, True]
    assert hand_in([third, second, third], evening) == [False, True, True]
    assert letters == ["first", "second", "third"]


def test_other_lanes_and_other_subjects_do_not_wait(make_evening: Make, letters: list[str]) -> None:
    evening, other = (make_evening(8, until="draft", name=name) for name in ("Friday", "Saturday"))
    a_letter(evening, "first")
    others = [a_letter(evening, "aside", "lane"), a_letter(other, "elsewhere")]
    assert hand_in(others, evening) == [True, True]
    assert letters == ["aside", "elsewhere"]


def test_work_without_an_order_waits_for_nothing(make_evening: Make) -> None:
    evening = make_evening(8, until="settled")
    before, after = (
        outbox.enqueue(outbox.STANDINGS, evening.evening, at=evening.at, cause=cause)
        for cause in (1000, 1001)
    )
    assert hand_in([after, before], evening) == [True, True]


def test_what_comes_behind_waits_until_the_first_is_given_up(make_evening: Make, letters: list[str]) -> None:
    evening = make_evening(8, until="draft")
    first, second = a_letter(evening, "mud"), a_letter(evening, "second")
    for _ in range(MOST_ATTEMPTS):
        assert hand_in([second, first], evening) == [False, True]
    assert hand_in([second], evening) == [True]
    assert letters == ["second"]
    first.refresh_from_db()
    assert (first.outcome, said(first)) == ("failed", "ValueError: nobody can read this")


def test_the_end_of_one_job_wakes_the_one_behind_it(
    make_evening: Make, letters: list[str], sent: list[int], django_capture_on_commit_callbacks: Commit
) -> None:
    evening = make_evening(8, until="draft")
    first, second, _third = (a_letter(evening, words) for words in ("first", "second", "third"))
    assert hand_in([second], evening) == [False]
    with django_capture_on_commit_callbacks(execute=True):
        hand_in([first], evening)
    assert sent == [second.pk]


def over(evening: AnEvening, outcome: str, *, days: int) -> Job:
    """A job that came to this end so many days before now."""
    job = outbox.enqueue(outbox.STANDINGS, evening.evening, at=evening.at)
    Job.objects.filter(pk=job.pk).update(outcome=outcome, done_at=evening.at - timedelta(days=days))
    return job


def test_what_is_over_is_kept_thirty_days_failures_longer(make_evening: Make, sent: list[int]) -> None:
    evening = make_evening(8, until="draft")
    kept = [over(evening, outcome, days=29) for outcome in ("done", "dropped")]
    kept += [over(evening, outcome, days=400) for outcome in ("failed", "waiting")]
    for outcome in ("done", "dropped"):
        over(evening, outcome, days=31)
    sweep(at=evening.at)
    assert set(Job.objects.all()) == set(kept)


def test_only_a_failed_job_can_be_dropped(make_evening: Make, broken: Callable[[bool], None]) -> None:
    evening, job = a_publication(make_evening)
    outbox.drop(job=job, at=evening.at)
    job.refresh_from_db()
    assert job.outcome == "waiting", "what waits is not dropped"
    broken(True)
    for _ in range(MOST_ATTEMPTS):
        runner.run(job.pk, clock=evening.clock)
    outbox.drop(job=job, at=evening.at)
    outbox.try_again(job=job, at=evening.at)
    job.refresh_from_db()
    assert (job.outcome, job.done_at) == ("dropped", evening.at)
    assert runner.run(job.pk, clock=evening.clock) is None
    assert not evening.evening.jobs.unfinished().exists()


def test_jobs_vanish_with_what_they_are_about(make_evening: Make) -> None:
    evening = make_evening(8, until="draft")
    told = {"brief": {}, "asked_at": START, "heard_at": START, "stage": "failed"}
    gone, stays = (evening.evening.rehearsals.create(**told) for _ in range(2))
    kept = [
        outbox.enqueue(outbox.REHEARSE, stays, at=START),
        outbox.enqueue(outbox.STANDINGS, evening.evening, at=START),
    ]
    outbox.enqueue(outbox.REHEARSE, gone, at=START)
    evening.evening.rehearsals.filter(pk=gone.pk).delete()
    assert list(Job.objects.all()) == kept


def test_a_job_that_is_gone_or_whose_subject_is_gone_all_the_same_is_nobodys(make_evening: Make) -> None:
    evening = make_evening(8, until="draft")
    job = outbox.enqueue(outbox.STANDINGS, evening.evening, at=evening.at)
    Job.objects.filter(pk=job.pk).update(subject_key=999_999)
    for key in (job.pk, 999_999):
        assert runner.run(key, clock=lambda: pytest.fail("no need of the time")) is None
