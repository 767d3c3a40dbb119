"""A season is opened, closed and reopened: each asks first, and says what it changes."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from zoneinfo import ZoneInfo

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from tournaments.evening.web.desk.reasons import usual
from tournaments.league import acts
from tournaments.league.reads.fixtures import fixtures_state
from tournaments.league.reads.jobs import jobs_of
from tournaments.league.reads.seasons import Season
from tournaments.league.services.ledger import perform
from tournaments.league.web.desk.doors import season_page, to_season
from tournaments.league.web.season_pages import render_desk_season
from tournaments.site.web.forms import REFUSED, attempt
from tournaments.site.web.shared import by_user, now

Words = str | Promise
NO_REASON = later("Please give a reason; it is kept with the change.")


DEEDS: dict[str, type[acts.SeasonAct]] = {"open": acts.Open, "close": acts.Close, "reopen": acts.Reopen}
"""The acts on a whole season by their addresses."""


@require_http_methods(["GET", "HEAD", "POST"])
@season_page
def deed(request: HttpRequest, season: Season, name: str) -> HttpResponse:
    """Ask before an act on the season (GET), and do it (POST)."""
    wanted = DEEDS.get(name)
    if wanted is None:
        raise Http404
    if request.method != "POST":
        # What is not possible any more, or not yet, is not asked about: the overview says what is.
        possible = season.stage in wanted.when
        return _asks(request, season, wanted) if possible else to_season(season)
    more = {"reason": request.POST.get("reason", "")} if wanted.needs_reason else {}
    if wanted.needs_reason and not more["reason"].strip():
        return _asks(request, season, wanted, errors=[NO_REASON], status=REFUSED)
    doing = partial(perform, season=season, act=wanted(**more), by=by_user(request), at=now())
    attempt(request, doing, _done(season, name))
    return to_season(season)


def _asks(
    request: HttpRequest,
    season: Season,
    wanted: type[acts.SeasonAct],
    *,
    errors: Iterable[Words] = (),
    status: int = 200,
) -> HttpResponse:
    context = {
        "label": _(wanted.label),
        "needs_reason": wanted.needs_reason,
        "usual": usual(wanted),
        "look": "primary" if wanted is acts.Open else "danger",
        "changes": [_(change) for change in wanted.warns[season.kind]],
        "open": list(_open(season)) if wanted is acts.Close else [],
        "reason_errors": list(errors),
    }
    return render_desk_season(request, season, "desk/league/ask.html", context, status=status)


def _open(season: Season) -> Iterable[str]:
    """What is not done yet in a season that is to be closed."""
    today = now().astimezone(ZoneInfo(season.league.club.time_zone)).date()
    if season.ends > today:
        yield _("Its last day, %(day)s, is still to come.") % {"day": date_format(season.ends)}
    if season.kind == Season.Kind.EVENINGS:
        if jobs_of(season):
            yield _("Its tables are still being worked out.")
        return
    state = fixtures_state(season)
    if state.ahead:
        words = ngettext(
            "%(count)s fixture has no result.", "%(count)s fixtures have no result.", state.ahead
        )
        yield words % {"count": state.ahead}
    elif not state.over:
        yield _("There are rounds that have not been made.")


def _done(season: Season, name: str) -> str:
    opened = (
        _("The season is open, and visitors see it. Make its fixtures.")
        if season.kind == Season.Kind.FIXTURES
        else _("The season is open: visitors see it, and published evenings count.")
    )
    return {
        "open": opened,
        "close": _("The season is over."),
        "reopen": _("The season is under way again."),
    }[name]
