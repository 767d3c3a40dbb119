"""The background work of leagues: what an evening, a correction or a merge touches, and only that."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db.models import Q, QuerySet

from tournaments.club.models import Club, Player
from tournaments.evening.models import Evening
from tournaments.league.models import Federation, FederationClub, RatingPoint, Season, SeasonEvening
from tournaments.league.reads.people import read_together
from tournaments.league.reads.ratings import Whose, evenings_of
from tournaments.work.models import Job
from tournaments.work.outbox import enqueue
from tournaments.work.topics import FEDERATION_RATINGS, RATINGS, SEASON


def ask_season(season: Season, *, evening: Evening | None = None, at: datetime) -> Job:
    """Ask for the tables of a season to be brought up to date: with one evening, or with all."""
    return enqueue(SEASON, season, at=at, payload={"evening": evening.pk if evening else None})


def ask_ratings(whose: Whose, game: str, *, evening: Evening | None = None, at: datetime) -> Job:
    """Ask for the ratings of a game of a club or a federation from an evening on; None: from the beginning."""
    payload = {"game": game, "evening": evening.pk if evening else None}
    topic = RATINGS if isinstance(whose, Club) else FEDERATION_RATINGS
    return enqueue(topic, whose, at=at, lane=game, payload=payload)


def ask_ratings_of(federation: Federation, *, at: datetime) -> None:
    games = evenings_of(federation).filter(published_at__isnull=False).order_by().values_list("plan__game")
    rated = federation.rating_points.order_by().values_list("game")
    for game in sorted({game for (game,) in (*games.distinct(), *rated.distinct())}):
        ask_ratings(federation, game, at=at)


def people_bound(federation: Federation, *, at: datetime) -> None:
    """Ask for all that reads people of several clubs of a federation as one: its ratings, and leagues under way."""
    ask_ratings_of(federation, at=at)
    hosts = federation.memberships.filter(agreed_at__isnull=False).values("club")
    shared = Season.objects.filter(league__club__in=hosts, league__guest_clubs__agreed_at__isnull=False)
    for season in shared.filter(stage=Season.Stage.OPEN).distinct().order_by("pk"):
        ask_season(season, at=at)


def _federations_with(clubs: Iterable[int]) -> QuerySet[Federation]:
    # Also those in which a club once was: its evenings of then still count.
    was_in = FederationClub.objects.filter(club__in=clubs, agreed_at__isnull=False)
    return Federation.objects.filter(pk__in=was_in.values("federation")).order_by("pk")


def evening_published(evening: Evening, *, at: datetime) -> None:
    rated: list[Whose] = [evening.club, *_federations_with([evening.club_id])]
    for whose in rated:
        ask_ratings(whose, evening.plan["game"], evening=evening, at=at)
    for season in seasons_for(evening):
        ask_season(season, evening=evening, at=at)


def seasons_for(evening: Evening) -> list[Season]:
    """The seasons that an evening may be in: of leagues its club takes part in, on their days, or by choice."""
    club = Q(league__club=evening.club_id) | Q(
        league__guest_clubs__club=evening.club_id, league__guest_clubs__agreed_at__isnull=False
    )
    in_time = Q(takes=Season.Takes.EVERY, starts__lte=evening.date, ends__gte=evening.date)
    chosen = Q(pk__in=SeasonEvening.objects.filter(evening=evening).values("season"))
    seasons = Season.objects.filter(club & in_time | chosen, kind=Season.Kind.EVENINGS)
    return list(seasons.exclude(stage=Season.Stage.DRAFT).distinct().order_by("pk"))


def people_changed(players: Iterable[Player], *, at: datetime) -> None:
    """Ask for every season and every rating that knows one of these players.

    Seasons of fixtures have entrants, whose results come from evenings: whoever is read as one of these players
    through others may be among them.
    """
    keys = [player.pk for player in players]
    entered = Season.objects.filter(entrant_members__player__in=read_together(keys))
    for season in entered.exclude(stage=Season.Stage.DRAFT).distinct().order_by("pk"):
        ask_season(season, at=at)
    season_evenings = SeasonEvening.objects.filter(evening__tickets__player__in=keys, result__isnull=False)
    seasons = Season.objects.filter(Q(lines__player__in=keys) | Q(pk__in=season_evenings.values("season")))
    for season in seasons.filter(kind=Season.Kind.EVENINGS).distinct().order_by("pk"):
        ask_season(season, at=at)
    # Not only where they have ratings: games in which they met count for nobody while they are one person.
    played = Evening.objects.filter(tickets__player__in=keys, published_at__isnull=False)
    rated = {
        *RatingPoint.objects.filter(player__in=keys).order_by().values_list("club", "game").distinct(),
        *played.order_by().values_list("club", "plan__game").distinct(),
    }
    clubs = Club.objects.in_bulk([club for club, _ in rated])
    for club, game in sorted(rated):
        ask_ratings(clubs[club], game, at=at)
    for federation in _federations_with(clubs):
        for game in sorted({game for _, game in rated}):
            ask_ratings(federation, game, at=at)
