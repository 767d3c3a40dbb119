"""Setting an evening up: a new one, the plan of one that has not begun, and one cloned from another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.club.reads import house_rules
from tournaments.club.reads.house_rules import ClubRules
from tournaments.club.web.pages import club_page
from tournaments.evening import acts
from tournaments.evening.acts import possible
from tournaments.evening.reads import facts, tempo
from tournaments.evening.reads.desk import Club, Evening
from tournaments.evening.reads.tempo import LastTime
from tournaments.evening.services import evenings
from tournaments.evening.status import Status
from tournaments.evening.web.desk import forecast, presets
from tournaments.evening.web.desk.decorators import evening_page, for_the_club, to_desk
from tournaments.evening.web.desk.nights import NightAhead, chosen_night, nights_ahead
from tournaments.evening.web.desk.plan_form import NamedDay, PlanForm, as_entered, fresh
from tournaments.evening.web.desk.presets import Offered
from tournaments.site.web import query_params
from tournaments.site.web.forms import REFUSED, faults_in, filled
from tournaments.site.web.money import Sums
from tournaments.site.web.shared import by_user, now

WEEK = timedelta(days=7)
TYPED = ("name", "date", "rounds", "ends_about", "round__hands", "round__minutes")
"""What somebody has typed and keeps while they choose another kind of evening."""


@require_http_methods(["GET", "HEAD", "POST"])
@club_page
def new(request: HttpRequest, club: Club) -> HttpResponse:
    """A new evening."""
    usual = house_rules.of_club(club)
    last = tempo.last_time(club)
    offered, nights = list(presets.offered(club, last)), nights_ahead(club, localdate())
    wanted = query_params.text(request, "preset")
    preset = next((one for one in offered if one.slug == wanted), None)
    night = None if preset else chosen_night(request, nights)
    if preset is not None:
        day = next_date(preset.last, localdate()) if preset.last else localdate()
        shown = _begins_with(preset, preset.title, day, club, usual)
    else:
        shown = _usual_evening(club, night, offered, usual)
    shown |= {name: text for name in TYPED if (text := query_params.text(request, name))}
    form = filled(PlanForm, request, initial=shown)
    if form.is_bound and not _asks_for_forecast(request) and form.is_valid():
        with faults_in(form, form.show):
            made = evenings.make_evening(club=club, **form.evening(), by=by_user(request), at=now())
            messages.success(request, _("The evening is created. Open the doors when people arrive."))
            return to_desk(made)
    context = {
        "club": club,
        "form": form,
        "presets": offered,
        "chosen": preset,
        "nights": nights,
        "chosen_night": night,
    }
    return _page(request, context, last)


def _usual_evening(
    club: Club, night: NightAhead | None, offered: Sequence[Offered], usual: Mapping[str, ClubRules]
) -> dict[str, Any]:
    """What the form of a new evening begins with on a night of the club, or today where it has none."""
    kind = presets.of_night(night.row, offered) if night else presets.of_game(club.usual_game)
    day, name = (night.day, night.row.name) if night else (localdate(), "")
    if kind is None:
        shown = fresh(name or _("Progressive evening"), day, usual)
        return shown | {"before_publication": club.before_publication}
    return _begins_with(kind, name or kind.title, day, club, usual)


def _begins_with(
    kind: Offered, name: str, day: date, club: Club, usual: Mapping[str, ClubRules]
) -> dict[str, Any]:
    """A kind of evening as the form shows it; what all clubs hold says nothing of what is public before its end."""
    shown = as_entered(kind.plan, name, day, usual)
    return shown if kind.is_of_the_club else shown | {"before_publication": club.before_publication}


@require_http_methods(["GET", "HEAD", "POST"])
@evening_page
def change(request: HttpRequest, evening: Evening) -> HttpResponse:
    """The plan, to be changed while play has not begun and to be read from then on."""
    plan = facts.plan_of(evening)
    if acts.ChangePlan not in possible(Status(evening.status)):
        return _read(request, evening)
    usual = house_rules.of_club(evening.club)
    form = filled(PlanForm, request, initial=as_entered(plan, evening.name, evening.date, usual))
    if form.is_bound and not _asks_for_forecast(request) and form.is_valid():
        with faults_in(form, form.show):
            evenings.change_plan(evening=evening, **form.evening(), by=by_user(request), at=now())
            messages.success(request, _("The plan is changed."))
            return to_desk(evening)
    last = tempo.last_time(evening.club)
    return _page(request, {"club": evening.club, "evening": evening, "form": form}, last)


def _asks_for_forecast(request: HttpRequest) -> bool:
    """Whether the button was pressed that works the forecast out where no script does: nothing is saved then."""
    return "forecast" in request.POST


def _page(request: HttpRequest, context: dict[str, Any], last: LastTime | None) -> HttpResponse:
    """The page of the form, with the forecast beside it."""
    form, club = context["form"], context["club"]
    if not _asks_for_forecast(request):
        players = query_params.whole_number(request, "players")
        context |= {"expected": forecast.expected(last, players)}
        return render(request, "desk/plan.html", context, status=REFUSED if form.is_bound else None)
    context |= {
        "expected": forecast.ExpectedForm(data=request.POST),
        "forecast": forecast.context(form, request.POST.get("players", ""), club, last),
    }
    return render(request, "desk/plan.html", context)


def _read(request: HttpRequest, evening: Evening) -> HttpResponse:
    """The plan as it is pinned, in the words of its form."""
    plan = facts.plan_of(evening)
    form = PlanForm(initial=as_entered(plan, evening.name, evening.date, {}))
    lines = []
    unsaid = form.left_aside(form.initial) | {"name", "date"}
    for field in form:
        if field.name not in unsaid and (value := _in_words(field)):
            lines.append({"label": field.label, "value": value})
    return render(request, "desk/plan_read.html", {"evening": evening, "lines": lines})


def _in_words(field: Any) -> str:
    value = field.field.prepare_value(field.initial)
    if isinstance(field.field, Sums):
        return " · ".join(value.split())
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    choices = dict(getattr(field.field, "choices", ()))
    return str(choices.get(value, value)) if value not in (None, "") else ""


@require_http_methods(["GET", "HEAD", "POST"])
@evening_page
@for_the_club
def clone(request: HttpRequest, evening: Evening) -> HttpResponse:
    """The same evening once more, on another day."""
    form = filled(
        NamedDay, request, initial={"name": evening.name, "date": next_date(evening.date, localdate())}
    )
    if form.is_bound and form.is_valid():
        with faults_in(form):
            made = evenings.clone_evening(evening=evening, **form.cleaned_data, by=by_user(request), at=now())
            messages.success(request, _("The evening is created, with the plan of the last one."))
            return to_desk(made)
    context = {"evening": evening, "club": evening.club, "form": form}
    return render(request, "desk/clone.html", context, status=REFUSED if form.is_bound else None)


def next_date(last: date, today: date) -> date:
    """The same weekday as last time: a week later, or the first one from today on if that is past."""
    following = last + WEEK
    if following >= today:
        return following
    return today + timedelta(days=(last.weekday() - today.weekday()) % 7)
