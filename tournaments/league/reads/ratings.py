"""The ratings of a club's players at a game: as they are now, and as they were before an evening."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from django.db.models import F, Q, QuerySet, Window
from django.db.models.functions import RowNumber

from tournaments.club.models import Club
from tournaments.evening.models import Evening
from tournaments.evening.status import Status
from tournaments.league.models import RatingPoint
from tournaments.league.reads.persons import called, merged_in
from tournaments.ranking.ratings.rating import Rating
from tournaments.ranking.series.evenings import Persons


class RatingPlace(NamedTuple):
    """A place in the history of ratings: the day of an evening, and its primary key among those of the day."""

    date: date
    evening: int

    @classmethod
    def of(cls, evening: Evening) -> RatingPlace:
        """Where an evening stands."""
        return cls(evening.date, evening.pk)

    def since(self, date: str = "date", evening: str = "evening") -> Q:
        """What is there or later, of rows that have these columns."""
        return Q(**{f"{date}__gt": self.date}) | Q(**{date: self.date, f"{evening}__gte": self.evening})

    def before(self, date: str = "date", evening: str = "evening") -> Q:
        """What is before, of rows that have these columns."""
        return Q(**{f"{date}__lt": self.date}) | Q(**{date: self.date, f"{evening}__lt": self.evening})


@dataclass(frozen=True, slots=True)
class RatedPlayer:
    """Somebody with their rating after the last evening at which they played the game."""

    id: int
    name: str
    slug: str
    rating: Rating
    last: date


def games_rated(club: Club) -> list[str]:
    """The games in which the club has ratings, by slug; one query."""
    rows = RatingPoint.objects.filter(club=club, evening__status=Status.PUBLISHED)
    return list(rows.order_by("game").values_list("game", flat=True).distinct())


def ratings_at(club: Club, game: str) -> list[RatedPlayer]:
    """Everybody rated at a game, the surest of being good first; two queries.

    The list goes by what somebody is rated at the least, so that nobody leads by a few lucky games.
    """
    rows = list(
        _newest(RatingPoint.objects.filter(club=club, game=game, evening__status=Status.PUBLISHED))
        .order_by()
        .values_list("player", "mu", "sigma", "games", "date")
    )
    people = called({str(player) for player, *_ in rows})
    found = [
        RatedPlayer(
            player, people[str(player)].name, people[str(player)].slug, Rating(mu, sigma, games), last
        )
        for player, mu, sigma, games, last in rows
    ]
    return sorted(found, key=lambda one: (-one.rating.sure, -one.rating.shown, one.name, one.id))


def ratings_before(club: Club, game: str, place: RatingPlace) -> dict[str, Rating]:
    """Everybody's rating as it was before an evening, by person; one query.

    Of the evenings of one day those are before that were made before, as where ratings are worked out.
    """
    rows = _newest(RatingPoint.objects.filter(place.before(), club=club, game=game))
    return {
        str(player): Rating(mu, sigma, games)
        for player, mu, sigma, games in rows.values_list("player", "mu", "sigma", "games")
    }


def came_with(evening: Evening, players: Iterable[str]) -> dict[str, Rating]:
    """The ratings with which players came to an evening; two queries.

    Who is read in the evening's club as another comes with the other's.
    """
    known = ratings_before(evening.club, evening.plan["game"], RatingPlace.of(evening))
    persons = Persons(merged=merged_in([evening.club_id]))
    return {player: known.get(persons.real(player), Rating()) for player in players}


def _newest(points: QuerySet[RatingPoint]) -> QuerySet[RatingPoint]:
    """Of these ratings the last of each player."""
    age = Window(RowNumber(), partition_by="player", order_by=[F("date").desc(), F("evening").desc()])
    return points.annotate(age=age).filter(age=1)
