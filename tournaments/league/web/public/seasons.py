"""The public pages of a season: table, why it stands so, evenings, rules, prizes, ledger; what may become of it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from decimal import Decimal
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.club.reads import members
from tournaments.club.reads.access import visitor_of
from tournaments.club.services.signing import signature_of
from tournaments.club.web.members import read_by
from tournaments.club.web.sign_in import count_long_look
from tournaments.league.reads import season_views
from tournaments.league.reads.archives import season_archive, shows_archive
from tournaments.league.reads.persons import Called, PageGround, called, names_of
from tournaments.league.reads.season_views import tables_corrected
from tournaments.league.reads.seasons import Season, leaders_of, rules_of
from tournaments.league.reads.tables import (
    MOST_AHEAD,
    Question,
    SeasonAhead,
    ground_of,
    jobs_of,
    nights_left,
    places_before,
    says_how_many,
    season_ahead,
    tables_of,
)
from tournaments.league.web.fixture_words import entries_in_words, lines_in_words, rules_in_words
from tournaments.league.web.public import fixtures
from tournaments.league.web.season_pages import (
    kept_as_it_reads,
    kept_while,
    of_evenings,
    public_season,
    render_season,
    rules_kept,
    season_kept,
)
from tournaments.ranking.fixtures.results import commitment
from tournaments.ranking.series.accounts import Contribution
from tournaments.ranking.series.outlook import Case, SeriesProspect
from tournaments.ranking.series.rules import PlacePoints, ScorePoints, StandardScores
from tournaments.ranking.series.table import SeasonLine, season_prizes
from tournaments.ranking.series.units import decimal
from tournaments.ranking.series.units import points_text as in_points
from tournaments.ranking.series.words import worked
from tournaments.site.web import query_params
from tournaments.site.web.pages import Card, file_of, now, or_404, picture_of, table_of, translate
from tournaments.site.web.words import OUT_OF_REACH, VERDICTS, money


@public_season
@season_kept
def season(request: HttpRequest, season: Season) -> HttpResponse:
    if season.kind == Season.Kind.FIXTURES:
        return fixtures.fixtures_table(request, season)
    rules = rules_of(season)
    by = read_by(request, season.league.club, but=[category.name for category in rules.categories])
    tables = season_views.tables_shown(season)
    if by.chosen:
        tables = {"": season_views.lines_of(season, tables[""], by.members)}
    context = {
        "tables": {name: lines_in_words(lines) for name, lines in tables.items()},
        "read_by": by,
        "minimum": rules.minimum,
        "work": jobs_of(season),
        "taken": len(season_views.evenings_taken(season)),
        "has_archive": shows_archive(season, visitor_of(request)),
        "of": rules.of,
        "corrected": tables_corrected(season, visitor_of(request)),
    }
    return render_season(request, season, "league/season.html", context)


HEAD = ("table", "place", "player", "points", "evenings", "evenings won", "bonus")


@public_season
def download_table(request: HttpRequest, season: Season, kind: str) -> HttpResponse:
    of_evenings(season)
    rows: list[tuple[object, ...]] = [HEAD]
    for category, lines in season_views.tables_shown(season).items():
        for line in lines:
            row = line.row
            points, bonus = (_points(season, units) for units in (row.total, row.bonus))
            rows.append((category, row.place or "", line.name, points, row.attended, row.won, bonus))
    return table_of(_file(season, f"table.{kind}"), rows)


@public_season
def evenings_long(request: HttpRequest, season: Season, kind: str) -> HttpResponse:
    """A row for each player and evening."""
    table = _lines_of(season)
    names = names_of(line.person for line in table)
    keys = {each.evening for line in table for each in line.contributions}
    evenings = season_views.evenings_by_id(visitor_of(request), keys)
    rows: list[tuple[object, ...]] = [("player", "date", "evening", "status", "points", "counts")]
    for line in table:
        for each in line.contributions:
            evening, points = evenings.get(each.evening), _points(season, each.points)
            where = (names[line.person], each.date, evening.name if evening else "")
            rows.append((*where, each.status, points, int(each.counts)))
    return table_of(_file(season, f"evenings.{kind}"), rows)


@public_season
def evenings_wide(request: HttpRequest, season: Season, kind: str) -> HttpResponse:
    """A row for each player, with what each evening gave them."""
    table = _lines_of(season)
    names = names_of(line.person for line in table)
    days = {each.evening: each.date for line in table for each in line.contributions}
    order = sorted(days, key=lambda key: (days[key], int(key)))
    rows: list[tuple[object, ...]] = [("place", "player", "points", *(days[key] for key in order))]
    for line in table:
        points = {each.evening: _points(season, each.points) for each in line.contributions}
        cells = (points.get(key, "") for key in order)
        rows.append((line.place or "", names[line.person], _points(season, line.total), *cells))
    return table_of(_file(season, f"by-evening.{kind}"), rows)


def _lines_of(season: Season) -> Sequence[SeasonLine]:
    of_evenings(season)
    return tables_of(season)[""].lines


def _points(season: Season, units: int) -> Decimal:
    return Decimal(decimal(units, rules_of(season).unit))


def _file(season: Season, what: str) -> str:
    return f"{season.league.club.slug}-{season.league.slug}-{season.slug}-{what}"


@public_season
@count_long_look
def archive(request: HttpRequest, season: Season) -> HttpResponse:
    return file_of(*_archive(request, season), "application/json")


@public_season
@count_long_look
def archive_signature(request: HttpRequest, season: Season) -> HttpResponse:
    name, content = _archive(request, season)
    signature = or_404(signature_of(season.league.club, content, comment=f"file:{name}\thashed"))
    return file_of(f"{name}.minisig", signature, "text/plain; charset=utf-8")


def _archive(request: HttpRequest, season: Season) -> tuple[str, str]:
    visitor = visitor_of(request)
    if not shows_archive(season, visitor):
        raise Http404
    content = json.dumps(season_archive(season, visitor), ensure_ascii=False, indent=1)
    return f"{season.league.club.slug}-{season.league.slug}-{season.slug}.json", content


@public_season
@season_kept
def picture(request: HttpRequest, season: Season) -> HttpResponse:
    leaders = [line for line in leaders_of([season])[season.pk] if line.place == 1]
    over = season.closed_at is not None
    more = _("Winner of the season") if over else _("In the lead")
    return picture_of(
        Card(
            over=season.league.club.name,
            title=f"{season.league.name}, {season.name}",
            main=", ".join(line.name for line in leaders),
            more=more if leaders else "",
            foot="Head Table",
            mark=members.logo_picture(season.league.club),
        )
    )


@public_season
@season_kept
def why_by_number(request: HttpRequest, season: Season, number: int) -> HttpResponse:
    """Why an entrant of fixtures has their place; in a season of evenings redirect somebody's former address."""
    if season.kind == Season.Kind.FIXTURES:
        return fixtures.fixtures_why(request, season, number)
    comparison = season_views.compared(season, number, query_params.text(request, "of"))
    if comparison is None:
        raise Http404
    who = comparison.people[str(number)]
    if who.address(season.league.club.slug) == str(number):
        return _why(request, season, comparison)  # whoever withholds their name has no other address
    return _why_at(request, season, who)


