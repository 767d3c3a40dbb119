"""The background work: who does the jobs of each topic, and the sweep that finds what was left lying."""

from __future__ import annotations

from datetime import datetime

from scoring.derivation import coded
from tournaments.models import Heartbeat, Job
from tournaments.replay import acts
from tournaments.services import publishing, rehearsals, results, rounds, schedules
from tournaments.services.heartbeats import beat
from tournaments.services.leagues import ratings, workers
from tournaments.services.perform import perform
from tournaments.work import outbox, runner
from tournaments.work.runner import BY, Assignment, Clock, Handler
from tournaments.work.topics import DRAFT_MOVE, PUBLISH, RATINGS, REHEARSE, SEARCH, SEASON, STANDINGS, Done


def _draft_move(assigned: Assignment) -> Done:
    evening = assigned.subject
    if perform(evening=evening, act=acts.DraftMove(), by=BY, at=assigned.at) is None:
        return Done(coded("job.nothing-to-draft"))
    return Done(coded("job.drafted", number=evening.current_round + 1))


def _standings(assigned: Assignment) -> Done:
    lines = results.recompute_standings(evening=assigned.subject, by=BY, at=assigned.at)
    return Done(coded("job.lines", number=lines))


def _publish(assigned: Assignment) -> Done:
    made = publishing.publish(evening=assigned.subject, by=BY, at=assigned.at)
    return Done(coded("job.published", number=made.number))


HANDLERS: dict[str, Handler] = {
    DRAFT_MOVE.name: _draft_move,
    STANDINGS.name: _standings,
    PUBLISH.name: _publish,
    SEASON.name: workers.bring_up_to_date,
    RATINGS.name: ratings.advance,
    SEARCH.name: schedules.work_on,
    REHEARSE.name: rehearsals.look_after,
}


def run(job_id: int, *, clock: Clock) -> Job | None:
    """Do one job, unless it is done, gone, in another worker's hands, or another one comes before it."""
    return runner.run(job_id, HANDLERS, clock=clock)


def sweep(*, at: datetime) -> list[int]:
    """Stop the rounds whose time is over, hand out the jobs that are due, and throw old ones away.

    Returns:
        The jobs that were handed out.
    """
    beat(Heartbeat.SWEEP, at=at)
    rounds.stop_overdue(at=at)
    outbox.purge(at=at)
    return outbox.hand_out(at=at)
