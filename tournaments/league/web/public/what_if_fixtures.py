"""Before the last rounds of a season of fixtures: who can still reach a place, and what must happen for it."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournaments.league.reads.fixture_projections import asked_of, must_of, outlook_of, with_names
from tournaments.league.reads.fixtures import Contest, DivisionSeen, contest
from tournaments.league.reads.seasons import Season
from tournaments.league.web.season_pages import render_season
from tournaments.ranking.fixtures.what_if import EntrantNeeds, EntrantProspect
from tournaments.ranking.verdicts import verdict_said
from tournaments.site.web import query_params
from tournaments.site.web.shared import said


def fixtures_what_if(request: HttpRequest, season: Season) -> HttpResponse:
    """Who can still reach a place of a division, and what must happen for the entrant that is asked about."""
    seen = contest(season)
    asked = asked_of(
        seen,
        division=query_params.text(request, "division"),
        place=query_params.text(request, "place"),
        entrant=query_params.text(request, "entrant"),
    )
    if asked is None or not asked.division.rows:
        return _too_early(request, season, seen, asked.division if asked else None)
    outlook = outlook_of(asked)
    must = must_of(asked)
    context: dict[str, Any] = {
        "seen": seen,
        "asked": asked,
        "outlook": outlook,
        "places": range(1, len(asked.division.numbers) + 1),
        "prospects": [_prospect_line(seen, one, asked.place) for one in outlook.prospects],
        "must": must and _must(seen, must, asked.place),
    }
    return render_season(request, season, "league/fixtures_what_if.html", context)


def _too_early(
    request: HttpRequest, season: Season, seen: Contest, division: DivisionSeen | None
) -> HttpResponse:
    """Who is left in a knock-out; of a table without fixtures or entrants, what it waits for."""
    if seen.entrants and not seen.rules.has_table:
        context: dict[str, Any] = {"seen": seen, "brackets": [_still_in(one) for one in seen.divisions]}
        return render_season(request, season, "league/fixtures_what_if.html", context)
    if division is None and seen.entrants:
        wanted = query_params.text(request, "division")
        division = next(one for one in seen.divisions if str(one.level) == wanted)
    context = {"seen": seen, "waits": _waits(seen, division), "empty": division}
    return render_season(request, season, "league/fixtures_what_if.html", context)


def _waits(seen: Contest, division: DivisionSeen | None) -> str:
    """What must be there before anything can be said of a division; None: of the whole season."""
    if division is None:
        return _("As soon as there are entrants and fixtures, this page says who can still win.")
    if division.numbers:
        return _("The fixtures are not made yet. As soon as they are, this page says who can still win.")
    return _("Nobody is in “%(division)s”.") % {"division": division.name}


def _prospect_line(seen: Contest, prospect: EntrantProspect, place: int) -> dict[str, Any]:
    """A line about somebody; of a bound the verdict alone, what a bound is stands above them all."""
    is_bound = prospect.outright is None
    text = said(with_names(prospect.sentence, seen.names))
    if is_bound:
        text = (
            _("Not settled.") if prospect.verdict == "open" else said(verdict_said(prospect.verdict, place))
        )
    return {
        "number": prospect.entrant,
        "name": seen.names[prospect.entrant],
        "verdict": prospect.verdict,
        "text": text,
        "is_bound": is_bound,
    }


def _must(seen: Contest, must: EntrantNeeds, place: int) -> dict[str, Any]:
    return {
        "prospect": _prospect_line(seen, must.prospect, place),
        "summary": said(must.summary) if must.summary else "",
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
