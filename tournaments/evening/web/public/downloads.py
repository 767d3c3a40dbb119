"""The evening as files."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.evening.reads import facts, public
from tournaments.evening.reads.public import Evening
from tournaments.evening.round_rules import Counts
from tournaments.evening.web.public.caching import evening_page, or_404
from tournaments.evening.web.public.words import StandingsLine, lines
from tournaments.site.cells import MARK, tame

HEAD = (
    "place",
    "player",
    "ticket colour",
    "games won",
    "games played",
    "points scored",
    "points difference",
    "games won at the head table",
    "bells rung",
    "rounds sat out",
)
POINTS_HEAD = (
    "place",
    "player",
    "ticket colour",
    "points",
    "points difference",
    "tables won",
    "rounds played",
    "rounds sat out",
)
MARGIN_HEAD = (*HEAD[:3], "game points", *HEAD[3:])


@require_safe
@evening_page
def standings(request: HttpRequest, evening: Evening) -> HttpResponse:
    """The standings as CSV."""
    file = io.StringIO()
    rows = csv.writer(file)
    head, figures = COLUMNS[facts.plan_of(evening).counts]
    rows.writerow(head)
    for line in lines(public.standings(evening), public.people(evening)):
        rows.writerow((line.place, tame(line.name), tame(line.colour), *figures(line), line.sat_out))
    name = f"{evening.club.slug}-{evening.slug}.csv"
    return HttpResponse(
        MARK + file.getvalue(),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def _games(line: StandingsLine) -> tuple[object, ...]:
    """What stands in the line of an evening of games."""
    totals = (line.points_for, line.difference, line.head_table_wins, line.bells_rung)
    return (line.won, line.played, *totals)


def _points(line: StandingsLine) -> tuple[object, ...]:
    """What stands in the line of an evening of points."""
    return (line.points_for, line.difference, line.won, line.played)


def _margin(line: StandingsLine) -> tuple[object, ...]:
    """What stands in the line of an evening of game points."""
    return (line.game_points, *_games(line))


COLUMNS: Mapping[Counts, tuple[tuple[str, ...], Callable[[StandingsLine], tuple[object, ...]]]] = {
    "games": (HEAD, _games),
    "points": (POINTS_HEAD, _points),
    "margin": (MARGIN_HEAD, _margin),
}
"""The heads and the figures of a line, by what counts."""


@require_safe
@evening_page
def archive(request: HttpRequest, evening: Evening) -> HttpResponse:
    """The whole evening as it was last published; nothing before it was."""
    publication = or_404(public.last_publication(evening))
    name = f"{evening.club.slug}-{evening.slug}.json"
    return HttpResponse(
        public.archive_to_show(publication.archive, evening.club.slug, evening.slug),
        content_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )
