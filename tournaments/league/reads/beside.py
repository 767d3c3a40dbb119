"""Which clubs play in a league together, and so see of each other what a club shows in its tables."""

from __future__ import annotations

from collections.abc import Collection

from tournaments.league.models import EntrantMember, Fixture, League, LeagueClub, PersonMerge, SeasonEvening


def clubs_beside(clubs: Collection[int]) -> set[int]:
    """All clubs of every league in which one of these is; two queries.

    A club is in a league that it holds, that it was asked into, and in whose tables its evenings or people stand.
    """
    if not clubs:
        return set()
    own = League.objects.filter(club__in=clubs).order_by().values_list("pk")
    leagues = own.union(
        LeagueClub.objects.filter(club__in=clubs).order_by().values_list("league"),
        SeasonEvening.objects.filter(evening__club__in=clubs).order_by().values_list("season__league"),
        Fixture.objects.filter(evening__club__in=clubs).order_by().values_list("season__league"),
        EntrantMember.objects.filter(player__club__in=clubs).order_by().values_list("season__league"),
    )
    keys = [key for (key,) in leagues]
    merges = PersonMerge.objects.filter(league__in=keys).order_by()
    holders = League.objects.filter(pk__in=keys).order_by().values_list("club")
    found = holders.union(
        LeagueClub.objects.filter(league__in=keys).order_by().values_list("club"),
        SeasonEvening.objects.filter(season__league__in=keys).order_by().values_list("evening__club"),
        Fixture.objects.filter(season__league__in=keys, evening__isnull=False)
        .order_by()
        .values_list("evening__club"),
        EntrantMember.objects.filter(season__league__in=keys).order_by().values_list("player__club"),
        merges.values_list("duplicate__club"),
        merges.values_list("into__club"),
    )
    return {key for (key,) in found}