@public_season
@season_kept
def why(request: HttpRequest, season: Season, address: str) -> HttpResponse:
    """Why somebody has their place: what their evenings gave, and the neighbours beside them.

    Arguments:
        address: theirs among the people of the season's club; of another club that takes part, `club/theirs`.
    """
    of_evenings(season)
    home = season.league.club.slug
    club, _slash, slug = address.rpartition("/")
    player = members.at_address(club or home, slug)
    category = query_params.text(request, "of")
    comparison = None if player is None else season_views.compared(season, player.pk, category)
    if comparison is None:
        raise Http404
    who = comparison.people[comparison.line.person]
    if who.is_withheld and who.address(home) != address:
        raise Http404  # no name leads to whoever withholds theirs
    if who.address(home) != address:
        return _why_at(request, season, who)
    return _why(request, season, comparison)


def _why(request: HttpRequest, season: Season, found: season_views.Compared) -> HttpResponse:
    home = season.league.club.slug
    lines = [line for line in (found.above, found.line, found.below) if line is not None]
    keys = {contribution.evening for line in lines for contribution in line.contributions}
    evenings = season_views.evenings_by_id(visitor_of(request), keys)
    rounds = season_views.rounds_played(season, found.line.person, evenings)
    unit = rules_of(season).unit
    who = found.people[found.line.person]
    context = {
        "category": query_params.text(request, "of"),
        "who": who,
        "name": who.name,
        "line": found.line,
        "total": in_points(found.line.total, unit),
        "bonus": in_points(found.line.bonus, unit) if found.line.bonus else "",
        "bonus_why": season_views.bonus_reasons(season, found.line.person) if found.line.bonus else [],
        "rows": [
            {
                **_in_points(contribution, unit),
                "evening": evenings.get(contribution.evening),
                "date": contribution.date,
                "why": translate(contribution.why),
                "rounds": rounds.get(contribution.evening, []),
            }
            for contribution in found.line.contributions
        ],
        "comparisons": list(_comparisons(found, evenings, unit, home)),
    }
    return render_season(request, season, "league/why.html", context)


