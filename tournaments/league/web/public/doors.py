"""What the public pages of a season share: finding it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404

from tournaments.club.reads.visitors import visitor_of
from tournaments.club.web.language import speak
from tournaments.league.reads import access
from tournaments.league.reads.seasons import Season

P = ParamSpec("P")


def public_season(
    view: Callable[Concatenate[HttpRequest, Season, P], HttpResponse],
) -> Callable[..., HttpResponse]:
    """A public page of a season that has been opened."""

    @wraps(view)
    def found(
        request: HttpRequest, club: str, league: str, season: str, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse:
        there = get_object_or_404(
            access.at_address(access.public_seasons(visitor_of(request)), club, league, season)
        )
        speak(request, there.league.club.language)
        return view(request, there, *args, **kwargs)

    return found
