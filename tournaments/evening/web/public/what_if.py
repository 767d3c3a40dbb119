"""An evening before its last round: who can still win it, and what must happen for somebody."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.club.web.long_looks import counted
from tournaments.club.web.zones import render_for
from tournaments.evening.reads.projections import WHY_NOT, BeforeTheEnd, before_the_end
from tournaments.evening.reads.public import Evening
from tournaments.evening.web.public.caching import evening_page
from tournaments.evening.web.public.evenings import evening_context
from tournaments.ranking.last_round import MOST_TOLD, LastRound, PersonNeeds, PersonProspect
from tournaments.ranking.last_round_of_points import LastRoundOfPoints, PointsNeeds, PointsProspect
from tournaments.ranking.tie_breaks import half_games
from tournaments.site.web import query_params
from tournaments.site.web.shared import said
from tournaments.site.web.verdict_words import IN_SHORT, OUT


@require_safe
@evening_page
@counted
def what_if(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Who can still come first, by games in how many ways, and what must happen for whom it is asked about."""
    found = before_the_end(evening)
    context: dict[str, Any] = evening_context(evening)
    if isinstance(found, BeforeTheEnd):
        context |= _context(found, query_params.whole_number(request, "of", digits=9))
    else:
        context["why_not"] = said(WHY_NOT[found])
    return render_for(request, evening.club, "public/what_if.html", context)


def _context(found: BeforeTheEnd, of: int | None) -> dict[str, Any]:
    maths, asked = found.maths, None if of is None else found.at(of)
    if isinstance(maths, LastRound):
        prospects = [_prospect(found, maths, one) for one in maths.prospects()]
        must = asked and _must(found, maths, maths.what_must_happen(asked.code))
    else:
        prospects = [_of_points(found, maths, one) for one in maths.prospects()]
        must = asked and _must_in_points(found, maths, maths.what_must_happen(asked.code))
    return {
        "round": found.round,
        "tables": len(maths.tables),
        **_all_that_can_happen(maths),
        "running": [one for one in prospects if one["verdict"] != OUT],
        "out": [one for one in prospects if one["verdict"] == OUT],
        "asked": asked,
        "must": must,
    }


def _all_that_can_happen(maths: LastRound | LastRoundOfPoints) -> dict[str, Any]:
    """In how many ways the tables can end, or how many hands each of them plays at the most."""
    if isinstance(maths, LastRound):
        return {"ways": maths.ways, "counted": len(maths.tables) <= MOST_TOLD}
    return {"by_points": True, "hands": max((table.hands for table in maths.tables), default=0)}


def _prospect(found: BeforeTheEnd, maths: LastRound, one: PersonProspect) -> dict[str, Any]:
    return {
        "holder": found.people[one.person],
        "won": half_games(maths.halves[one.person]),
        "verdict": one.verdict,
        "short": IN_SHORT[one.verdict],
        "outright": one.outright,
        "level": one.level,
        "text": said(one.sentence),
    }


def _of_points(found: BeforeTheEnd, maths: LastRoundOfPoints, one: PointsProspect) -> dict[str, Any]:
    return {
        "holder": found.people[one.person],
        "points": maths.points[one.person],
        "verdict": one.verdict,
        "short": IN_SHORT[one.verdict],
        "least": one.least,
        "most": one.most,
        "text": said(one.sentence),
    }


def _must(found: BeforeTheEnd, maths: LastRound, must: PersonNeeds) -> dict[str, Any]:
    return {
        **_prospect(found, maths, must.prospect),
        "is_outright": must.is_outright,
        "cases": [
            {
                "text": said(case.sentence),
                "ways": case.ways,
                "needed": [said(one.sentence) for one in case.needed],
            }
            for case in must.cases
        ],
    }


def _must_in_points(found: BeforeTheEnd, maths: LastRoundOfPoints, must: PointsNeeds) -> dict[str, Any]:
    return {
        **_of_points(found, maths, must.prospect),
        "is_outright": must.is_outright,
        "more": [said(one.sentence) for one in must.needed],
    }