def _why_at(request: HttpRequest, season: Season, who: Called) -> HttpResponse:
    home = season.league.club.slug
    url = reverse("web:season-why", args=[home, season.league.slug, season.slug, who.address(home)])
    category = query_params.text(request, "of")
    return redirect(f"{url}?{urlencode({'of': category})}" if category else url)


def _in_points(one: Contribution, unit: int) -> dict[str, Any]:
    return {"one": one, "points": in_points(one.points, unit)}


def _comparisons(
    found: season_views.Compared, evenings: dict[str, season_views.Evening], unit: int, home: str
) -> Iterable[dict[str, Any]]:
    for upper, lower, word in ((found.above, found.line, "above"), (found.line, found.below, "below")):
        if upper is None or lower is None or lower.explanation is None:
            continue
        other = upper if word == "above" else lower
        yield {
            "word": word,
            "name": found.people[other.person].name,
            "address": found.people[other.person].address(home),
            "place": other.place,
            "explanation": translate(lower.explanation),
            "rows": _side_by_side(found.line, other, evenings, unit),
        }


def _side_by_side(
    line: SeasonLine, other: SeasonLine, evenings: dict[str, season_views.Evening], unit: int
) -> list[dict[str, Any]]:
    # Evenings that count for neither, and those that gave both the same, are left out.
    mine = {contribution.evening: contribution for contribution in line.contributions}
    theirs = {contribution.evening: contribution for contribution in other.contributions}
    return [
        {
            "evening": evenings.get(key),
            "date": mine[key].date,
            "mine": _in_points(mine[key], unit),
            "theirs": _in_points(theirs[key], unit),
        }
        for key in mine
        if key in theirs
        and (mine[key].counts or theirs[key].counts)
        and (mine[key].points, mine[key].counts) != (theirs[key].points, theirs[key].counts)
    ]


