"""The tables of a season as a file."""

from __future__ import annotations

import csv
import io

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.league.reads import shown
from tournaments.league.reads.seasons import Season, rules_of
from tournaments.league.web.public.doors import public_season
from tournaments.ranking.series.units import decimal
from tournaments.site.cells import MARK, tame

HEAD = ("table", "place", "player", "points", "evenings", "evenings won", "bonus")


@require_safe
@public_season
def table(request: HttpRequest, season: Season) -> HttpResponse:
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
