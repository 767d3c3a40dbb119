"""Caching of a season's public pages, by their ETags."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from functools import partial, wraps
from typing import Concatenate, ParamSpec

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from tournaments.club.reads.visitors import visitor_of
from tournaments.club.web.pages import speak
from tournaments.evening.web.public.caching import answered, asked_about, etag_of, tagged
from tournaments.league.reads import seasons, shown
from tournaments.league.reads.seasons import Season, rules_of
from tournaments.league.reads.tables import PageGround, ground_of, ground_of_rules
from tournaments.ranking.series.units import decimal
from tournaments.site.cleaning import MARK, escape_formula

# --- What the public pages of a season share: finding it ----------------------------------------------


def public_season(
    view: Callable[Concatenate[HttpRequest, Season, P], HttpResponse],
) -> Callable[..., HttpResponse]:
    @wraps(view)
    def season_view(
        request: HttpRequest, club: str, league: str, season: str, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse:
        row = get_object_or_404(
            seasons.at_address(seasons.public_seasons(visitor_of(request)), club, league, season)
        )
        speak(request, row.league.club.language)
        return view(request, row, *args, **kwargs)

    return season_view


# --- The tables of a season as a file -----------------------------------------------------------------

HEAD = ("table", "place", "player", "points", "evenings", "evenings won", "bonus")


@require_safe
@public_season
def download_table(request: HttpRequest, season: Season) -> HttpResponse:
    if season.kind != Season.Kind.EVENINGS:
        raise Http404
    unit = rules_of(season).unit
    file = io.StringIO()
    rows = csv.writer(file)
    rows.writerow(HEAD)
    for category, lines in shown.tables_shown(season).items():
        for line in lines:
            row = line.row
            points = (decimal(row.total, unit), row.attended, row.won, decimal(row.bonus, unit))
            rows.writerow((escape_formula(category), row.place or "", escape_formula(line.name), *points))
    name = f"{season.league.club.slug}-{season.league.slug}-{season.slug}.csv"
    return HttpResponse(
        MARK + file.getvalue(),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, Season, P], HttpResponse]


def kept_while(ground: Callable[[Season], PageGround | None]) -> Callable[[View[P]], View[P]]:
    """Let a page of a season answer 304, without being made, while its ground is the same.

    Arguments:
        ground: gives what the page rests on; None where that is unknown, and the page is made each time.
    """

    def keeping(view: View[P]) -> View[P]:
        @wraps(view)
        def cached_view(
            request: HttpRequest, season: Season, /, *args: P.args, **kwargs: P.kwargs
        ) -> HttpResponse:
            make = partial(view, request, season, *args, **kwargs)
            rests_on = ground(season)
            if rests_on is None:
                return asked_about(make())
            return answered(request, etag_of(request, rests_on), make)

        return cached_view

    return keeping


def kept_as_it_reads(view: View[P]) -> View[P]:
    """Let a page of a season be made each time, and answer 304 to a browser that has the very same.

    For pages that name people and evenings of long ago, whose names may change.
    """

    @wraps(view)
    def tagged_view(
        request: HttpRequest, season: Season, /, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse:
        return tagged(request, view(request, season, *args, **kwargs))

    return tagged_view


rules_kept = kept_while(ground_of_rules)
season_kept = kept_while(ground_of)
