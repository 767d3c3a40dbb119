"""Doing background work: one job, one transaction, its outcome kept beside it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.utils.module_loading import import_string
from structlog.contextvars import bind_contextvars, bound_contextvars

from tournaments.work import outbox
from tournaments.work.models import Heartbeat, Job
from tournaments.work.outbox import TOPICS, Done, NotYet, Result, beat

# The sweep: finds what was left lying. It runs every few seconds, and does nothing that was done already.

CHORES: Final = (
    "tournaments.evening.services.perform.stop_overdue",
    "tournaments.evening.services.perform.go_on_overdue",
    "tournaments.club.services.webhooks.look_for_news",
    "tournaments.privacy.erasing.forget_old",
)
"""What has to be done in time though nobody asks for it; each takes the moment."""


def sweep(*, at: datetime) -> list[int]:
    """Do the chores, and hand out the jobs that are due; returns them."""
    beat(Heartbeat.SWEEP, at=at)
    for chore in CHORES:
        import_string(chore)(at=at)
    return outbox.hand_out(at=at)


BY = "job"
"""The pseudonym of background work."""
MOST_ATTEMPTS = 8
LONGEST_PAUSE = timedelta(minutes=1)
Clock = Callable[[], datetime]

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Assignment:
    """A job in the hands of its topic's handler; `subject` is locked unless the topic is unlocked."""

    job: Job
    subject: Any
    at: datetime
    clock: Clock

    def line(self) -> list[Job]:
        """The jobs that wait in the same line, this one first: what they ask for was committed before."""
        return list(Job.objects.waiting().filter(ordering_key=self.job.ordering_key))


Handler = Callable[[Assignment], Result] | Callable[[Assignment], Callable[[], Result]]
"""Does a job; of an unlocked topic it gives what writes down what it has found."""


def run(job_id: int, *, clock: Clock) -> Job | None:
    """Do one job or a slice of it, unless it is done, gone, in another worker's hands, or not the first in its line.

    The effect and the mark that it is done commit together, so that a job run twice, or by a worker that is
    killed in the middle, has its effect once. A failure is kept with its reason and tried again later, at
    growing intervals; after MOST_ATTEMPTS it waits for a person. Lines of the log have the id of the request that
    caused the job, and so have the jobs that follow from it.
    """
    with bound_contextvars(request_id="", topic="", job=job_id):
        job = _run(job_id, clock)
        if job is not None:
            log.info("Job %s (%s): %s after %s ms", job_id, job.topic, job.outcome, job.milliseconds)
        return job


def _run(job_id: int, clock: Clock) -> Job | None:
    try:
        with transaction.atomic():
            assigned = _begun(job_id, clock)
            if assigned is None:
                return None
            topic = TOPICS[assigned.job.topic]
            handler = import_string(topic.handler)
            if not topic.unlocked:
                return _keep(assigned, handler(assigned))
            _lease(assigned)
        write: Callable[[], Result] = handler(assigned)
        with transaction.atomic():
            return _keep(assigned, write()) if _is_mine(assigned.job) else None
    except Exception as error:
        log.exception("Job %s failed", job_id)
        return _failed(job_id, error, clock())


def _begun(job_id: int, clock: Clock) -> Assignment | None:
    job = _claim(job_id)
    if job is None:
        return None
    bind_contextvars(request_id=job.request, topic=job.topic)
    topic = TOPICS[job.topic]
    rows = topic.model._default_manager.filter(pk=job.subject_key)
    if not topic.unlocked:
        rows = rows.select_for_update(no_key=topic.no_key)
    subject = rows.first()
    return None if subject is None else Assignment(job, subject, clock(), clock)


def _claim(job_id: int) -> Job | None:
    # Nobody waits for a locked row: a worker with a late hint goes on with other work. The job is locked
    # before its subject; whoever has a subject locked waits for no row of a job. A topic that this version
    # does not know is left to workers of the version that does.
    known = Job.objects.waiting().filter(pk=job_id, topic__in=TOPICS)
    job = known.select_for_update(skip_locked=True).first()
    if job is None or not job.ordering_key:
        return job
    before = Job.objects.waiting().filter(ordering_key=job.ordering_key, pk__lt=job.pk)
    return None if before.exists() else job


def _lease(assigned: Assignment) -> None:
    # Of two workers with the same slice, what the later one finds is kept.
    assigned.job.slices += 1
    assigned.job.due_at = assigned.at + TOPICS[assigned.job.topic].patience
    assigned.job.save(update_fields=["slices", "due_at"])


def _is_mine(job: Job) -> bool:
    # True if nobody has begun the same slice since; the job is locked again.
    rows = Job.objects.waiting().filter(pk=job.pk, slices=job.slices)
    return rows.select_for_update().exists()


def _keep(assigned: Assignment, result: Result) -> Job:
    job, ended = assigned.job, assigned.clock()
    job.milliseconds = (job.milliseconds or 0) + milliseconds(assigned.at, ended)
    job.done, job.total = result.progress
    also = Job.objects.unfinished().filter(pk__in=list(result.also))
    if isinstance(result, Done):
        job.attempts += 1
        job.outcome, job.done_at = Job.Outcome.DONE, ended
        job.remark = result.remark.as_data() if result.remark else {}
        also.update(outcome=job.outcome, done_at=ended, remark=job.remark)
        _wake_the_next(job)
    else:
        job.attempts = 0
        also.update(outcome=Job.Outcome.DONE, done_at=ended)
        _go_on(job, result, ended)
    job.save()
    return job


def _go_on(job: Job, result: NotYet, at: datetime) -> None:
    # A slice goes on at once, and by the sweep if the hint is lost.
    if result.payload is not None:
        job.payload = result.payload
    if result.after:
        job.due_at = at + result.after
    else:
        job.due_at = at + TOPICS[job.topic].patience
        outbox.wake(job.pk)


def _wake_the_next(job: Job) -> None:
    # The hint of the job behind may have come too early.
    if job.ordering_key:
        behind = Job.objects.waiting().filter(ordering_key=job.ordering_key)

        def hint() -> None:
            following = behind.values_list("pk", flat=True).first()
            if following is not None:
                outbox.hint(following)

        transaction.on_commit(hint, robust=True)


@transaction.atomic
def _failed(job_id: int, error: Exception, at: datetime) -> Job | None:
    # Each pause is longer than the one before, up to LONGEST_PAUSE.
    job = _claim(job_id)
    if job is None:
        return None
    job.attempts += 1
    job.remark = outbox.failure(error).as_data()
    job.due_at = at + min(timedelta(seconds=2**job.attempts), LONGEST_PAUSE)
    if job.attempts >= MOST_ATTEMPTS:
        job.outcome = Job.Outcome.FAILED
        _wake_the_next(job)
    job.save(update_fields=["attempts", "remark", "due_at", "outcome"])
    return job


def milliseconds(began: datetime, ended: datetime) -> int:
    """How long an attempt took; 0 if the clock was put back meanwhile."""
    return max(0, round((ended - began) / timedelta(milliseconds=1)))
