"""The schedule of an evening at the desk: all its rounds, what they come to, and the search for better ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.faults import Faults
from tournaments.evening import acts
from tournaments.evening.acts import possible
from tournaments.evening.reads import facts
from tournaments.evening.reads import schedules as rows
from tournaments.evening.reads.certificates import EveningRounds, certificate_of, evening_rounds
from tournaments.evening.reads.decisions import standing_decisions
from tournaments.evening.reads.desk import Evening
from tournaments.evening.services import schedules
from tournaments.evening.status import Status
from tournaments.evening.web.act_words import sentence
from tournaments.evening.web.certificate_words import lines, origin
from tournaments.evening.web.desk import searches
from tournaments.evening.web.desk.decorators import evening_page, to_desk
from tournaments.evening.web.desk.schedule_form import FileForm, WishesForm
from tournaments.evening.web.rounds_grid import grid, short
from tournaments.site.web.forms import REFUSED
from tournaments.site.web.shared import by_user, now


def told_at_the_desk(evening: Evening) -> EveningRounds:
    """The rounds with the director's draft of the next."""
    return evening_rounds(evening, facts.plan_of(evening), drafts=True)


@require_safe
@evening_page
def show(request: HttpRequest, evening: Evening) -> HttpResponse:
    """The schedule as it stands."""
    return page(request, evening)


def page(request: HttpRequest, evening: Evening, **posted: forms.Form) -> HttpResponse:
    """The page; `posted` are those that were refused, with what was entered."""
    found = told_at_the_desk(evening)
    certificate = certificate_of(found)
    may_search = found.plan.draws_up and acts.Schedule in possible(Status(evening.status))
    context: dict[str, Any] = {
        "evening": evening,
        "plan": found.plan,
        "certificate": certificate,
        "lines": lines(certificate) if certificate else [],
        "grid": grid(found, short(found)),
        "origin": origin(found.made_by, found.plan.movement),
        "begun": evening.current_round > 0,
        "may_search": may_search and _is_any_left(found),
        "may_bring": may_search and not evening.current_round,
        "happened": list(_happened(evening, found)) if evening.current_round else [],
        **searches.panels(evening, found),
        **posted,
    }
    if may_search:
        context.setdefault("form", wishes_form(found, rows.standing_wishes(evening)))
        context.setdefault("file_form", FileForm(auto_id="file_%s"))
    shown = {"form": context["may_search"], "file_form": context["may_bring"]}
    for name, form in posted.items():
        if not shown[name]:
            _say(request, form)
    refused = any(form.is_bound and form.errors for form in posted.values())
    return render(request, "desk/schedule.html", context, status=REFUSED if refused else None)


def _say(request: HttpRequest, form: forms.Form) -> None:
    """Say what is wrong with a form that the page does not show any more."""
    for errors in form.errors.values():
        for error in errors:
            messages.error(request, str(error))


def _is_any_left(found: EveningRounds) -> bool:
    """Whether a round is left whose seats nobody has been told to take."""
    return found.plan.rounds >= rows.first_open(found.evening)


def wishes_form(found: EveningRounds, wishes: Any = None, data: Any = None, more: str = "") -> WishesForm:
    """The form of wishes about those who are there."""
    names = found.names
    people = sorted(
        ((ticket.code, names[ticket.code]) for ticket in found.tickets if ticket.left_in is None),
        key=lambda person: person[1].casefold(),
    )
    partnership = found.plan.tables.partnership
    return WishesForm(data, people=people, partnership=partnership, wishes=wishes, more=more)


def _happened(evening: Evening, found: EveningRounds) -> Iterator[dict[str, str]]:
    """What is known of who came and went, and where it is recorded."""
    names = found.names
    people = reverse("web:desk-people", args=[evening.club.slug, evening.slug])
    replaced = {ticket.replaces.code for ticket in found.tickets if ticket.replaces}
    for ticket in found.tickets:
        values: dict[str, object] = {"name": names[ticket.code], "round": ticket.left_in}
        if ticket.replaces:
            values |= {"old": names[ticket.replaces.code], "round": ticket.arrived_in}
            yield {"what": _("%(name)s plays for %(old)s since round %(round)s.") % values, "url": people}
        elif ticket.arrived_in:
            came = {**values, "round": ticket.arrived_in}
            yield {"what": _("%(name)s came in round %(round)s.") % came, "url": people}
        if ticket.left_in is not None and ticket.code not in replaced:
            yield {"what": _("%(name)s left in round %(round)s.") % values, "url": people}
    decisions = reverse("web:desk-decisions", args=[evening.club.slug, evening.slug])
    for decided in standing_decisions(evening):
        if decided.act == acts.ExchangeSeats.name:
            yield {"what": sentence(decided.act, decided.body, names), "url": decisions}


@require_http_methods(["GET", "HEAD", "POST"])
@evening_page
def search(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Begin a search; read, how far the searches are."""
    if request.method != "POST":
        if "HX-Request" not in request.headers:
            return to_desk(evening, "desk-schedule")
        return searches.live(request, evening, told_at_the_desk(evening))
    found = told_at_the_desk(evening)
    more = request.POST.get("more", "")
    form = wishes_form(found, data=request.POST, more=more)
    if more:
        return page(request, evening, form=_untouched(form, found, more))
    if form.is_valid() and _asked(request, evening, form):
        return to_desk(evening, "desk-schedule")
    return page(request, evening, form=form)


def _untouched(form: WishesForm, found: EveningRounds, more: str) -> WishesForm:
    """The form with a row more and what was chosen so far, without a word about what is still missing."""
    fresh = wishes_form(found, data=form.data, more=more)
    fresh.is_bound = False
    fresh.initial = {name: form.data.get(name, "") for name in fresh.fields}
    return fresh


def _asked(request: HttpRequest, evening: Evening, form: WishesForm) -> bool:
    purpose = request.POST.get("purpose", "improve")
    try:
        schedules.ask(evening=evening, purpose=purpose, wishes=form.wishes, by=by_user(request), at=now())
    except Faults as refused:
        form.refuse(refused)
        return False
    messages.success(request, _("The search has begun. Nothing changes until you use what it finds."))
    return True
