"""The names of the background work, and how it is handed over.

`after_commit` writes the outbox row in the caller's transaction; only when that has committed is Celery woken
with a hint. A lost hint, a dead broker or a killed worker lose nothing: the sweep finds the row.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from functools import partial

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


def _send(task: str, key: int) -> None:
    try:
        current_app.send_task(task, args=[key], retry_policy=settings.CELERY_TASK_PUBLISH_RETRY_POLICY)
    except Exception as error:
        log.warning("The broker did not take the hint for %s %s (%s); the sweep will.", task, key, error)
