"""Before the last evenings of a season: who can still reach a place, and what must happen for somebody."""

from __future__ import annotations

from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournaments.league.reads.etags import Ground, ground_of
from tournaments.league.reads.seasons import Season
from tournaments.league.reads.series_projections import (
    MOST_AHEAD,
    Question,
    SeasonAhead,
    ahead,
    nights_left,
    says_how_many,
)
from tournaments.league.web.season_pages import render_season
from tournaments.ranking.series.outlook import Case, SeriesNeeds
from tournaments.ranking.series.projections import SeriesProspect
from tournaments.ranking.series.rules import ScorePoints, StandardScores
from tournaments.ranking.series.units import points_text
from tournaments.site.web import query_params
from tournaments.site.web.shared import now, said
from tournaments.site.web.verdict_words import IN_SHORT, OUT

HIGHEST = 1_000_000


def evenings_what_if(request: HttpRequest, season: Season) -> HttpResponse:
    """Who can still reach a place of the table, and what must happen for whom it is asked about.

    What makes no sense in the address is taken as if nobody had entered it.
    """
    found = ahead(season, _question(request), now())
    if found is None:
        raise Http404
    context: dict[str, Any] = {"ahead": found, "asks_left": not says_how_many(season)}
    if found.left_by == "closed":
        context["winners"] = [found.names[person] for person in found.winners]
    elif found.outlook is not None:
        context |= _context(found, query_params.text(request, "of"))
    else:
        context["waits"] = _waits(found)
        context["asks_left"] = context["asks_left"] and bool(found.state.lines)
    return render_season(request, season, "league/what_if_evenings.html", context)


def ground_of_what_if(season: Season) -> Ground | None:
    """What a page of either kind of season rests on: how many nights are left, too."""
    ground = ground_of(season)
    return ground and (*ground, nights_left(season, now()))


def _waits(found: SeasonAhead) -> str:
    """What a table waits for in which nobody has a line."""
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
    prospects = [_prospect(found, one) for one in found.outlook.prospects] if found.outlook else []
    for one in prospects:
        one["line"] = lines[one["person"]]
        one["total"] = points_text(one["line"].total, found.rules.unit)
        one["query"] = _query(found.question, one["person"])
    asked = of if of.isascii() and of.isdigit() else ""
    must = found.must(asked) if asked else None
    points = found.rules.points
    running = [one for one in prospects if one["verdict"] != OUT]
    return {
        "places": range(1, len(prospects) + 1),
        "running": running,
        "is_won": found.question.place == 1 and [one["verdict"] for one in running] == ["clinched"],
        "out": [one for one in prospects if one["verdict"] == OUT],
        "prospects": prospects,
        "certain": sum(one["verdict"] == "clinched" for one in prospects),
        "must": must and _must(found, must),
        "each": found.each and [points_text(amount, found.rules.unit) for amount in found.each],
        "asks_least": isinstance(points, ScorePoints | StandardScores),
    }


def _query(question: Question, person: str) -> str:
    """The same question about one person."""
    asked = {
        "place": question.place,
        "category": question.category or None,
        "left": question.left,
        "least": question.least,
        "most": question.most,
        "of": person,
    }
    return urlencode({name: value for name, value in asked.items() if value is not None})


def _prospect(found: SeasonAhead, one: SeriesProspect) -> dict[str, Any]:
    unit = found.rules.unit
    return {
        "person": one.person,
        "name": found.names[one.person],
        "verdict": one.verdict,
        "short": IN_SHORT[one.verdict],
        "least": points_text(one.least, unit),
        "most": "–" if one.most is None else points_text(one.most, unit),
        "text": said(one.sentence),
    }


def _must(found: SeasonAhead, must: SeriesNeeds) -> dict[str, Any]:
    return {**_prospect(found, must.prospect), "cases": [_case(case) for case in must.cases]}


def _case(case: Case) -> dict[str, Any]:
    """A case: what is asked of others, then who would only be level."""
    heading, *others = case.sentences
    return {
        "text": said(heading),
        "more": [said(sentence) for sentence in others],
        "asked": [[said(one) for one in each.sentences] for each in case.conditions if each.asks],
        "level": [[said(one) for one in each.sentences] for each in case.conditions if not each.asks],
    }
