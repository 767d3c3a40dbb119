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
    corrections_in_words,
    evening_links,
    shown_fixture,
    shown_rounds,
    shown_table,
)
from tournaments.league.web.public.caching import public_season, season_kept
from tournaments.league.web.season_pages import render_season
from tournaments.ranking.fixtures.table import Reason, why
from tournaments.site.web.pages import translate

Met = dict[str, list[int]]
"""By the codes of fixtures that rest on an evening, the rounds there in which the two met."""


def fixtures_table(request: HttpRequest, season: Season) -> HttpResponse:
    competition = contest(season)
    context: dict[str, Any] = {
        "seen": competition,
        "commitment": promised(season),
        "corrected": corrections_in_words(season, visitor_of(request)),
        "lots": [
            {"order": [competition.names.get(number, number) for number in lots.order], "lots": lots}
            for lots in competition.lots.values()
        ],
    }
    if competition.rules.has_table:
        tables = [shown_table(competition, division) for division in competition.divisions]
        context["tables"] = [
            (table, crosstable(table.division, [line.number for line in table.lines])) for table in tables
        ]
        context["next"] = next((round_ for round_ in shown_rounds(competition) if round_.ahead), None)
    else:
        context["brackets"] = [(division, bracket_of(division)) for division in competition.divisions]
    return render_season(request, season, "league/fixtures_table.html", context)


@require_safe
@public_season
@season_kept
def fixtures(request: HttpRequest, season: Season) -> HttpResponse:
    if season.kind != Season.Kind.FIXTURES:
        raise Http404
    competition = contest(season)
    rounds = shown_rounds(competition)
    current = next((round_.number for round_ in rounds if round_.ahead), None)
    context = {"seen": competition, "rounds": rounds, "current": current}
    return render_season(request, season, "league/fixtures.html", context)


def fixtures_why(request: HttpRequest, season: Season, number: int) -> HttpResponse:
    competition = contest(season)
    division = competition.division_of(number)
    if division is None or not competition.rules.has_table:
        raise Http404
    explanation = why(division.lines, division.values, str(number))
    rows = {row.code: row for row in division.rows}
    names, met = competition.names, rounds_met(competition, division.rows)
    visitor = visitor_of(request)
    context = {
        "seen": competition,
        "division": division,
        "entrant": competition.entrants[number],
        "line": next(line for line in shown_table(competition, division).lines if line.number == number),
        "above": explanation.above and {"name": names[explanation.above], "number": explanation.above},
        "below": explanation.below and {"name": names[explanation.below], "number": explanation.below},
        "after": [_reason(season, visitor, reason, rows, met) for reason in explanation.after],
        "before": [_reason(season, visitor, reason, rows, met) for reason in explanation.before],
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
    return {"text": translate(reason.sentence), "decided": reason.decided, "fixtures": fixtures_of}


def _own(division: DivisionSeen, visitor: Visitor, number: int, met: Met) -> list[dict[str, Any]]:
    mine = [
        row for row in division.rows if number in (row.home.number, row.away.number if row.away else None)
    ]
    return [
        {"shown": shown_fixture(row), "links": evening_links(row, visitor, met.get(row.code, ()))}
        for row in mine
    ]
