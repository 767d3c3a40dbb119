"""The ratings of a club's players at a game: as they are now, and as they were before an evening."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery, Window
from django.db.models.functions import RowNumber

from games.catalogue import GAMES
from tournaments.club.models import Club, Player
from tournaments.club.shown_names import ratings_shown
from tournaments.evening.models import Evening, Publication
from tournaments.evening.round_rules import Status
from tournaments.league.models import Federation, FederationClub
from tournaments.league.reads.persons import bonds_in, bound, called, merged_in
from tournaments.ranking.ratings import Rating
from tournaments.ranking.series.units import Persons


class RatingPlace(NamedTuple):
    """A place in the history of ratings: the day of an evening, and its primary key among those of the day."""

    date: date
    evening: int

    @classmethod
    def of(cls, evening: Evening) -> RatingPlace:
        return cls(evening.date, evening.pk)

    def since(self, date: str = "date", evening: str = "evening") -> Q:
        """A filter for rows at this place or later; the arguments name their columns."""
        return Q(**{f"{date}__gt": self.date}) | Q(**{date: self.date, f"{evening}__gte": self.evening})

    def before(self, date: str = "date", evening: str = "evening") -> Q:
        """A filter for rows before this place; the arguments name their columns."""
        return Q(**{f"{date}__lt": self.date}) | Q(**{date: self.date, f"{evening}__lt": self.evening})


@dataclass(frozen=True, slots=True)
class RatedPlayer:
    """Somebody with their rating after the last evening at which they played the game."""

    id: int
    name: str
    slug: str
    rating: Rating
    last: date


Whose = Club | Federation
"""Those whose evenings are rated together."""


def games_rated(whose: Whose) -> list[str]:
    points = whose.rating_points.filter(evening__status=Status.PUBLISHED)
    games = sorted(GAMES)
    are_rated = [Exists(points.filter(game=game).order_by()) for game in games]
    row = type(whose).objects.filter(pk=whose.pk).values_list(*are_rated).get()
    return [game for game, is_rated in zip(games, row, strict=True) if is_rated]


def evenings_of(whose: Whose) -> QuerySet[Evening]:
    """The evenings that are rated together: those of a club, or of the clubs of a federation.

    Of a club that has left, those that had been published by then.
    """
    if isinstance(whose, Club):
        return Evening.objects.filter(club=whose)
    in_time = Publication.objects.filter(
        evening=OuterRef(OuterRef("pk")), published_at__lte=OuterRef("ended_at")
    )
    was_in = FederationClub.objects.filter(
        Q(ended_at__isnull=True) | Exists(in_time), club=OuterRef("club"), agreed_at__isnull=False
    )
    return Evening.objects.filter(Exists(was_in.filter(federation=whose)))


def read_as(whose: Whose) -> dict[str, str]:
    """Who is read as whom where evenings are rated together, by id; one query, three for a federation."""
    if isinstance(whose, Club):
        return merged_in([whose.pk])
    clubs = whose.memberships.filter(agreed_at__isnull=False).values_list("club", flat=True)
    return bound(merged_in(clubs), bonds_in(whose))


def ratings_at(club: Club, game: str) -> list[RatedPlayer]:
    """Everybody rated at a game, the surest of being good first; two queries.

    The list goes by what somebody is rated at the least, so that nobody leads by a few lucky games.
    """
    points = club.rating_points.filter(player=OuterRef("pk"), game=game, evening__status=Status.PUBLISHED)
    last = Subquery(points.order_by("-date", "-evening_id").values("pk")[:1])
    newest_of_each = Player.objects.filter(ratings_shown(), club=club).order_by().values(last=last)
    rows = list(
        club.rating_points.filter(pk__in=newest_of_each)
        .order_by()
        .values_list("player", "mu", "sigma", "games", "date")
    )
    people = called({str(player) for player, *_ in rows})
    players = [
        RatedPlayer(
            player, people[str(player)].name, people[str(player)].slug, Rating(mu, sigma, games), last
        )
        for player, mu, sigma, games, last in rows
    ]
    return sorted(players, key=place_of)


def place_of(one: RatedPlayer) -> tuple[int, int, str, int]:
    """The sort key of the list: the surest of being good first."""
    return (-one.rating.sure, -one.rating.shown, one.name, one.id)


def ratings_before(whose: Whose, game: str, place: RatingPlace) -> dict[str, Rating]:
    """Everybody's rating as it was before an evening, by person; one query.

    Of the evenings of one day those are before that were made before, as where ratings are worked out.
    """
    rows = newest(whose.rating_points.filter(place.before(), game=game))
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


def newest(points: QuerySet[Any]) -> QuerySet[Any]:
    age = Window(RowNumber(), partition_by="player", order_by=[F("date").desc(), F("evening").desc()])
    last: QuerySet[Any] = points.annotate(age=age).filter(age=1)
    return last
