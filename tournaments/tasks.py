"""The Celery door: each task is one call of a service and takes ids only."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from tournaments.work import outbox, runner
from tournaments.work.runner import sweep as look_around


@shared_task(name=outbox.RUN)
def run(job_id: int) -> None:
    runner.run(job_id, clock=timezone.now)


@shared_task(name=outbox.SWEEP)
def sweep() -> None:
    look_around(at=timezone.now())
