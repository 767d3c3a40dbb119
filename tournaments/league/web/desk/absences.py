"""Who is left out of the next round of a Swiss, at the secretary's desk."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.evening.web.desk.reasons import usual
from tournaments.league.acts import LeaveOut, LetPlay
from tournaments.league.reads.fixtures import Contest
from tournaments.league.reads.seasons import Season
from tournaments.league.services.ledger import perform
from tournaments.league.web.desk.doors import of_fixtures, season_page, to_season
from tournaments.ranking.fixtures.tie_breaks import tie_break_text
from tournaments.site.web.forms import attempt
from tournaments.site.web.isolating import isolate
from tournaments.site.web.shared import by_user, now

LONGEST_NUMBER = 5


def absences_of(seen: Contest) -> dict[str, Any]:
    """Who is to be left out of the next round, who else might be, and what it can count as."""
    points = seen.rules.match_points
    left_out = {number: counts for one in seen.divisions for number, counts in one.left_out.items()}
    return {
        "left_out": [
            {"number": number, "name": seen.names[number], "words": _counted(counts)}
            for number, counts in left_out.items()
        ],
        "others": [
            {"number": number, "name": seen.names[number]}
            for one in seen.divisions
            for number in one.playing
            if number not in left_out
        ],
        "usual": usual(LeaveOut),
        "draw": tie_break_text("match_points", points.drawn),
        "loss": tie_break_text("match_points", points.lost),
    }


def _counted(counts: str) -> str:
    return _("counts as a draw") if counts == "draw" else _("counts as a loss")


@require_POST
@season_page
def page(request: HttpRequest, season: Season) -> HttpResponse:
    """Leave an entrant out of the next round, or let them play after all."""
    seen = of_fixtures(season)
    told = request.POST.get("number", "")
    number = int(told) if told.isascii() and told.isdigit() and len(told) <= LONGEST_NUMBER else 0
    if number not in seen.entrants:
        messages.error(request, _("Choose somebody."))
        return to_season(season, "desk-season-fixtures")
    do = partial(perform, season=season, by=by_user(request), at=now())
    name = {"name": isolate(seen.names[str(number)])}
    if "back" in request.POST:
        attempt(
            request, partial(do, act=LetPlay(entrant=number)), _("%(name)s plays in the next round.") % name
        )
    else:
        counts = "draw" if request.POST.get("counts") == "draw" else "nobody"
        act = LeaveOut(entrant=number, counts=counts, reason=request.POST.get("reason", ""))
        attempt(request, partial(do, act=act), _("%(name)s is left out of the next round.") % name)
    return to_season(season, "desk-season-fixtures")
