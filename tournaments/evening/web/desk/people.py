"""The people of an evening once seats are drawn: who comes late, who leaves, who stands in for whom."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.faults import Faults
from tournaments.evening import acts
from tournaments.evening.acts import possible
from tournaments.evening.reads import access, desk, director_alerts, facts, rounds
from tournaments.evening.reads.desk import Evening
from tournaments.evening.round_rules import Status
from tournaments.evening.services import evenings, links, player_requests
from tournaments.evening.services.perform import perform
from tournaments.evening.web.desk import seating
from tournaments.evening.web.desk.blockers import OF_THE_KNOCK_OUT
from tournaments.evening.web.desk.board import undo_of
from tournaments.evening.web.desk.decorators import evening_page, stock_of, to_desk
from tournaments.evening.web.desk.door_list import AnotherForm, ColourForm, OnePersonField, headcount_in_words
from tournaments.evening.web.desk.ledger import ask_to_reveal
from tournaments.evening.web.desk.papers import own_page
from tournaments.site.web.forms import REFUSED, bound_form, run_or_refuse, show_faults
from tournaments.site.web.pages import by_user, is_loopback, isolate, now

# --- A player's own link at the desk: shown to be scanned, replaced by a new one, or taken back -------


@require_safe
@evening_page
def show_own_link(request: HttpRequest, evening: Evening, code: str) -> HttpResponse:
    ticket = desk.ticket(evening, code)
    table = access.kept_tickets(access.sight_of(request.user, evening), evening).get(ticket.pk)
    if table is not None:
        return ask_to_reveal(request, evening, table)
    own = own_page(request, desk.player_link(ticket))
    context = {
        "evening": evening,
        "ticket": ticket,
        "own": own,
        "here_only": own is not None and is_loopback(own["link"]),
    }
    return render(request, "desk/personal.html", context)


@require_POST
@evening_page
def renew_own_link(request: HttpRequest, evening: Evening, code: str) -> HttpResponse:
    """Give a ticket a new link; the old one, and every phone that opened it, is shut out."""
    ticket = desk.ticket(evening, code)
    links.renew_player_link(ticket=ticket, at=now())
    messages.success(request, _("%(name)s has a new link.") % {"name": isolate(ticket.player.name)})
    return to_desk(evening, "desk-personal", code)


@require_POST
@evening_page
def revoke_own_link(request: HttpRequest, evening: Evening, code: str) -> HttpResponse:
    ticket = desk.ticket(evening, code)
    links.revoke_player_link(ticket=ticket, at=now())
    messages.success(
        request, _("The link of %(name)s opens nothing any more.") % {"name": isolate(ticket.player.name)}
    )
    return to_desk(evening, "desk-personal", code)


class NewcomerForm(AnotherForm, ColourForm):
    player = forms.ChoiceField(label=gettext_lazy("Who comes"), required=False)
    name = OnePersonField(
        label=gettext_lazy("or a guest's name"),
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    field_order = ("player", "name", "colour")

    def __init__(self, *args: Any, waiting: list[Any], stand_ins: Sequence[Any] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        first = {str(ticket.player_id): ticket for ticket in stand_ins}
        self.waiting = {key: ticket.player for key, ticket in first.items()}
        self.waiting |= {str(player.pk): player for player in waiting}
        labels = {key: _stand_in_in_words(ticket) for key, ticket in first.items()}
        choice = self.fields["player"]
        assert isinstance(choice, forms.ChoiceField)  # noqa: S101 - as declared above
        choice.choices = [
            ("", _("Choose a player") if first else _("Choose a member")),
            *((key, labels.get(key, player.name)) for key, player in self.waiting.items()),
        ]

    def clean(self) -> dict[str, Any]:
        entered: dict[str, Any] = super().clean() or {}
        player, name = entered.get("player"), (entered.get("name") or "").strip()
        if player and name:
            words = _("%(player)s was chosen and “%(name)s” entered; only one of them can come at a time.")
            self.add_error(
                "name", words % {"player": isolate(self.waiting[player].name), "name": isolate(name)}
            )
        elif not player and not name and "player" not in self.errors:
            self.add_error("player", _("Nobody was chosen; choose a member or enter a guest's name."))
        return entered

    @property
    def member(self) -> Any:
        return self.waiting.get(self.cleaned_data["player"])


def _stand_in_in_words(ticket: Any) -> str:
    words = _("%(name)s · sits out") if ticket.left_in is None else _("%(name)s · has left")
    return words % {"name": ticket.player.name}


@require_safe
@evening_page
def show_people(request: HttpRequest, evening: Evening) -> HttpResponse:
    return _page(request, evening)


def _page(request: HttpRequest, evening: Evening, form: NewcomerForm | None = None) -> HttpResponse:
    status = Status(evening.status)
    if status in (Status.DRAFT, Status.CHECK_IN):
        return to_desk(evening)
    plan = facts.plan_of(evening)
    number = seating.shown_round(evening)
    view = rounds.round_views(evening, [number]).get(number)
    places = view.seated() if view else {}
    settled = view is None or view.round.closed_at is not None
    tickets = desk.tickets(evening)
    allowed = possible(status)
    context = {
        "evening": evening,
        "number": number,
        "lines": [
            {
                "ticket": ticket,
                "stock": stock_of(ticket.colour, plan.colours),
                "where": seating.place_in_words(places.get(ticket.code)),
                "may_be_replaced": ticket.left_in is None or (ticket.code in places and not settled),
                "is_empty": ticket.left_in is not None
                and ticket.left_in < number
                and ticket.code in places
                and not settled,
            }
            for ticket in tickets
        ],
        "counts": headcount_in_words(sum(ticket.left_in is None for ticket in tickets), plan),
        "may_arrive": acts.Arrive in allowed,
        "is_last_round": _is_last_round(evening),
        "may_leave": acts.Leave in allowed and evening.current_round > 0,
        "may_substitute": acts.Substitute in allowed,
        "form": form or (_newcomer(evening, plan) if acts.Arrive in allowed else None),
    }
    return render(request, "desk/people.html", context, status=REFUSED if form else None)


def _newcomer(evening: Evening, plan: Any) -> NewcomerForm:
    return NewcomerForm(waiting=desk.at_the_door(evening), colours=plan.colours)


@require_http_methods(["GET", "HEAD", "POST"])
@evening_page
def arrive(request: HttpRequest, evening: Evening) -> HttpResponse:
    if request.method != "POST":
        return to_desk(evening, "desk-people")
    plan = facts.plan_of(evening)
    form = bound_form(NewcomerForm, request, waiting=desk.at_the_door(evening), colours=plan.colours)
    if not form.is_valid():
        return _page(request, evening, form)
    common: dict[str, Any] = {"evening": evening, "colour": form.chosen, "by": by_user(request), "at": now()}
    try:
        if form.member:
            ticket = evenings.arrive(player=form.member, **common)
        else:
            ticket = evenings.arrive_guest(
                name=form.cleaned_data["name"], another=form.cleaned_data["another"], **common
            )
    except Faults as refused:
        show_faults(form, refused)
        return _page(request, evening, form)
    words = _("%(name)s has ticket %(number)s and plays from the next move on.")
    if _is_last_round(evening):
        words = _("%(name)s has ticket %(number)s, and can play this last round for somebody who leaves.")
    messages.success(request, words % {"name": isolate(ticket.player.name), "number": ticket.number})
    return to_desk(evening, "desk-people")


@require_http_methods(["GET", "HEAD", "POST"])
@evening_page
def leave(request: HttpRequest, evening: Evening, code: str) -> HttpResponse:
    ticket = desk.ticket(evening, code)
    if request.method != "POST":
        context = {"evening": evening, "ticket": ticket, "is_last_round": _is_last_round(evening)}
        return render(request, "desk/leave.html", context)
    service = partial(
        perform, evening=evening, act=acts.Leave(ticket=ticket.code), by=by_user(request), at=now()
    )
    words = _leaves(evening) % {"name": isolate(ticket.player.name)}
    run_or_refuse(request, service, words, undo_of(request, evening))
    return to_desk(evening, "desk-people")


def _leaves(evening: Evening) -> str:
    if evening.status == Status.MOVED:
        return _("%(name)s left.")
    if _is_last_round(evening):
        return _("%(name)s leaves after this round.")
    return _("%(name)s leaves with the next move.")


def _is_last_round(evening: Evening) -> bool:
    return bool(evening.current_round >= facts.plan_of(evening).rounds)


@require_http_methods(["GET", "HEAD", "POST"])
@evening_page
def substitute(request: HttpRequest, evening: Evening, code: str) -> HttpResponse:
    ticket = desk.ticket(evening, code)
    stand_ins = director_alerts.stand_ins(evening, ticket)
    waiting = desk.at_the_door(evening)
    form = bound_form(NewcomerForm, request, waiting=waiting, stand_ins=stand_ins, colours=())
    if form.is_bound and form.is_valid() and _stands_in(request, evening, ticket, form, stand_ins):
        return to_desk(evening, "desk-people")
    context = {
        "evening": evening,
        "ticket": ticket,
        "form": form,
        "stand_ins": stand_ins,
        "why_nobody": OF_THE_KNOCK_OUT if director_alerts.in_knock_out(evening, [ticket]) else "",
        "rule": facts.plan_of(evening).movement_options.substitute,
        "by_points": facts.plan_of(evening).counts == "points",
    }
    return render(request, "desk/substitute.html", context, status=REFUSED if form.is_bound else None)


def _stands_in(
    request: HttpRequest, evening: Evening, ticket: Any, form: NewcomerForm, stand_ins: Sequence[Any]
) -> bool:
    who: dict[str, Any] = {"evening": evening, "by": by_user(request), "at": now()}
    written = None
    new = next((stand_in for stand_in in stand_ins if stand_in.player == form.member), None)
    try:
        if new:
            written = perform(act=acts.StandIn(ticket=new.code, replaces=ticket.code), **who)
        elif form.member:
            new = evenings.substitute(ticket=ticket, player=form.member, **who)
        else:
            name, another = form.cleaned_data["name"], form.cleaned_data["another"]
            new = evenings.substitute_guest(ticket=ticket, name=name, another=another, **who)
    except Faults as refused:
        show_faults(form, refused)
        return False
    words = _("%(new)s plays for %(old)s from now on, with ticket %(number)s.")
    messages.success(
        request,
        words % {"new": isolate(new.player.name), "old": isolate(ticket.player.name), "number": new.number},
        extra_tags=undo_of(request, evening)(written),
    )
    return True


@require_POST
@evening_page
def grant(request: HttpRequest, evening: Evening, pk: int) -> HttpResponse:
    player_request = director_alerts.request(evening, pk)
    service = partial(player_requests.grant, evening=evening, pk=pk, by=by_user(request), at=now())
    words = (
        _leaves(evening)
        if player_request.kind == player_request.Kind.LEAVE
        else _("%(name)s sits the next round out.")
    )
    run_or_refuse(request, service, words % {"name": isolate(player_request.ticket.player.name)})
    return to_desk(evening)


@require_POST
@evening_page
def decline(request: HttpRequest, evening: Evening, pk: int) -> HttpResponse:
    player_request = director_alerts.request(evening, pk)
    service = partial(player_requests.decline, evening=evening, pk=pk, by=by_user(request), at=now())
    words = _("The page of %(name)s says that it is not possible now.")
    run_or_refuse(request, service, words % {"name": isolate(player_request.ticket.player.name)})
    return to_desk(evening)
