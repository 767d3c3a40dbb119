"""The ratings of a club's players, game by game, worked out from its published evenings in slices."""

from __future__ import annotations

from django.db.models import QuerySet

from tournaments.club.models import Club
from tournaments.evening.models import Evening
from tournaments.evening.status import Status
from tournaments.league.models import RatingPoint
from tournaments.league.reads.games import rated_games
from tournaments.league.reads.jobs import rating_jobs, season_jobs_with
from tournaments.league.reads.persons import merged_in
from tournaments.league.reads.ratings import RatingPlace, ratings_before
from tournaments.ranking.ratings.history import Ratings, merged
from tournaments.ranking.series.evenings import Persons
from tournaments.work.outbox import wake
from tournaments.work.runner import Assignment
from tournaments.work.topics import Done, NotYet, Result

SLICE = 10
"""So many evenings are rated in one transaction, after which the progress is seen."""


def advance(assigned: Assignment) -> Result:
    """Rate the next evenings of a club's game, from the one that is named on.

    The ratings from there on are taken away and made again from those before, so that any history gives the same
    numbers however it was sliced. Once all is rated, seasons that may have waited for it are woken.
    """
    club, job, game = assigned.subject, assigned.job, assigned.job.payload["game"]
    known = {row.pk: place for row, place in rating_jobs([club.pk], [game])}
    first = known.pop(job.pk)
    # What is asked for besides, from here or from later on, is done on the way, and what was given up too: those
    # rows were committed before the evenings are read, so that nothing they were asked for is missed.
    also = [pk for pk, place in known.items() if place >= first]
    left = list(_evenings(club, game, first)[: SLICE + 1])
    here, rest = left[:SLICE], left[SLICE:]
    progress = (job.done + len(here), job.total or _evenings(club, game, first).count())
    _rate(club, game, first, here)
    if rest:
        return NotYet(progress=progress, payload={**job.payload, "evening": rest[0].pk}, also=also)
    for season_job in season_jobs_with(club):
        wake(season_job)
    return Done(progress=progress, also=also)


def _evenings(club: Club, game: str, since: RatingPlace) -> QuerySet[Evening]:
    """The published evenings of a game from a place on, in their order."""
    found = Evening.objects.filter(
        since.since(evening="pk"), club=club, plan__game=game, status=Status.PUBLISHED
    )
    return found.order_by("date", "pk")


def _rate(club: Club, game: str, since: RatingPlace, evenings: list[Evening]) -> None:
    """Rate these evenings after all that is before them; what was rated from there on is forgotten."""
    points = RatingPoint.objects.filter(club=club, game=game)
    points.filter(since.since()).delete()
    who = merged_in([club.pk])
    real = {person: Persons(merged=who).real(person) for person in who}
    before = ratings_before(club, game, since)
    after = Ratings(game, before).after(merged(rated_games(evenings), real))
    days = {str(evening.pk): evening for evening in evenings}
    RatingPoint.objects.bulk_create(
        RatingPoint(
            club=club,
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
