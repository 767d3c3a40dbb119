"""Before the last rounds of a season of fixtures: who can still reach a place, and what must happen for it."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse

from tournaments.queries.leagues.fixtures import Contest, DivisionSeen, contest
from tournaments.queries.leagues.prospects import asked_of, must_of, outlook_of, with_names
from tournaments.queries.leagues.seasons import Season
from tournaments.ranking.league.what_if import Must, Prospect
from tournaments.web.season_pages import render_season
from tournaments.web.shared import said


def fixtures_what_if(request: HttpRequest, season: Season) -> HttpResponse:
    """Who can still reach a place of a division, and what must happen for the entrant that is asked about."""
    seen = contest(season)
    asked = asked_of(
        seen,
        division=request.GET.get("division", ""),
        place=request.GET.get("place", ""),
        entrant=request.GET.get("entrant", ""),
    )
    context: dict[str, Any] = {"seen": seen, "asked": asked}
    if asked is None:
        context["brackets"] = [_still_in(one) for one in seen.divisions] if not seen.rules.has_table else []
        return render_season(request, season, "league/fixtures_what_if.html", context)
    outlook = outlook_of(asked)
    must = must_of(asked)
    context |= {
        "outlook": outlook,
        "places": range(1, len(asked.division.numbers) + 1),
        "prospects": [_told(seen, one) for one in outlook.prospects],
        "must": must and _must(seen, must),
    }
    return render_season(request, season, "league/fixtures_what_if.html", context)


def _told(seen: Contest, prospect: Prospect) -> dict[str, Any]:
    return {
        "number": prospect.entrant,
        "name": seen.names[prospect.entrant],
        "verdict": prospect.verdict,
        "text": said(with_names(prospect.sentence, seen.names)),
    }


def _must(seen: Contest, must: Must) -> dict[str, Any]:
    return {
        "prospect": _told(seen, must.prospect),
        "is_outright": must.is_outright,
        "needed": [said(with_names(one.sentence, seen.names)) for one in must.needed],
        "enough": [said(with_names(one.sentence, seen.names)) for one in must.enough],
    }


def _still_in(division: DivisionSeen) -> dict[str, Any]:
    """Who can still win a knock-out: whoever has not lost too often."""
    knockout = division.knockout
    lives = 2 if division.rules.format == "double_knock_out" else 1
    lost = knockout.lost if knockout else {}
    people = [
        {"name": one.name, "lost": lost.get(str(one.number), 0)}
        for one in division.entrants
        if lost.get(str(one.number), 0) < lives and one.withdrawn_at is None
    ]
    return {"division": division, "people": people, "over": bool(knockout and knockout.is_over)}
