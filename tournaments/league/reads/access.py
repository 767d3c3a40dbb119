"""Whose leagues and seasons an asker may see; everything else is reached from what these give."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import OuterRef, Q, QuerySet

from tournaments.club.models import Club
from tournaments.club.publicity import Part
from tournaments.club.reads.permissions import Asker, clubs_of, offices_of
from tournaments.club.reads.visitors import Visitor
from tournaments.club.roles import Role
from tournaments.league.models import League, LeagueClub, Season


def leagues_of(user: Asker, least: Role) -> QuerySet[League]:
    """The leagues of the clubs in which `user` is at least that, each with its club."""
    return League.objects.filter(club__in=clubs_of(user, least)).select_related("club")


def seasons_of(user: Asker, least: Role) -> QuerySet[Season]:
    """The seasons of those leagues, whatever stands of them, each with the role in the league's club as `held`."""
    office = offices_of(user).filter(evening=None, club=OuterRef("league__club"))
    found = Season.objects.filter(league__in=leagues_of(user, least)).annotate(held=office.values("role")[:1])
    return found.select_related("league__club", "previous")


def public_seasons(visitor: Visitor) -> QuerySet[Season]:
    """The seasons a visitor may see: those that have been opened, of clubs that show them their leagues."""
    opened = Season.objects.exclude(stage=Season.Stage.DRAFT).filter(league__club__put_away_at__isnull=True)
    return opened.filter(visitor.seen(Part.SEASONS, "league__club")).select_related("league__club")


def at_address(seasons: QuerySet[Season], club: str, league: str, season: str) -> QuerySet[Season]:
    """The one of these seasons, if any, at this address: the slugs of the hosting club, of the league, its own."""
    return seasons.filter(league__club__slug=club, league__slug=league, slug=season)


def public_seasons_of(club: Club, visitor: Visitor) -> QuerySet[Season]:
    """Those of a club's leagues, and of leagues elsewhere in which it has agreed to take part."""
    elsewhere = Q(league__guest_clubs__club=club, league__guest_clubs__agreed_at__isnull=False)
    return public_seasons(visitor).filter(Q(league__club=club) | elsewhere).distinct()


def shared_seasons(clubs: Collection[Club], visitor: Visitor) -> QuerySet[Season]:
    """Those of leagues which one of these clubs holds and another has agreed to take part in."""
    agreed = LeagueClub.objects.filter(club__in=clubs, agreed_at__isnull=False)
    return public_seasons(visitor).filter(league__club__in=clubs, league__in=agreed.values("league"))


def clubs_in(league: League) -> QuerySet[Club]:
    """The clubs that take part in a league: its own, and those that have agreed."""
    agreed = Q(leagues_elsewhere__league=league, leagues_elsewhere__agreed_at__isnull=False)
    return Club.objects.filter(Q(pk=league.club_id) | agreed).distinct().order_by("name")
