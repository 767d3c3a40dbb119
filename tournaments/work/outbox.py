"""Jobs in the outbox: put in by whoever causes them, handed out when they are due, thrown away when they are old."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db import transaction

from tournaments.work import hints
from tournaments.work.models import Job, Subject, kind_of
from tournaments.work.topics import FIRST, SLOW, TOPICS, Topic

MOST_AT_ONCE = 50
"""Of each queue, in one sweep."""
KEPT = timedelta(days=30)
"""For so long a job that is over can be looked at. One that failed stays until somebody has decided."""
OVER = (Job.Outcome.DONE, Job.Outcome.DROPPED)


def enqueue(
    topic: Topic,
    subject: Subject,
    *,
    at: datetime,
    cause: int | None = None,
    lane: str = "",
    payload: dict[str, Any] | None = None,
) -> Job:
    """Put a job in the outbox, in the transaction of its cause; Celery hears of it after the commit.

    A lost hint, a dead broker or a killed worker lose nothing: the sweep finds the row.

    Arguments:
        subject: what it is about; the job vanishes with it.
        cause: the ledger entry that causes it. Enqueuing again for the same one gives the same job.
        lane: divides an ordered topic further: only jobs of one subject and lane are done in order.
        payload: what the topic has to know besides.
    """
    key = " ".join(filter(None, (topic.name, str(subject.pk), lane))) if topic.ordered else ""
    fields = {"payload": payload or {}, "ordering_key": key, "made_at": at, "due_at": at + topic.patience}
    about = {"topic": topic.name, "subject": kind_of(subject), "subject_key": subject.pk, "cause": cause}
    if cause is None:
        job = Job.objects.create(**about, **fields)
    else:
        job, _ = Job.objects.get_or_create(**about, defaults=fields)
    wake(job.pk)
    return job


def wake(job_id: int) -> None:
    transaction.on_commit(partial(hint, job_id), robust=True)


def hint(job_id: int) -> None:
    """Tell Celery that a job waits. Failing is harmless, and bounded in time by the publish retry policy.

    A job that was done by whoever asked for it (a script plays whole evenings) needs no worker any more.
    """
    topic = Job.objects.waiting().filter(pk=job_id).values_list("topic", flat=True).first()
    if topic in TOPICS:
        hints.send(TOPICS[topic].queue, job_id)


@transaction.atomic
def try_again(*, job: Job, at: datetime) -> None:
    """Put a failed job back in the queue because a person asks for it; any other is left as it is."""
    Job.objects.filter(pk=job.pk, outcome=Job.Outcome.FAILED).update(
        outcome=Job.Outcome.WAITING, attempts=0, due_at=at + TOPICS[job.topic].patience
    )
    wake(job.pk)


def drop(*, job: Job, at: datetime) -> None:
    """Give a failed job up because a person asks for it; any other is left as it is."""
    Job.objects.filter(pk=job.pk, outcome=Job.Outcome.FAILED).update(outcome=Job.Outcome.DROPPED, done_at=at)


def hand_out(*, at: datetime) -> list[int]:
    """Hand out the due jobs and return them, first those that a room waits for; of two sweeps one does.

    A fresh job is due when its hint should have arrived, one that failed when its pause is over,
    and each again after the patience of its topic. The row of a job is locked as long as a worker
    is at it, and such a job is not handed out.
    """
    return [*_hand_out(FIRST, at), *_hand_out(SLOW, at)]


def _hand_out(queue: str, at: datetime) -> list[int]:
    # The oldest come first, so that hints do not pile up faster than they are followed.
    mine = [topic.name for topic in TOPICS.values() if topic.queue == queue]
    due = Job.objects.waiting().filter(due_at__lte=at, topic__in=mine)
    if not due.exists():
        return []
    with transaction.atomic():
        free = due.select_for_update(skip_locked=True).order_by("pk")
        batch = dict(free.values_list("pk", "topic")[:MOST_AT_ONCE])
        for name in set(batch.values()):
            handed = [pk for pk, topic in batch.items() if topic == name]
            Job.objects.waiting().filter(pk__in=handed).update(due_at=at + TOPICS[name].patience)
    for job_id in batch:
        hints.send(queue, job_id)
    return list(batch)


def purge(*, at: datetime) -> int:
    old = Job.objects.filter(outcome__in=OVER, done_at__lt=at - KEPT)
    return old.delete()[0] if old.exists() else 0
