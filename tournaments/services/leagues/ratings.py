"""The ratings of a club's players, game by game, worked out from its published evenings in slices."""

from __future__ import annotations

from datetime import date, datetime

from django.db.models import QuerySet

from tournaments.models import Club, Evening, RatingPoint, Recomputation
from tournaments.queries.leagues.games import rated_games
from tournaments.queries.leagues.persons import merged_in
from tournaments.queries.leagues.ratings import Place, ratings_before
from tournaments.ranking.ratings.history import Ratings, merged
from tournaments.ranking.season.evenings import Persons
from tournaments.status import Status

SLICE = 10
"""So many evenings are rated in one transaction, after which the progress is seen."""


BEGINNING = Place(date.min, 0)


def advance(work: Recomputation, *, at: datetime) -> bool:
    """Rate the next evenings of a piece of work; whether it is over. `work.evening` moves on to the next one.

    The ratings from there on are taken away and made again from those before, so that any history gives the same
    numbers however it was sliced.
    """
    club, game = work.club, work.game
    if club is None:
        raise ValueError("ratings are of a club")
    first = BEGINNING if work.evening is None else Place.of(work.evening)
    _take_over(work, first, at)
    left = list(_evenings(club, game, first)[: SLICE + 1])
    if not work.total:
        work.total = _evenings(club, game, first).count()
    here, rest = left[:SLICE], left[SLICE:]
    _rate(club, game, first, here)
    work.done += len(here)
    work.evening = rest[0] if rest else work.evening
    return not rest


def _take_over(work: Recomputation, first: Place, at: datetime) -> None:
    """Let what is asked for besides, from here or from later on, be done by this work: it goes on to the end.

    Those rows were committed before the evenings are read, so that nothing they were asked for is missed. What was
    given up is done by it too.
    """
    left = (Recomputation.Stage.WAITING, Recomputation.Stage.FAILED)
    waiting = Recomputation.objects.filter(club=work.club, game=work.game, stage__in=left).exclude(pk=work.pk)
    covered = [
        row.pk
        for row in waiting.select_related("evening")
        if (BEGINNING if row.evening is None else Place.of(row.evening)) >= first
    ]
    Recomputation.objects.filter(pk__in=covered).update(stage=Recomputation.Stage.DONE, done_at=at)


def _evenings(club: Club, game: str, since: Place) -> QuerySet[Evening]:
    """The published evenings of a game from a place on, in their order."""
    found = Evening.objects.filter(
        since.since(evening="pk"), club=club, plan__game=game, status=Status.PUBLISHED
    )
    return found.order_by("date", "pk")


def _rate(club: Club, game: str, since: Place, evenings: list[Evening]) -> None:
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
