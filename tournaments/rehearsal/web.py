"""The rehearsal of an evening at the desk: asked for, watched, and read."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.views.decorators.http import require_http_methods

from tournaments.evening.reads import desk, facts
from tournaments.evening.reads.desk import Evening
from tournaments.evening.web.desk.decorators import evening_page, to_desk
from tournaments.rehearsal import reads as rows
from tournaments.rehearsal import services, web_words
from tournaments.rehearsal.scenario import FEW, MOST_PLAYERS
from tournaments.rehearsal.scenario_from_evening import USUAL_PLAYERS
from tournaments.site.web.fields import WholeNumber
from tournaments.site.web.forms import REFUSED, faults_in, filled
from tournaments.site.web.shared import by_user, now

TROUBLES = {
    "refused": later("The plan cannot be rehearsed as it is."),
    "broken": later("The rehearsal broke off."),
    "too_long": later("The rehearsal took too long and was stopped. Try fewer players or rounds."),
    "interrupted": later("The rehearsal was interrupted. Start it again."),
}


def _number(label: Any, most: int, help_text: Any = "", *, least: int = 0) -> WholeNumber:
    return WholeNumber(
        label=label,
        help_text=help_text,
        least=least,
        most=most,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )


class RehearsalForm(forms.Form):
    """Who comes to the rehearsal, and what goes wrong."""

    players = _number(
        later("Players"), MOST_PLAYERS, later("Everybody who comes, latecomers included."), least=1
    )
    minutes_a_hand = _number(
        later("Minutes a hand takes"),
        60,
        later("Used to work out the length of the evening."),
        least=1,
    )
    late = _number(later("Come late"), FEW)
    leavers = _number(later("Leave early"), FEW)
    wrong = _number(later("Hands entered wrong"), FEW)
    seed = forms.CharField(
        label=later("Seed"),
        max_length=60,
        help_text=later("Another word gives another evening; the same word gives the same one again."),
    )

    def clean_seed(self) -> str:
        """The seed on one line."""
        return " ".join(str(self.cleaned_data["seed"]).split())


def _fresh(evening: Evening) -> dict[str, Any]:
    inside = desk.players_present(evening)
    last = rows.last_of(evening)
    fresh: dict[str, Any] = {"minutes_a_hand": 5, "late": 2, "leavers": 1, "wrong": 1, "seed": _("rehearsal")}
    if last is not None:
        fresh |= {name: last.brief[name] for name in fresh}
    before = len(last.brief["tickets"]) if last is not None else USUAL_PLAYERS
    players = min(inside, MOST_PLAYERS) or before
    spare = max(0, players - min(facts.plan_of(evening).tables.allowed))
    fresh["late"] = min(fresh["late"], spare)
    fresh["leavers"] = min(fresh["leavers"], spare - fresh["late"])
    return {"players": players, **fresh}


@require_http_methods(["GET", "HEAD", "POST"])
@evening_page
def show(request: HttpRequest, evening: Evening) -> HttpResponse:
    """The rehearsal asked for last, with its report or how far it has got; posted, another one is asked for."""
    form = filled(RehearsalForm, request, initial=_fresh(evening))
    if form.is_bound and form.is_valid():
        with faults_in(form):
            services.ask(evening=evening, by=by_user(request), at=now(), **form.cleaned_data)
            return to_desk(evening, "desk-rehearsal")
    return render(
        request,
        "desk/rehearsal.html",
        {"evening": evening, "form": form, **_context(evening)},
        status=REFUSED if form.is_bound else None,
    )


def _context(evening: Evening) -> dict[str, Any]:
    last = rows.last_of(evening)
    context: dict[str, Any] = {"may_rehearse": services.may_rehearse(evening)}
    if last is None:
        return context
    if services.is_lost(last, now()):
        return context | {"trouble": TROUBLES["interrupted"]}
    if last.stage == last.Stage.FAILED:
        return context | {"trouble": TROUBLES[last.trouble], "remark": last.remark}
    if last.report is not None:
        return context | {"rehearsal": last, "report": web_words.report_context(last.report)}
    return context | {"rehearsal": last, "under_way": True, "progress": last.progress}
