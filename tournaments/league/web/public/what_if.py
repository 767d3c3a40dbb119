"""Before the end: who can still reach a place, and what must happen for somebody."""

from __future__ import annotations

from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.club.web.sign_in import count_long_look
from tournaments.league.reads.fixtures import Contest, DivisionSeen, asked_of, contest, with_names
from tournaments.league.reads.seasons import Season
from tournaments.league.reads.tables import (
    MOST_AHEAD,
    PageGround,
    Question,
    SeasonAhead,
    ground_of,
    nights_left,
    says_how_many,
    season_ahead,
)
from tournaments.league.web.season_pages import kept_while, public_season, render_season
from tournaments.ranking.fixtures.what_if import EntrantNeeds, EntrantProspect
from tournaments.ranking.series.outlook import Case, SeriesProspect
from tournaments.ranking.series.rules import ScorePoints, StandardScores
from tournaments.ranking.series.units import points_text
from tournaments.ranking.totals import verdict_said
from tournaments.site.web import query_params
from tournaments.site.web.pages import now, translate
from tournaments.site.web.words import OUT_OF_REACH, VERDICTS

# Before the last evenings of a season: who can still reach a place, and what must happen for somebody.

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
        prospect["total"] = points_text(prospect["line"].total, found.rules.unit)
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
        "each": found.each and [points_text(amount, found.rules.unit) for amount in found.each],
        "asks_least": isinstance(points, ScorePoints | StandardScores),
    }


def _query(question: Question, person: str) -> str:
    parameters = {
        "place": question.place,
        "category": question.category or None,
        "left": question.left,
        "least": question.least,
        "most": question.most,
        "of": person,
    }
    return urlencode({name: value for name, value in parameters.items() if value is not None})


def _prospect(found: SeasonAhead, one: SeriesProspect) -> dict[str, Any]:
    unit = found.rules.unit
    return {
        "person": one.person,
        "name": found.names[one.person],
        "verdict": one.verdict,
        "short": VERDICTS[one.verdict],
        "least": points_text(one.least, unit),
        "most": "–" if one.most is None else points_text(one.most, unit),
        "text": translate(one.sentence),
    }


def _case(case: Case) -> dict[str, Any]:
    heading, *others = case.sentences
    return {
        "text": translate(heading),
        "more": [translate(sentence) for sentence in others],
        "asked": [
            [translate(sentence) for sentence in each.sentences] for each in case.conditions if each.asks
        ],
        "level": [
            [translate(sentence) for sentence in each.sentences] for each in case.conditions if not each.asks
        ],
    }


# Before the last rounds of a season of fixtures: who can still reach a place, and what must happen for
# it.


def fixtures_what_if(request: HttpRequest, season: Season) -> HttpResponse:
    competition = contest(season)
    question = asked_of(
        competition,
        division=query_params.text(request, "division"),
        place=query_params.text(request, "place"),
        entrant=query_params.text(request, "entrant"),
    )
    if question is None or not question.division.rows:
        return _too_early(request, season, competition, question.division if question else None)
    outlook = question.outlook()
    must = question.must()
    context: dict[str, Any] = {
        "seen": competition,
        "asked": question,
        "outlook": outlook,
        "places": range(1, len(question.division.numbers) + 1),
        "prospects": [
            _prospect_line(competition, prospect, question.place) for prospect in outlook.prospects
        ],
        "must": must and _fixtures_must(competition, must, question.place),
    }
    return render_season(request, season, "league/fixtures_what_if.html", context)


def _too_early(
    request: HttpRequest, season: Season, seen: Contest, division: DivisionSeen | None
) -> HttpResponse:
    if seen.entrants and not seen.rules.has_table:
        context: dict[str, Any] = {
            "seen": seen,
            "brackets": [_still_in(knock_out) for knock_out in seen.divisions],
        }
        return render_season(request, season, "league/fixtures_what_if.html", context)
    if division is None and seen.entrants:
        level = query_params.text(request, "division")
        division = next(candidate for candidate in seen.divisions if str(candidate.level) == level)
    context = {"seen": seen, "waits": _fixtures_wait(seen, division), "empty": division}
    return render_season(request, season, "league/fixtures_what_if.html", context)


def _fixtures_wait(seen: Contest, division: DivisionSeen | None) -> str:
    if division is None:
        return _("As soon as there are entrants and fixtures, this page says who can still win.")
    if division.numbers:
        return _("The fixtures are not made yet. As soon as they are, this page says who can still win.")
    return _("Nobody is in “%(division)s”.") % {"division": division.name}


def _prospect_line(seen: Contest, prospect: EntrantProspect, place: int) -> dict[str, Any]:
    # A bound has the verdict alone: the page explains once, above them all, what a bound is.
    is_bound = prospect.outright is None
    text = translate(with_names(prospect.sentence, seen.names))
    if is_bound:
        text = (
            _("Not settled.")
            if prospect.verdict == "open"
            else translate(verdict_said(prospect.verdict, place))
        )
    return {
        "number": prospect.entrant,
        "name": seen.names[prospect.entrant],
        "verdict": prospect.verdict,
        "text": text,
        "is_bound": is_bound,
    }


def _fixtures_must(seen: Contest, must: EntrantNeeds, place: int) -> dict[str, Any]:
    return {
        "prospect": _prospect_line(seen, must.prospect, place),
        "summary": translate(must.summary) if must.summary else "",
        "is_outright": must.is_outright,
        "needed": [translate(with_names(need.sentence, seen.names)) for need in must.needed],
        "enough": [translate(with_names(need.sentence, seen.names)) for need in must.enough],
    }


def _still_in(division: DivisionSeen) -> dict[str, Any]:
    knockout = division.knockout
    lives = 2 if division.rules.format == "double_knock_out" else 1
    lost = knockout.lost if knockout else {}
    people = [
        {"name": entrant.name, "lost": lost.get(str(entrant.number), 0)}
        for entrant in division.entrants
        if lost.get(str(entrant.number), 0) < lives and entrant.withdrawn_at is None
    ]
    return {"division": division, "people": people, "over": bool(knockout and knockout.is_over)}


@require_safe
@public_season
@kept_while(ground_of_what_if)
@count_long_look
def what_if(request: HttpRequest, season: Season) -> HttpResponse:
    if season.kind == Season.Kind.FIXTURES:
        return fixtures_what_if(request, season)
    return evenings_what_if(request, season)
