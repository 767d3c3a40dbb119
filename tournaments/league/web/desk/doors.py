"""What the secretary's pages of a season share: finding it, and going back to it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec
from zoneinfo import ZoneInfo

from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.cache import never_cache

from tournaments.club.roles import Role, needs_of
from tournaments.club.web.pages import looked_up, told
from tournaments.league.reads import access
from tournaments.league.reads.fixtures import Contest, contest
from tournaments.league.reads.seasons import Season

P = ParamSpec("P")


def season_page(
    view: Callable[Concatenate[HttpRequest, Any, P], HttpResponse],
) -> Callable[..., HttpResponse]:
    """A page of a season's desk: the view gets a season of a club in which the user is what it `needs`.

    That is a secretary where the view is silent.
    """
    needed = needs_of(view, Role.SECRETARY)

    @wraps(view)
    def found(
        request: HttpRequest, club: str, league: str, season: str, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse:
        def shown(there: Any) -> HttpResponse:
            there.league.club.held = there.held  # the menu of the club goes by it
            with timezone.override(ZoneInfo(there.league.club.time_zone)):
                return view(request, there, *args, **kwargs)

        def finder(least: Role) -> QuerySet[Season]:
            return access.at_address(access.seasons_of(request.user, least), club, league, season)

        return looked_up(request, needed, finder, lambda there: there.league.club, shown)

    return told(never_cache(login_required(found)), needed)


def of_fixtures(season: Season) -> Contest:
    """All there is of a season of fixtures. Finds nothing where the season is one of evenings."""
    if season.kind != Season.Kind.FIXTURES:
        raise Http404
    return contest(season)


def of_evenings(season: Season) -> None:
    """Find nothing where the season is one of fixtures."""
    if season.kind != Season.Kind.EVENINGS:
        raise Http404


def to_season(season: Season, name: str = "desk-season", *args: object) -> HttpResponse:
    """Back to a page of the season's desk, its first one unless named otherwise."""
    return redirect(f"web:{name}", season.league.club.slug, season.league.slug, season.slug, *args)
