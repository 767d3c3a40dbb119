"""The forecast beside the form of a plan: what the choices as they stand mean for the players who are expected."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.views.decorators.http import require_safe

from scoring.faults import Faults
from tournaments.club.web.pages import club_page
from tournaments.evening.forecast import MOST_PLAYERS, forecast
from tournaments.evening.plan import Plan
from tournaments.evening.reads import tempo
from tournaments.evening.reads.desk import Club
from tournaments.evening.reads.nights import start_on
from tournaments.evening.reads.tempo import LastTime
from tournaments.evening.services.plans import checked_plan
from tournaments.evening.web.desk.plan_form import NamedDay, PlanForm
from tournaments.evening.web.forecast_words import lines_of, problems_of
from tournaments.site.web import query_params
from tournaments.site.web.fields import WholeNumber


class ExpectedForm(forms.Form):
    """How many are expected; it is kept nowhere."""

    players = WholeNumber(
        label=later("Expected players"),
        help_text=later("For the forecast alone; it is not saved."),
        least=1,
        most=MOST_PLAYERS,
        required=False,
    )


@require_safe
@club_page
def show(request: HttpRequest, club: Club) -> HttpResponse:
    """The forecast for the form in the address; a part of a page."""
    entered = query_params.parameters(request)
    form = PlanForm(data=entered)
    told = context(form, entered.get("players", ""), club, tempo.last_time(club))
    return render(request, "desk/parts/forecast.html", {"forecast": told, "folded": form.folded()})


def expected(last: LastTime | None, players: int | None = None) -> ExpectedForm:
    """The field as a page shows it first: `players` if somebody has said so, else as many as came last time."""
    return ExpectedForm(initial={"players": players or (last.players if last else None)})


def context(form: PlanForm, players: str, club: Club, last: LastTime | None) -> dict[str, Any]:
    """What is forecast for a filled form: `lines`, `problems` with their remedies; or what is `asked` for first."""
    wrong = list(_wrong_number(players))
    count = None if wrong else query_params.as_number(players.strip(), lowest=1, highest=MOST_PLAYERS)
    plan = _plan_of(form)
    if plan is None:
        return {"problems": [*wrong, *_faults(form)]}
    if count is None:
        asked = "" if wrong else _("Enter how many players you expect, and the evening is forecast here.")
        return {"asked": asked, "problems": wrong}
    seen = forecast(plan, count)
    lines = lines_of(seen, tempo.tempo_at(club, plan), _begins(club, form, last), plan.ends_about)
    return {"lines": list(lines), "problems": list(problems_of(seen))}


def _begins(club: Club, form: PlanForm, last: LastTime | None) -> datetime | None:
    """When the night of the day begins, else when the last evening did; None where nobody knows."""
    day = form.cleaned_data.get("date")
    starts = start_on(club, day) if day else None
    if starts is None and last is not None:
        starts = last.began.time()
    if starts is None:
        return None
    return localtime().replace(hour=starts.hour, minute=starts.minute)


def _wrong_number(players: str) -> Iterator[str]:
    if players.strip() and not query_params.as_number(players.strip(), lowest=1, highest=MOST_PLAYERS):
        yield _("“%(entered)s” was entered; the number of players is from 1 to %(most)s.") % {
            "entered": players.strip()[:40],
            "most": MOST_PLAYERS,
        }


def _plan_of(form: PlanForm) -> Plan | None:
    """The plan that a filled form describes; None where it cannot be, and then the form says why."""
    form.is_valid()
    if not set(form.errors) <= set(NamedDay.base_fields):
        return None
    try:
        return checked_plan(form.plan())
    except Faults as refused:
        form.show(refused)
        return None


def _faults(form: PlanForm) -> Iterator[str]:
    """What is wrong with the form but for its name and day, each with the field it is about."""
    for name, errors in form.errors.items():
        if name not in NamedDay.base_fields:
            label = form.fields[name].label if name in form.fields else None
            said = " ".join(map(str, errors))
            yield _("%(label)s: %(text)s") % {"label": label, "text": said} if label else said