@public_season
@season_kept
def evenings(request: HttpRequest, season: Season) -> HttpResponse:
    of_evenings(season)
    rows = season_views.evenings_taken(season)
    unit = rules_of(season).unit
    state = tables_of(season)[""]
    people, home = called(state.accounts), season.league.club.slug
    counted = [row.evening_id for row in rows if not row.void]
    before = places_before(state, counted[0]) if len(counted) > 1 else {}
    lines = [
        {
            "name": people[line.person].name,
            "address": people[line.person].address(home),
            "place": line.place,
            **_moved(before.get(line.person), line.place),
            "total": in_points(line.total, unit),
            "cells": _cells(line, rows, unit),
        }
        for line in state.lines
    ]
    context = {
        "rows": rows,
        "lines": lines,
        "has_moved": bool(before),
        "left_out": season_views.evenings_left_out(season, visitor_of(request)),
    }
    return render_season(request, season, "league/evenings.html", context)


def _moved(before: int | None, place: int | None) -> dict[str, Any]:
    # By how many places up or down since the evening before.
    if before is None or place is None:
        return {"is_new": place is not None}
    return {"rose": max(before - place, 0), "fell": max(place - before, 0)}


def _cells(
    line: SeasonLine, rows: Iterable[season_views.SeasonEvening], unit: int
) -> list[dict[str, Any] | None]:
    cells = {each.evening: _in_points(each, unit) for each in line.contributions}
    return [cells.get(str(row.evening_id)) for row in rows]


@public_season
@rules_kept
def rules(request: HttpRequest, season: Season) -> HttpResponse:
    context: dict[str, Any] = {
        "sections": rules_in_words(season),
        "version": season.rules_version,
        "commitment": commitment(season.seed),
        "examples": _examples(season) if season.kind == Season.Kind.EVENINGS else [],
    }
    return render_season(request, season, "league/rules.html", context)


def _examples(season: Season) -> list[dict[str, Any]]:
    season_rules = rules_of(season)
    if not isinstance(season_rules.points, PlacePoints | StandardScores):
        return []
    words = {"example games": _("An evening of games"), "example points": _("An evening of points")}
    return [
        {
            "title": words.get(example.evening.evening, ""),
            "lines": [
                {"line": line, "gets": in_points(example.results[line.person], season_rules.unit)}
                for line in example.evening.lines
            ],
            "steps": [translate(step) for step in example.steps],
        }
        for example in worked(season_rules.points, season_rules.unit)
    ]


@public_season
@season_kept
def prizes(request: HttpRequest, season: Season) -> HttpResponse:
    """The prizes as the tables stand; final when the season is over. The page prints as a list to sign."""
    of_evenings(season)
    tables = tables_of(season)
    shares = season_prizes(
        rules_of(season).prizes, {name or None: state.lines for name, state in tables.items()}
    )
    names = names_of({share.person for share in shares})
    groups: dict[str, list[dict[str, Any]]] = {}
    for share in shares:
        words = {"name": names[share.person], "sum": money(share.amount), "why": translate(share.why)}
        groups.setdefault(share.category or "", []).append({"share": share, **words})
    return render_season(request, season, "league/prizes.html", {"groups": groups})


@public_season
@kept_as_it_reads
def entries(request: HttpRequest, season: Season) -> HttpResponse:
    context = {"entries": entries_in_words(season), "head": season.ledger_head}
    return render_season(request, season, "league/entries.html", context)


HIGHEST = 1_000_000


def evenings_what_if(request: HttpRequest, season: Season) -> HttpResponse:
    """Who can still reach a place of the table, and what must happen for one of them; ignores bad parameters."""
    ahead = season_ahead(season, _question(request), now())
    if ahead is None:
        raise Http404
    context: dict[str, Any] = {"ahead": ahead, "asks_left": not says_how_many(season)}
    if ahead.left_by == "closed":
        context["winners"] = [ahead.names[person] for person in ahead.winners]
    elif ahead.outlook is not None:
        context |= _context(ahead, query_params.text(request, "of"))
    else:
        context["waits"] = _waits(ahead)
        context["asks_left"] = context["asks_left"] and bool(ahead.state.lines)
    return render_season(request, season, "league/what_if_evenings.html", context)


