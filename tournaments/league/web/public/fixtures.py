"""A season of fixtures for the public: its tables or brackets, its fixtures by round, and why somebody is where."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournaments.club.reads.visitors import Visitor, visitor_of
from tournaments.league.reads.fixtures import DivisionSeen, Fixture, contest, rounds_met
from tournaments.league.reads.seasons import Season, promised
from tournaments.league.web.brackets import bracket_of, crosstable
from tournaments.league.web.fixture_words import (
    anchor,
    evening_links,
    shown_fixture,
    shown_rounds,
    shown_table,
)
from tournaments.league.web.public.caching import public_season, season_kept
from tournaments.league.web.season_pages import render_season
from tournaments.league.web.season_words import corrections_in_words
from tournaments.ranking.fixtures.why import Reason, why
from tournaments.site.web.pages import said

Met = dict[str, list[int]]
"""By the codes of fixtures that rest on an evening, the rounds there in which the two met."""


def fixtures_table(request: HttpRequest, season: Season) -> HttpResponse:
    """The page of a season of fixtures: the tables of its divisions, or its brackets."""
    seen = contest(season)
    context: dict[str, Any] = {
        "seen": seen,
        "commitment": promised(season),
        "corrected": corrections_in_words(season, visitor_of(request)),
        "lots": [
            {"order": [seen.names.get(one, one) for one in lots.order], "lots": lots}
            for lots in seen.lots.values()
        ],
    }
    if seen.rules.has_table:
        tables = [shown_table(seen, one) for one in seen.divisions]
        context["tables"] = [
            (table, crosstable(table.division, [line.number for line in table.lines])) for table in tables
        ]
        context["next"] = next((one for one in shown_rounds(seen) if one.ahead), None)
    else:
        context["brackets"] = [(one, bracket_of(one)) for one in seen.divisions]
    return render_season(request, season, "league/fixtures_table.html", context)


@require_safe
@public_season
@season_kept
def fixtures(request: HttpRequest, season: Season) -> HttpResponse:
    """All fixtures by round, with days and results."""
    if season.kind != Season.Kind.FIXTURES:
        raise Http404
    seen = contest(season)
    rounds = shown_rounds(seen)
    current = next((one.number for one in rounds if one.ahead), None)
    context = {"seen": seen, "rounds": rounds, "current": current}
    return render_season(request, season, "league/fixtures.html", context)


def fixtures_why(request: HttpRequest, season: Season, number: int) -> HttpResponse:
    """Why an entrant stands where they do: each comparison with the fixtures that add up to it."""
    seen = contest(season)
    division = seen.division_of(number)
    if division is None or not seen.rules.has_table:
        raise Http404
    told = why(division.lines, division.values, str(number))
    rows = {row.code: row for row in division.rows}
    names, met = seen.names, rounds_met(seen, division.rows)
    visitor = visitor_of(request)
    context = {
        "seen": seen,
        "division": division,
        "entrant": seen.entrants[number],
        "line": next(one for one in shown_table(seen, division).lines if one.number == number),
        "above": told.above and {"name": names[told.above], "number": told.above},
        "below": told.below and {"name": names[told.below], "number": told.below},
        "after": [_reason(season, visitor, one, rows, met) for one in told.after],
        "before": [_reason(season, visitor, one, rows, met) for one in told.before],
        "own": _own(division, visitor, number, met),
    }
    return render_season(request, season, "league/fixtures_why.html", context)


def _reason(
    season: Season, visitor: Visitor, reason: Reason, rows: dict[str, Fixture], met: Met
) -> dict[str, Any]:
    page = reverse("web:season-fixtures", args=[season.league.club.slug, season.league.slug, season.slug])
    fixtures_of = [
        {
            "shown": shown_fixture(rows[code]),
            "url": f"{page}#{anchor(code)}",
            "links": evening_links(rows[code], visitor, met.get(code, ())),
        }
        for code in reason.fixtures
        if code in rows
    ]
    return {"text": said(reason.sentence), "decided": reason.decided, "fixtures": fixtures_of}


def _own(division: DivisionSeen, visitor: Visitor, number: int, met: Met) -> list[dict[str, Any]]:
    """The entrant's own fixtures that have been played."""
    mine = [
        row for row in division.rows if number in (row.home.number, row.away.number if row.away else None)
    ]
    return [
        {"shown": shown_fixture(row), "links": evening_links(row, visitor, met.get(row.code, ()))}
        for row in mine
    ]
