"""The names of the background work, and how it is handed over.

`after_commit` writes the outbox row in the caller's transaction; only when that has committed is Celery woken
with a hint. A lost hint, a dead broker or a killed worker lose nothing: the sweep finds the row.
"""

from __future__ import annotations

import logging
import os
from datetime import datetime, timedelta
from functools import partial
from queue import Full, Queue
from threading import Event, Lock, Thread

import redis
from celery import current_app
from django.conf import settings
from django.db import transaction

from tournaments.models import Evening, Job

RUN_JOB = "tournaments.run_job"
SWEEP = "tournaments.sweep"
PLAN = "tournaments.plan"
REHEARSE = "tournaments.rehearse"
RECOMPUTE = "tournaments.recompute"
# How long a hint may be on its way before the sweep hands the row out again: whoever was to do it may be dead, and
# people wait for their seats. What a worker has in hand is locked, and is not handed out to a second one.
PATIENCE = timedelta(seconds=3)
# Searches and the work of leagues hurry nobody, and whoever has them in hand may take this long.
LONG_PATIENCE = timedelta(seconds=15)

LONGEST_WAIT_SECONDS = 0.5
"""For so long whoever causes work waits for its hint to be sent, and nobody behind a hint that takes longer."""
MOST_HINTS = 100

log = logging.getLogger(__name__)


def after_commit(kind: Job.Kind, evening: Evening, *, at: datetime) -> Job:
    """Put `kind` of work for `evening` in the outbox, caused by the evening's last ledger entry.

    Asking again for the same cause gives the same row.
    """
    job, _ = Job.objects.get_or_create(
        evening=evening,
        kind=kind,
        cause=evening.ledger_length,
        defaults={"made_at": at, "due_at": at + PATIENCE},
    )
    transaction.on_commit(partial(hint, job.pk), robust=True)
    return job


def hint(job_id: int) -> None:
    """Tell Celery that a row waits. Failing is harmless and bounded in time by the publish retry policy.

    A job that was done by whoever asked for it (a script plays whole evenings) needs no worker any more.
    """
    if not Job.objects.filter(pk=job_id, outcome=Job.Outcome.WAITING).exists():
        return
    _send(RUN_JOB, job_id)


def plan_soon(planning_id: int) -> None:
    """Tell Celery that a search has a slice to do; where that fails the sweep does."""
    _send(PLAN, planning_id)


def rehearse_soon(rehearsal_id: int) -> None:
    """Tell Celery that a rehearsal is asked for; where that fails the sweep does."""
    _send(REHEARSE, rehearsal_id)


def recompute_soon(recomputation_id: int) -> None:
    """Tell Celery that tables or ratings are to be worked out again; where that fails the sweep does."""
    _send(RECOMPUTE, recomputation_id)


class _Hints:
    """A thread that tells the broker, so that nobody waits longer than a moment for one that is silent."""

    def __init__(self) -> None:
        self._waiting: Queue[tuple[str, int, Event]] = Queue(MOST_HINTS)
        self._thread: Thread | None = None
        self._lock = Lock()

    def send(self, task: str, key: int) -> None:
        """Send a hint, at once where the broker is quick; one for which there is no room is left to the sweep."""
        sent = Event()
        idle = self._waiting.unfinished_tasks == 0
        try:
            self._waiting.put_nowait((task, key, sent))
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
            task, key, sent = self._waiting.get()
            try:
                current_app.send_task(
                    task, args=[key], retry_policy=settings.CELERY_TASK_PUBLISH_RETRY_POLICY
                )
            except Exception as error:
                log.warning(
                    "The broker did not take the hint for %s %s (%s); the sweep will.", task, key, error
                )
            finally:
                self._waiting.task_done()
                sent.set()


_HINTS = _Hints()


def _send(task: str, key: int) -> None:
    _HINTS.send(task, key)


def broker_trouble() -> str:
    """Why the broker cannot be spoken to; empty where it answers. Waits half a second for it."""
    try:
        if not settings.REDIS_URL:
            return (
                "" if os.access(settings.BROKER_FOLDERS["queue"], os.W_OK) else "its folder cannot be written"
            )
        asked = redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=0.5, socket_timeout=0.5)
        with asked:
            asked.ping()
    except (redis.RedisError, OSError) as error:
        return str(error) or type(error).__name__
    return ""
