"""Before the last evenings of a season: nothing can be said yet."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from tournaments.queries.leagues.seasons import Season
from tournaments.web.season_pages import render_season


def evenings_what_if(request: HttpRequest, season: Season) -> HttpResponse:
    """What may still become of a season of evenings."""
    return render_season(request, season, "league/what_if_nothing.html", {})
