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
from tournaments.club.web.settings import speak
from tournaments.evening.web.public.caching import answered, asked_about, etag_of, tagged
from tournaments.league.reads import seasons, shown
from tournaments.league.reads.etags import Ground, ground_of, ground_of_rules
from tournaments.league.reads.seasons import Season, rules_of
from tournaments.ranking.series.units import decimal
from tournaments.site.cells import MARK, tame

# --- What the public pages of a season share: finding it ----------------------------------------------


def public_season(
    view: Callable[Concatenate[HttpRequest, Season, P], HttpResponse],
) -> Callable[..., HttpResponse]:
    """A public page of a season that has been opened."""

    @wraps(view)
    def found(
        request: HttpRequest, club: str, league: str, season: str, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse:
        there = get_object_or_404(
            seasons.at_address(seasons.public_seasons(visitor_of(request)), club, league, season)
        )
        speak(request, there.league.club.language)
        return view(request, there, *args, **kwargs)

    return found


# --- The tables of a season as a file -----------------------------------------------------------------

HEAD = ("table", "place", "player", "points", "evenings", "evenings won", "bonus")


@require_safe
@public_season
def download_table(request: HttpRequest, season: Season) -> HttpResponse:
    """The tables of a season of evenings as CSV: that of everybody, then those of the categories."""
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
            rows.writerow((tame(category), row.place or "", tame(line.name), *points))
    name = f"{season.league.club.slug}-{season.league.slug}-{season.slug}.csv"
    return HttpResponse(
        MARK + file.getvalue(),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, Season, P], HttpResponse]


def kept_while(ground: Callable[[Season], Ground | None]) -> Callable[[View[P]], View[P]]:
    """A page of a season that is not made again for a browser that has it, as long as its ground is the same.

    Arguments:
        ground: what the page rests on; None where that cannot be told, and the page is made each time.
    """

    def keeping(view: View[P]) -> View[P]:
        @wraps(view)
        def kept(request: HttpRequest, season: Season, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            make = partial(view, request, season, *args, **kwargs)
            rests_on = ground(season)
            if rests_on is None:
                return asked_about(make())
            return answered(request, etag_of(request, rests_on), make)

        return kept

    return keeping


def kept_as_it_reads(view: View[P]) -> View[P]:
    """A page of a season that is made each time, and not sent again to a browser that has the very same.

    For what names people and evenings of long ago, which may be called otherwise meanwhile.
    """

    @wraps(view)
    def kept(request: HttpRequest, season: Season, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        return tagged(request, view(request, season, *args, **kwargs))

    return kept


rules_kept = kept_while(ground_of_rules)
season_kept = kept_while(ground_of)
