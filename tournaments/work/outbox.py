"""Background work: its topics; jobs put in, hinted at to Celery, handed out when due, thrown away when old."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from queue import Full, Queue
from threading import Event, Lock, Thread
from typing import Any, Final

from celery import current_app
from django.apps import apps
from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.db.models import QuerySet
from structlog.contextvars import get_contextvars

from scoring.derivation import Sentence, coded, gettext_noop, wordings
from tournaments.prepared_sql import upsert
from tournaments.work.models import Heartbeat, Job, Subject, kind_of

PATIENCE_MILLISECONDS: Final = 500
KEPT_SECONDS: Final = 1.0
"""For so long an answer is given again: whoever asks often does not write often."""

_last: tuple[float, str] = (0.0, "")


def beat(name: str, *, at: datetime) -> None:
    """Note that `name` was seen to work at this moment; a single statement."""
    upsert(Heartbeat, [(name, at)], names=("at",), key=("name",))


def cannot_write(*, at: datetime) -> str:
    """Why nothing can be written just now; empty if writing works. Waits half a second for a lock."""
    global _last  # noqa: PLW0603 - one answer for all of the process's threads
    if time.monotonic() - _last[0] > KEPT_SECONDS:
        _last = (time.monotonic(), _try_to_write(at))
    return _last[1]


def _try_to_write(at: datetime) -> str:
    try:
        with _little_patience():
            beat(Heartbeat.WRITE, at=at)
    except DatabaseError as error:
        return str(error).partition("\n")[0] or type(error).__name__
    return ""


@contextmanager
def _little_patience() -> Iterator[None]:
    # PostgreSQL has no lock that everybody needs.
    if connection.vendor != "sqlite":
        yield
        return
    usual = settings.DATABASES["default"]["OPTIONS"]["timeout"] * 1000
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA busy_timeout = {PATIENCE_MILLISECONDS}")
        try:
            yield
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {usual}")


__all__ = ["Job"]

LONGEST_FAILURE = 300

wordings(
    {
        "job.drafted": gettext_noop("round %(number)s drafted"),
        "job.nothing-to-draft": gettext_noop("nothing to draft"),
        "job.went-on": gettext_noop("somebody has acted since"),
        "job.something-open": gettext_noop("something is open that the director sees to first"),
        "job.lines": gettext_noop("%(number)s lines"),
        "job.published": gettext_noop("publication %(number)s"),
        "job.failed": "%(error)s",
    }
)


def failure(error: Exception) -> Sentence:
    return coded("job.failed", error=reason_of(error))


def reason_of(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:LONGEST_FAILURE]


def remark_of(job: Job) -> Sentence | str:
    """What became of a job, not yet translated; empty where there is nothing to say."""
    return Sentence.from_data(job.remark) if job.remark else ""


RUN = "tournaments.run"
SWEEP = "tournaments.sweep"
LONGEST_WAIT_SECONDS = 0.5
"""For so long whoever causes work waits for its hint to be sent, and nobody behind a hint that takes longer."""
MOST_HINTS = 100

log = logging.getLogger(__name__)


class _Hints:
    """A thread that tells the broker, so that nobody waits longer than a moment for a silent one."""

    def __init__(self) -> None:
        self._waiting: Queue[tuple[str, int, Event]] = Queue(MOST_HINTS)
        self._thread: Thread | None = None
        self._lock = Lock()

    def send(self, queue: str, key: int) -> None:
        """Send a hint, at once if the broker is quick; one for which there is no room is left to the sweep."""
        sent = Event()
        idle = self._waiting.unfinished_tasks == 0
        try:
            self._waiting.put_nowait((queue, key, sent))
        except Full:
            return
        with self._lock:
            # A process that was forked off has the queue but no thread.
            if self._thread is None or not self._thread.is_alive():
                self._thread = Thread(target=self._tell, name="hints", daemon=True)
                self._thread.start()
        if idle:
            sent.wait(LONGEST_WAIT_SECONDS)

    def _tell(self) -> None:
        while True:
            queue, key, sent = self._waiting.get()
            try:
                current_app.send_task(
                    RUN, args=[key], queue=queue, retry_policy=settings.CELERY_TASK_PUBLISH_RETRY_POLICY
                )
            except Exception as error:
                log.warning("The broker did not take the hint for job %s (%s); the sweep will.", key, error)
            finally:
                self._waiting.task_done()
                sent.set()


_HINTS = _Hints()


def send(queue: str, job_id: int) -> None:
    """Tell the workers of a queue that a job waits; takes at most LONGEST_WAIT_SECONDS."""
    _HINTS.send(queue, job_id)


def broker_trouble() -> str:
    """Why the broker cannot be spoken to; empty where it answers. Waits half a second for it."""
    if not settings.REDIS_URL:
        writable = os.access(settings.BROKER_FOLDERS["queue"], os.W_OK)
        return "" if writable else "its folder cannot be written"
    import redis  # a tenth of what it takes to start a command, which needs none

    try:
        client = redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=0.5, socket_timeout=0.5)
        with client:
            client.ping()
    except (redis.RedisError, OSError) as error:
        return str(error) or type(error).__name__
    return ""


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

    A lost hint, a dead broker or a killed worker lose nothing: the sweep finds the row. Enqueuing again for the same
    `cause`, a ledger entry, gives the same job. Of an ordered topic only jobs of one subject and `lane` are done in
    order.
    """
    key = " ".join(filter(None, (topic.name, str(subject.pk), lane))) if topic.ordered else ""
    fields = {"payload": payload or {}, "ordering_key": key, "made_at": at, "due_at": at + topic.patience}
    fields["request"] = get_contextvars().get("request_id", "")
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
        send(TOPICS[topic].queue, job_id)


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
    due = Job.objects.waiting().filter(due_at__lte=at)
    return [*_hand_out(FIRST, due, at), *_hand_out(SLOW, due, at)] if due.exists() else []


