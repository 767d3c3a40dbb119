"""Doing the background work of a season: whoever does it does all that waits for the season together."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from scoring.derivation import coded
from tournaments.league.models import Season
from tournaments.league.services import fixture_evenings, tables
from tournaments.league.services.handicaps import RatingsBehindError
from tournaments.work.runner import BY, Assignment
from tournaments.work.topics import Done, NotYet, Result


def bring_up_to_date(assigned: Assignment) -> Result:
    """Bring a season up to date; where it has to wait for ratings nothing is done, and it comes back soon."""
    jobs = assigned.line()
    evenings = [job.payload["evening"] for job in jobs]
    try:
        with transaction.atomic():
            changed = _change(
                assigned.subject, [key for key in evenings if key], None in evenings, assigned.at
            )
    except RatingsBehindError as behind:
        return NotYet(after=behind.wait)
    return Done(coded("job.lines", number=changed), also=[job.pk for job in jobs])


def _change(season: Season, evenings: list[int], everything: bool, at: datetime) -> int:
    """Take these evenings into the season, or work out everything; how many lines are others than before."""
    if season.kind == Season.Kind.FIXTURES:
        return fixture_evenings.follow(season=season, evenings=evenings, people=everything, by=BY, at=at)
    only = None if everything else evenings
    return tables.recompute(season=season, by=BY, at=at, only=only).changed
