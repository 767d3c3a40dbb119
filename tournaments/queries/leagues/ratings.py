"""The ratings of a club's players at a game, as they are after the published evenings."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.db.models import F, Window
from django.db.models.functions import RowNumber

from tournaments.models import Club, RatingPoint
from tournaments.queries.leagues.persons import names_of
from tournaments.ranking.ratings.rating import Rating
from tournaments.status import Status


@dataclass(frozen=True, slots=True)
class RatedPlayer:
    """Somebody with their rating after the last evening at which they played the game."""

    id: int
    name: str
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
    newest = Window(RowNumber(), partition_by="player", order_by=[F("date").desc(), F("evening").desc()])
    rows = list(
        RatingPoint.objects.filter(club=club, game=game, evening__status=Status.PUBLISHED)
        .annotate(age=newest)
        .filter(age=1)
        .order_by()
        .values_list("player", "mu", "sigma", "games", "date")
    )
    names = names_of({str(player) for player, *_ in rows})
    found = [
        RatedPlayer(player, names[str(player)], Rating(mu, sigma, games), last)
        for player, mu, sigma, games, last in rows
    ]
    return sorted(found, key=lambda one: (-one.rating.sure, -one.rating.shown, one.name, one.id))