def _hand_out(queue: str, due: QuerySet[Job], at: datetime) -> list[int]:
    # The oldest come first, so that hints do not pile up faster than they are followed.
    due = due.filter(topic__in=[topic.name for topic in TOPICS.values() if topic.queue == queue])
    with transaction.atomic():
        free = due.select_for_update(skip_locked=True).order_by("pk")
        batch = dict(free.values_list("pk", "topic")[:MOST_AT_ONCE])
        for name in set(batch.values()):
            handed = [pk for pk, topic in batch.items() if topic == name]
            Job.objects.waiting().filter(pk__in=handed).update(due_at=at + TOPICS[name].patience)
    for job_id in batch:
        send(queue, job_id)
    return list(batch)


def purge(*, at: datetime) -> int:
    old = Job.objects.filter(outcome__in=OVER, done_at__lt=at - KEPT)
    return old.delete()[0]


FIRST, SLOW = "hands-first", "slow"
"""The queues of Celery: what a room waits for, and what hurries nobody."""

PATIENCE = timedelta(seconds=3)
"""How long a hint may be on its way before the sweep hands the job out again: whoever was to do it may be dead, and
people wait for their seats. What a worker has in hand is locked, and is not handed out to a second one."""
LONG_PATIENCE = timedelta(seconds=15)
"""Of what hurries nobody."""


@dataclass(frozen=True, slots=True)
class Topic:
    """A kind of background work.

    A row of its subject, a model, is locked while a job is done; with `no_key` whoever refers to it in a new row
    meanwhile does not wait. `unlocked`, nothing is locked while a slice is worked out, and the handler returns a
    function that writes it down. The handler is a path, so that this module imports none of those it works for.
    Whoever was handed a job has `patience` before it is handed out again. Jobs of an `ordered` topic about one
    subject (and lane, see `enqueue`) are done one at a time, in the order in which they were enqueued.
    """

    name: str
    label: str
    subject: str
    handler: str
    queue: str = FIRST
    patience: timedelta = PATIENCE
    ordered: bool = False
    no_key: bool = False
    unlocked: bool = False

    @property
    def model(self) -> type[Subject]:
        model: type[Subject] = apps.get_model("tournaments", self.subject)
        return model


_in_turn = partial(Topic, queue=SLOW, patience=LONG_PATIENCE, ordered=True, no_key=True)

DRAFT_MOVE = Topic(
    "draft_move",
    gettext_noop("work out the next seats"),
    "Evening",
    "tournaments.evening.services.perform.draft_moves",
)
GO_ON = Topic(
    "go_on",
    gettext_noop("go on to the next round"),
    "Evening",
    "tournaments.evening.services.perform.go_on_by_itself",
)
STANDINGS = Topic(
    "standings",
    gettext_noop("recompute the standings"),
    "Evening",
    "tournaments.evening.services.results.bring_up_to_date",
)
PUBLISH = Topic(
    "publish",
    gettext_noop("publish the evening"),
    "Evening",
    "tournaments.league.services.tables.publish_job",
)
SEASON = _in_turn(
    "season",
    gettext_noop("work out the tables"),
    "Season",
    "tournaments.league.services.tables.bring_up_to_date",
)
RATINGS = _in_turn(
    "ratings",
    gettext_noop("work out the ratings"),
    "Club",
    "tournaments.league.services.ratings.advance",
)
FEDERATION_RATINGS = _in_turn(
    "federation_ratings",
    gettext_noop("work out the ratings of the federation"),
    "Federation",
    "tournaments.league.services.ratings.advance",
)
SEARCH = Topic(
    "search",
    gettext_noop("search for a schedule"),
    "Planning",
    "tournaments.evening.services.schedules.work_on",
    SLOW,
    LONG_PATIENCE,
    unlocked=True,
)
REHEARSE = Topic(
    "rehearse",
    gettext_noop("rehearse the evening"),
    "Rehearsal",
    "tournaments.rehearsal.services.look_after",
    SLOW,
)
MAIL = Topic(
    "mail",
    gettext_noop("send a mail"),
    "Mail",
    "tournaments.club.services.mails.deliver_mail",
    SLOW,
    timedelta(minutes=1),  # a mail server may take its time over each line
    unlocked=True,
)
WEBHOOK = Topic(
    "webhook",
    gettext_noop("tell a webhook"),
    "Webhook",
    "tournaments.club.services.webhooks.deliver",
    SLOW,
    timedelta(minutes=1),
    ordered=True,
    unlocked=True,
)
NOTICE = replace(MAIL, name="notice", subject="Notice", handler="tournaments.signup.public.deliver_notice")

TOPICS = {
    topic.name: topic
    for topic in (
        DRAFT_MOVE,
        GO_ON,
        STANDINGS,
        PUBLISH,
        SEASON,
        RATINGS,
        FEDERATION_RATINGS,
        SEARCH,
        REHEARSE,
        MAIL,
        WEBHOOK,
        NOTICE,
    )
}


@dataclass(frozen=True, slots=True)
class Done:
    remark: Sentence | None = None
    progress: tuple[int, int] = (0, 0)
    also: Iterable[int] = ()


@dataclass(frozen=True, slots=True)
class NotYet:
    """A job is well under way, or what it rests on is not ready: no failure, and it goes on.

    It does so after a pause, from `payload` where that has changed; `also` are other jobs that are done by this one.
    """

    after: timedelta = timedelta()
    progress: tuple[int, int] = (0, 0)
    payload: dict[str, Any] | None = None
    also: Iterable[int] = ()


Result = Done | NotYet
