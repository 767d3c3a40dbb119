"""Ratings of the people of a club, or of a federation, game by game, worked out from published evenings in slices."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

from tournaments.club.models import Club
from tournaments.evening.models import Evening
from tournaments.evening.status import Status
from tournaments.league.reads.games import rated_games
from tournaments.league.reads.jobs import rating_jobs, season_jobs_with
from tournaments.league.reads.ratings import RatingPlace, Whose, evenings_of, ratings_before, read_as
from tournaments.ranking.ratings.history import Ratings, merged
from tournaments.ranking.series.evenings import Persons
from tournaments.work.models import kind_of
from tournaments.work.outbox import wake
from tournaments.work.runner import Assignment
from tournaments.work.topics import Done, NotYet, Result

SLICE = 10
"""So many evenings are rated in one transaction, after which the progress is seen."""


def advance(assigned: Assignment) -> Result:
    """Rate the next evenings of a game of a club or a federation, from the one that is named on.

    The ratings from there on are taken away and made again from those before, so that any history gives the same
    numbers however it was sliced. Once all is rated, seasons that may have waited for it are woken.
    """
    whose, job, game = assigned.subject, assigned.job, assigned.job.payload["game"]
    known = {row.pk: place for row, place in rating_jobs([whose.pk], [game], type(whose))}
    first = known.pop(job.pk)
    # What is asked for besides, from here or from later on, is done on the way, and what was given up too: those
    # rows were committed before the evenings are read, so that nothing they were asked for is missed.
    also = [pk for pk, place in known.items() if place >= first]
    left = list(_evenings(whose, game, first)[: SLICE + 1])
    here, rest = left[:SLICE], left[SLICE:]
    progress = (job.done + len(here), job.total or _evenings(whose, game, first).count())
    _rate(whose, game, first, here)
    if rest:
        return NotYet(progress=progress, payload={**job.payload, "evening": rest[0].pk}, also=also)
    if isinstance(whose, Club):
        for season_job in season_jobs_with(whose):
            wake(season_job)
    return Done(progress=progress, also=also)


def _evenings(whose: Whose, game: str, since: RatingPlace) -> QuerySet[Evening]:
    """The published evenings of a game from a place on, in their order."""
    found = evenings_of(whose).filter(since.since(evening="pk"), plan__game=game, status=Status.PUBLISHED)
    return found.order_by("date", "pk")


def _rate(whose: Whose, game: str, since: RatingPlace, evenings: list[Evening]) -> None:
    """Rate these evenings after all that is before them; what was rated from there on is forgotten."""
    whose.rating_points.filter(since.since(), game=game).delete()
    who = read_as(whose)
    real = {person: Persons(merged=who).real(person) for person in who}
    before = ratings_before(whose, game, since)
    after = Ratings(game, before).after(merged(rated_games(evenings), real))
    days = {str(evening.pk): evening for evening in evenings}
    kind: Any = whose.rating_points.model
    kind.objects.bulk_create(
        kind(
            **{kind_of(whose): whose},
            game=game,
            player_id=int(person),
            evening=days[point.evening],
            date=point.date,
            mu=point.rating.mu,
            sigma=point.rating.sigma,
            games=point.rating.games,
        )
        for person, own in sorted(after.points.items())
        for point in own
    )
