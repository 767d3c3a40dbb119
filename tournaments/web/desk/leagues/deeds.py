"""A season is opened, closed and reopened: each asks first, and says what it changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from zoneinfo import ZoneInfo

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from tournaments.queries.leagues.fixtures import fixtures_state
from tournaments.queries.leagues.jobs import jobs_of
from tournaments.queries.leagues.seasons import Season
from tournaments.ranking.season.life import SeasonAct, is_possible
from tournaments.services.leagues import seasons
from tournaments.web.desk.doors import REFUSED, attempt
from tournaments.web.desk.leagues.doors import season_page, to_season
from tournaments.web.season_pages import render_desk_season
from tournaments.web.shared import by_user, now

Words = str | Promise
NO_REASON = later("Nothing was entered; say why, it stands beside the change for ever.")


@dataclass(frozen=True, slots=True)
class Deed:
    """An act on a whole season: what it is called, and what it changes in a season of each kind."""

    act: SeasonAct
    do: Callable[..., object]
    label: Words
    changes: dict[str, tuple[Words, ...]]
    needs_reason: bool = False
    look: str = "danger"


EVENINGS, FIXTURES = Season.Kind.EVENINGS.value, Season.Kind.FIXTURES.value
TAKES = later(
    "An evening of the season that is published later, or corrected, still moves it; the ledger says so."
)
FOLLOWS = later(
    "A result that comes from an evening still follows that when it is corrected; the ledger says so."
)
BACK = later("It can be reopened, with a reason that everybody can read.")
DEEDS: dict[str, Deed] = {
    "open": Deed(
        SeasonAct.OPEN,
        seasons.begin,
        later("Open the season"),
        {
            EVENINGS: (
                later("Visitors see it, and every published evening that its rules take counts."),
                later("Its rules are changed with a reason alone from then on."),
            ),
            FIXTURES: (
                later("Visitors see it, and its fixtures can be made."),
                later("Its rules are changed with a reason alone from then on."),
            ),
        },
        look="primary",
    ),
    "close": Deed(
        SeasonAct.CLOSE,
        seasons.close,
        later("Close the season"),
        {
            EVENINGS: (
                later("Its table is final, and its prizes are won."),
                later("Its rules stay as they are; no bonus is given and no lots are drawn any more."),
                TAKES,
                BACK,
            ),
            FIXTURES: (
                later("Its table is final; the next season can be made of it, with who goes up and down."),
                later("No result is entered and no fixture made any more."),
                FOLLOWS,
                BACK,
            ),
        },
    ),
    "reopen": Deed(
        SeasonAct.REOPEN,
        seasons.reopen,
        later("Reopen the season"),
        {
            EVENINGS: (
                later("Its table is no longer final, and its prizes are open again."),
                later("Bonuses can be given, lots drawn and rules changed as before."),
            ),
            FIXTURES: (
                later("Its table is no longer final."),
                later("Results can be entered and fixtures made as before."),
            ),
        },
        needs_reason=True,
    ),
}


@require_http_methods(["GET", "HEAD", "POST"])
@season_page
def deed(request: HttpRequest, season: Season, name: str) -> HttpResponse:
    """Ask before an act on the season (GET), and do it (POST)."""
    wanted = DEEDS.get(name)
    if wanted is None:
        raise Http404
    if request.method != "POST":
        # What is not possible any more, or not yet, is not asked about: the overview says what is.
        possible = is_possible(wanted.act, season.stage)
        return _asks(request, season, wanted) if possible else to_season(season)
    more = {"reason": request.POST.get("reason", "")} if wanted.needs_reason else {}
    if wanted.needs_reason and not more["reason"].strip():
        return _asks(request, season, wanted, errors=[NO_REASON], status=REFUSED)
    act = partial(wanted.do, season=season, by=by_user(request), at=now(), **more)
    attempt(request, act, _done(season, name))
    return to_season(season)


def _asks(
    request: HttpRequest,
    season: Season,
    wanted: Deed,
    *,
    errors: Iterable[Words] = (),
    status: int = 200,
) -> HttpResponse:
    context = {
        "deed": wanted,
        "changes": wanted.changes[season.kind],
        "open": list(_open(season)) if wanted.act == SeasonAct.CLOSE else [],
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