def ground_of_what_if(season: Season) -> PageGround | None:
    """The ground of the page of either kind of season: that of the season, and how many nights are left."""
    ground = ground_of(season)
    return ground and (*ground, nights_left(season, now()))


def _waits(found: SeasonAhead) -> str:
    category = found.question.category
    if found.state.lines:
        return _(
            "Nobody knows how many evenings are left. Enter a number, and this page says who can still win."
        )
    if not found.state.evenings:
        return _("As soon as the first evening counts, this page says who can still win.")
    if not category:
        return _("Nobody has a line in the table yet.")
    words = {"category": category}
    if found.rules.category(category).by == "colour":
        return _("Nobody has played on a ticket of the colour “%(category)s” yet.") % words
    if not any(category in own for own in found.state.persons.categories.values()):
        return _("Nobody is in “%(category)s” yet.") % words
    return _("Nobody of “%(category)s” has played an evening that counts yet.") % words


def _question(request: HttpRequest) -> Question:
    number = partial(query_params.whole_number, request, digits=len(str(HIGHEST)))
    return Question(
        place=number("place", lowest=1, highest=HIGHEST) or 1,
        category=query_params.text(request, "category"),
        left=number("left", highest=MOST_AHEAD),
        least=number("least", lowest=-HIGHEST, highest=HIGHEST),
        most=number("most", lowest=-HIGHEST, highest=HIGHEST),
    )


def _context(found: SeasonAhead, of: str) -> dict[str, Any]:
    lines = {line.person: line for line in found.state.lines}
    prospects = [_prospect(found, prospect) for prospect in found.outlook.prospects] if found.outlook else []
    for prospect in prospects:
        prospect["line"] = lines[prospect["person"]]
        prospect["total"] = in_points(prospect["line"].total, found.rules.unit)
        prospect["query"] = _query(found.question, prospect["person"])
    person = of if of.isascii() and of.isdigit() else ""
    must = found.must(person) if person else None
    points = found.rules.points
    running = [prospect for prospect in prospects if prospect["verdict"] != OUT_OF_REACH]
    return {
        "places": range(1, len(prospects) + 1),
        "running": running,
        "is_won": found.question.place == 1 and [prospect["verdict"] for prospect in running] == ["clinched"],
        "out": [prospect for prospect in prospects if prospect["verdict"] == OUT_OF_REACH],
        "prospects": prospects,
        "certain": sum(prospect["verdict"] == "clinched" for prospect in prospects),
        "must": must and {**_prospect(found, must.prospect), "cases": list(map(_case, must.cases))},
        "each": found.each and [in_points(amount, found.rules.unit) for amount in found.each],
        "asks_least": isinstance(points, ScorePoints | StandardScores),
    }


def _query(question: Question, person: str) -> str:
    parameters = {**asdict(question), "category": question.category or None, "of": person}
    return urlencode({name: value for name, value in parameters.items() if value is not None})


def _prospect(found: SeasonAhead, one: SeriesProspect) -> dict[str, Any]:
    unit = found.rules.unit
    return {
        "person": one.person,
        "name": found.names[one.person],
        "verdict": one.verdict,
        "short": VERDICTS[one.verdict],
        "least": in_points(one.least, unit),
        "most": "–" if one.most is None else in_points(one.most, unit),
        "text": translate(one.sentence),
    }


def _case(case: Case) -> dict[str, Any]:
    heading, *others = case.sentences
    return {
        "text": translate(heading),
        "more": list(map(translate, others)),
        "asked": [list(map(translate, each.sentences)) for each in case.conditions if each.asks],
        "level": [list(map(translate, each.sentences)) for each in case.conditions if not each.asks],
    }


@public_season
@kept_while(ground_of_what_if)
@count_long_look
def what_if(request: HttpRequest, season: Season) -> HttpResponse:
    if season.kind == Season.Kind.FIXTURES:
        return fixtures.fixtures_what_if(request, season)
    return evenings_what_if(request, season)
