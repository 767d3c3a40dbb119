"""Doing the background work: one job, one transaction, its outcome kept beside it."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from datetime import datetime

from django.db import transaction

from scoring.derivation import Sentence, gettext_noop
from tournaments.jobs import LONG_PATIENCE, PATIENCE, hint, plan_soon
from tournaments.models import Evening, Heartbeat, Job, Planning
from tournaments.services import moves, publishing, results, rounds
from tournaments.services.attempts import BY, Clock, count_failure, milliseconds, take_due
from tournaments.services.heartbeats import beat

log = logging.getLogger(__name__)

REMARKS = {
    Job.Kind.DRAFT_MOVE: gettext_noop("round %(number)s drafted"),
    Job.Kind.STANDINGS: gettext_noop("%(number)s lines"),
    Job.Kind.PUBLISH: gettext_noop("publication %(number)s"),
}
NOTHING = gettext_noop("nothing to draft")


def _draft_move(job: Job, at: datetime) -> str:
    round_ = moves.draft_move(evening=job.evening, by=BY, at=at)
    return NOTHING if round_ is None else REMARKS[Job.Kind.DRAFT_MOVE] % {"number": round_.number}


def _standings(job: Job, at: datetime) -> str:
    lines = results.recompute_standings(evening=job.evening, by=BY, at=at)
    return REMARKS[Job.Kind.STANDINGS] % {"number": lines}


def _publish(job: Job, at: datetime) -> str:
    made = publishing.publish(evening=job.evening, by=BY, at=at)
    return REMARKS[Job.Kind.PUBLISH] % {"number": made.number}


WORK: dict[str, Callable[[Job, datetime], str]] = {
    Job.Kind.DRAFT_MOVE: _draft_move,
    Job.Kind.STANDINGS: _standings,
    Job.Kind.PUBLISH: _publish,
}


def came_to(job: Job) -> Sentence | str:
    """What a job came to, to be put into a language; of a failure the program's own words."""
    if job.outcome != Job.Outcome.DONE:
        return job.remark
    number = re.search(r"\d+", job.remark)
    return Sentence(REMARKS[Job.Kind(job.kind)], {"number": number[0]}) if number else Sentence(job.remark)


def run_job(job_id: int, *, clock: Clock) -> Job | None:
    """Do one job, unless it is done, gone, or in another worker's hands.

    The effect and the mark that it is done commit together, so that a job run twice, or by a worker that is
    killed in the middle, has its effect once. A failure is kept with its reason and tried again later, at
    growing intervals; after MOST_ATTEMPTS it waits for a person.
    """
    try:
        with transaction.atomic():
            job = _taken(job_id)
            if job is None:
                return None
            began = clock()
            job.remark = WORK[job.kind](job, began)
            return _done(job, began, clock())
    except Exception as error:
        log.exception("Job %s failed", job_id)
        return _failed(job_id, error, clock())


def _taken(job_id: int) -> Job | None:
    """The waiting job that nobody else is about, its row locked, then its evening.

    Whoever holds an evening waits for no row of a job, so that the order does no harm; and a worker that gets a hint
    of what another one does goes on with other work.
    """
    waiting = Job.objects.filter(pk=job_id, outcome=Job.Outcome.WAITING)
    job = waiting.select_for_update(of=("self",), skip_locked=True).first()
    if job is not None:
        job.evening = Evening.objects.select_for_update().get(pk=job.evening_id)
    return job


def _done(job: Job, began: datetime, ended: datetime) -> Job:
    job.attempts += 1
    job.outcome = Job.Outcome.DONE
    job.done_at = ended
    job.milliseconds = milliseconds(began, ended)
    job.save(update_fields=["attempts", "outcome", "done_at", "milliseconds", "remark"])
    return job


@transaction.atomic
def _failed(job_id: int, error: Exception, at: datetime) -> Job | None:
    job = _taken(job_id)
    if job is None:
        return None
    if count_failure(job, error, at):
        job.outcome = Job.Outcome.FAILED
    job.save(update_fields=["attempts", "remark", "due_at", "outcome"])
    return job


@transaction.atomic
def try_again(*, job: Job, at: datetime) -> None:
    """Put a failed job back in the queue, at a person's word."""
    Job.objects.filter(pk=job.pk, outcome=Job.Outcome.FAILED).update(
        outcome=Job.Outcome.WAITING, attempts=0, due_at=at + PATIENCE
    )
    transaction.on_commit(lambda: hint(job.pk), robust=True)


def sweep(*, at: datetime) -> list[int]:
    """Stop the rounds whose time is over and hand out the jobs that are due; returns those jobs.

    A fresh job is due when its hint should have arrived, one that failed when its pause is over. It is handed out
    again after the same patience each time, `due_at` being moved on first: of two sweeps one hands it out.
    """
    beat(Heartbeat.SWEEP, at=at)
    rounds.stop_overdue(at=at)
    taken = take_due(Job.objects.filter(outcome=Job.Outcome.WAITING), at=at)
    for job_id in taken:
        hint(job_id)
    searching = Planning.objects.filter(stage=Planning.Stage.SEARCHING)
    # So are the searches whose next slice nobody has done.
    for planning_id in take_due(searching, at=at, patience=LONG_PATIENCE):
        plan_soon(planning_id)
    return taken
