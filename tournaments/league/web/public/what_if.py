"""Before the end: who can still reach a place, and what must happen for somebody."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.club.web.long_looks import counted
from tournaments.league.reads.seasons import Season
from tournaments.league.web.public.caching import kept_while
from tournaments.league.web.public.doors import public_season
from tournaments.league.web.public.what_if_evenings import evenings_what_if, ground_of_what_if
from tournaments.league.web.public.what_if_fixtures import fixtures_what_if


@require_safe
@public_season
@kept_while(ground_of_what_if)
@counted
def what_if(request: HttpRequest, season: Season) -> HttpResponse:
    """What may still become of a season, whichever kind it is."""
    if season.kind == Season.Kind.FIXTURES:
        return fixtures_what_if(request, season)
    return evenings_what_if(request, season)
