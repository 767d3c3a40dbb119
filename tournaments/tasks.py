"""The Celery door: each task is one call of a service and takes ids only."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from tournaments import jobs
from tournaments.services import rehearsals, schedules, work
from tournaments.services.leagues import workers as leagues


@shared_task(name=jobs.RUN_JOB)
def run_job(job_id: int) -> None:
    """Do the job with this id; done already, nothing happens."""
    work.run_job(job_id, clock=timezone.now)


@shared_task(name=jobs.PLAN)
def plan(planning_id: int) -> None:
    """Do a slice of a search for a schedule; over already, nothing happens."""
    schedules.work_on(planning_id, clock=timezone.now)


@shared_task(name=jobs.REHEARSE)
def rehearse(rehearsal_id: int) -> None:
    """Set a rehearsal going and be free for other work; under way or over already, nothing happens."""
    rehearsals.set_going(rehearsal_id, clock=timezone.now)


@shared_task(name=jobs.RECOMPUTE)
def recompute(recomputation_id: int) -> None:
    """Do the work of leagues with this id, or a slice of it; done already, nothing happens."""
    leagues.run(recomputation_id, clock=timezone.now)


@shared_task(name=jobs.SWEEP)
def sweep() -> None:
    """End what is overdue, hand out what was left lying."""
    work.sweep(at=timezone.now())
    rehearsals.sweep(at=timezone.now())
    leagues.sweep(at=timezone.now())
