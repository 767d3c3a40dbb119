"""The people of an evening: who is at the open doors; once seats are drawn, who comes, leaves, and plays for whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, time
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.text import format_lazy
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.faults import Faults
from tournaments.club.member_list.details import people_in, turned_name
from tournaments.club.reads.members import warnings_count
from tournaments.club.roles import Role, is_allowed
from tournaments.club.web.pages import Shown
from tournaments.evening import acts
from tournaments.evening.forecast import forecast
from tournaments.evening.plan import Plan
from tournaments.evening.reads import access, desk, director_alerts, facts, live, rounds
from tournaments.evening.reads.desk import Evening, Player
from tournaments.evening.round_rules import Status
from tournaments.evening.services import evenings, links, player_requests
from tournaments.evening.services.perform import perform
from tournaments.evening.web.desk import blockers, decorators, menu, papers, seating
from tournaments.evening.web.words import (
    forecast_in_words,
    missing_in_words,
    sitting_out_in_words,
    tables_in_words,
)
from tournaments.refusals import MOST_NAMES_AT_ONCE
from tournaments.site.web.forms import NO_NAME, NameField, bound_form, offer, run_or_refuse, show_faults
from tournaments.site.web.pages import is_loopback, isolate, now

SO_MANY = format_lazy(gettext_lazy("At most {most} names at once."), most=MOST_NAMES_AT_ONCE)


class ColourForm(forms.Form):
    colour = forms.ChoiceField(label=gettext_lazy("Ticket"), widget=forms.RadioSelect, required=False)

    def __init__(self, *args: Any, colours: tuple[str, ...], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if colours:
            choices = [(colour, colour) for colour in colours]
            offer(self, "colour", choices, _("No ticket colour was chosen; choose one.")).required = True
        else:
            del self.fields["colour"]

    @property
    def chosen(self) -> str:
        return str(self.cleaned_data.get("colour", ""))


class OnePersonField(NameField):
    """The name of one person, read as names in a list are: "Marsh, John" is John Marsh, "1. Ann" is Ann."""

    def clean(self, value: Any) -> str:
        entered = str(super().clean(value))
        named = people_in(entered)
        if len(named) > 1:
            words = _("These are several people: %(names)s. Enter one name at a time.")
            raise forms.ValidationError(words % {"names": " · ".join(map(isolate, named))})
        return turned_name(named[0]) if named else entered


class AnotherForm(forms.Form):
    """What asks, once a name is refused because the club has it, whether this is another person.

    `site.web.forms.show_faults` shows the box then; until it is ticked it is hidden and says no.
    """

    another = forms.BooleanField(
        label=gettext_lazy("Another person of the same name"), required=False, widget=forms.HiddenInput
    )


class GuestForm(AnotherForm, ColourForm):
    name = NameField(
        label=gettext_lazy("A guest's name"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "class": "input"}),
    )
    field_order = ("name", "colour")


class ArrivalListForm(ColourForm):
    names = forms.CharField(
        label=gettext_lazy("Names"),
        help_text=format_lazy(
            "{how} {most}",
            how=gettext_lazy(
                "One to a line, or with commas between them. You check the list before anybody comes in."
            ),
            most=SO_MANY,
        ),
        error_messages={"required": NO_NAME},
        widget=forms.Textarea(attrs={"rows": 6, "autocomplete": "off", "spellcheck": "false"}),
    )
    field_order = ("names", "colour")

    def __init__(self, *args: Any, colours: tuple[str, ...], **kwargs: Any) -> None:
        super().__init__(*args, colours=colours, **kwargs)
        if colours:
            choices = [("", _("Each their own")), *((colour, colour) for colour in colours)]
            offer(self, "colour", choices).required = False
            words = _("A ticket colour can stand behind a name, after a comma: Ada Marsh, %(colour)s.")
            names = self.fields["names"]
            names.help_text = f"{names.help_text} {words % {'colour': colours[0]}}"


def door_context(evening: Evening, plan: Plan, **given: forms.Form) -> dict[str, Any]:
    # In this order, so that whoever comes in meanwhile is read twice rather than not at all, and shown as in.
    at_the_door = desk.at_the_door(evening)
    tickets = desk.tickets(evening)
    inside = {ticket.player_id for ticket in tickets}
    waiting = [player for player in at_the_door if player.pk not in inside]
    count = len(tickets)
    colours, warned = Counter(ticket.colour for ticket in tickets), _warned(evening)
    return {
        "waiting": waiting,
        "other_colours": other_colours(waiting, plan),
        "everybody": len(expected(waiting, plan)),
        "tickets": [
            {
                "ticket": ticket,
                "stock": decorators.stock_of(ticket.colour, plan.colours),
                "warnings": warned.get(ticket.player_id, 0),
            }
            for ticket in tickets
        ],
        "counts": headcount_in_words(count, plan),
        "forecast": forecast_of(evening, plan, count),
        "by_colour": [
            (colour, colours[colour], decorators.stock_of(colour, plan.colours)) for colour in plan.colours
        ],
        "guest_form": GuestForm(colours=plan.colours, auto_id="guest_%s"),
        "list_form": ArrivalListForm(colours=plan.colours, auto_id="list_%s"),
        **given,
    }


def _warned(evening: Evening) -> Mapping[int, int]:
    return warnings_count(evening.club, now()) if is_allowed(evening.club, Role.DIRECTOR) else {}


def expected(waiting: Iterable[Player], plan: Plan) -> list[tuple[Player, str]]:
    """The members at the door who can come in without being asked anything, each with the usual ticket colour.

    Where the evening has ticket colours, those whose usual one is none of them are left out; guests always are.
    """
    usual = [(player, player.colour if plan.colours else "") for player in waiting if not player.is_guest]
    return [(player, colour) for player, colour in usual if not plan.colours or colour in plan.colours]


def other_colours(waiting: Iterable[Player], plan: Plan) -> list[tuple[str, list[str]]]:
    if not plan.colours:
        return []
    names_by_colour: dict[str, list[str]] = {}
    for player in waiting:
        if player.colour and player.colour not in plan.colours:
            names_by_colour.setdefault(player.colour, []).append(player.name)
    return sorted(names_by_colour.items())


def forecast_of(evening: Evening, plan: Plan, count: int, begins: datetime | None = None) -> dict[str, Any]:
    """The forecast for `count` players from `begins`, by default as planned, never before now; empty for nobody."""
    if not count:
        return {}
    pace, right_now = live.tempo_at(evening.club, plan, but=evening.pk), localtime()
    if begins is None and plan.starts_at:
        begins = datetime.combine(evening.date, time.fromisoformat(plan.starts_at), right_now.tzinfo)
    return forecast_in_words(plan, count, pace, max(begins or right_now, right_now))


def headcount_in_words(count: int, plan: Plan) -> str:
    """What a number of players means: `14 players: 3 tables, 2 sit out each round`, by the draw's own rule."""
    if not count:
        return _("Nobody has checked in yet.")
    players = ngettext("%(count)s player", "%(count)s players", count) % {"count": count}
    outlook = forecast(plan, count)
    text = f"{tables_in_words(outlook.tables)}, {sitting_out_in_words(outlook.sitting_out)}"
    if not outlook.tables:
        text = missing_in_words(outlook.missing)
    return _("%(label)s: %(text)s") % {"label": players, "text": text}


@decorators.evening_read(template="desk/personal.html")
def show_own_link(request: HttpRequest, evening: Evening, code: str) -> Shown:
    ticket = desk.ticket(evening, code)
    table = access.kept_tickets(access.sight_of(request.user, evening), evening).get(ticket.pk)
    if table is not None:
        return decorators.ask_to_reveal(request, evening, table)
    own = papers.own_page(request, desk.player_link(ticket))
    return {
        "ticket": ticket,
        "own": own,
        "here_only": own is not None and is_loopback(own["link"]),
    }


renew_own_link = decorators.evening_command(links.renew_player_link, "desk-personal")
revoke_own_link = decorators.evening_command(links.revoke_player_link, "desk-personal")


class NewcomerForm(AnotherForm, ColourForm):
    player = forms.ChoiceField(label=gettext_lazy("Member"), required=False)
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
        people = [(key, labels.get(key, player.name)) for key, player in self.waiting.items()]
        offer(self, "player", [("", _("Choose a player") if first else _("Choose a member")), *people])

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


@decorators.evening_read(template="desk/people.html")
def show_people(request: HttpRequest, evening: Evening) -> Shown:
    return _page(evening)


def _page(evening: Evening, form: NewcomerForm | None = None) -> Shown:
    status = Status(evening.status)
    if status in (Status.DRAFT, Status.CHECK_IN):
        return decorators.to_desk(evening)
    plan = facts.plan_of(evening)
    number = seating.shown_round(evening)
    view = rounds.round_views(evening, [number]).get(number)
    places = view.seated() if view else {}
    settled = view is None or view.round.closed_at is not None
    tickets = desk.tickets(evening)
    allowed = acts.possible(status)
    warned = _warned(evening)
    if form is None and acts.Arrive in allowed:
        form = NewcomerForm(waiting=desk.at_the_door(evening), colours=plan.colours)
    return {
        "number": number,
        "lines": [
            {
                "ticket": ticket,
                "stock": decorators.stock_of(ticket.colour, plan.colours),
                "warnings": warned.get(ticket.player_id, 0),
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
        "is_last_round": menu.is_last_round(evening),
        "may_leave": acts.Leave in allowed and evening.current_round > 0,
        "may_substitute": acts.Substitute in allowed,
        "form": form,
    }


@decorators.evening_form(template="desk/people.html")
def arrive(request: HttpRequest, evening: Evening) -> Shown:
    if request.method != "POST":
        return decorators.to_desk(evening, "desk-people")
    plan = facts.plan_of(evening)
    form = bound_form(NewcomerForm, request, waiting=desk.at_the_door(evening), colours=plan.colours)
    if not form.is_valid():
        return _page(evening, form)
    common = {"colour": form.chosen, **decorators.acting(request, evening)}
    try:
        if form.member:
            ticket = evenings.arrive(player=form.member, **common)
        else:
            ticket = evenings.arrive_guest(
                name=form.cleaned_data["name"], another=form.cleaned_data["another"], **common
            )
    except Faults as refused:
        show_faults(form, refused)
        return _page(evening, form)
    words = _("%(name)s has ticket %(number)s and plays from the next move on.")
    if menu.is_last_round(evening):
        words = _("%(name)s has ticket %(number)s, and can play this last round for somebody who leaves.")
    messages.success(request, words % {"name": isolate(ticket.player.name), "number": ticket.number})
    return decorators.to_desk(evening, "desk-people")


@decorators.evening_form(template="desk/leave.html")
def leave(request: HttpRequest, evening: Evening, code: str) -> Shown:
    ticket = desk.ticket(evening, code)
    if request.method != "POST":
        return {"ticket": ticket, "is_last_round": menu.is_last_round(evening)}
    words = _leaves(evening) % {"name": isolate(ticket.player.name)}
    decorators.act_or_refuse(request, evening, acts.Leave(ticket=ticket.code), words)
    return decorators.to_desk(evening, "desk-people")


def _leaves(evening: Evening) -> str:
    if evening.status == Status.MOVED:
        return _("%(name)s left.")
    if menu.is_last_round(evening):
        return _("%(name)s leaves after this round.")
    return _("%(name)s leaves with the next move.")


@decorators.evening_form(template="desk/substitute.html")
def substitute(request: HttpRequest, evening: Evening, code: str) -> Shown:
    ticket = desk.ticket(evening, code)
    stand_ins = director_alerts.stand_ins(evening, ticket)
    waiting = desk.at_the_door(evening)
    form = bound_form(NewcomerForm, request, waiting=waiting, stand_ins=stand_ins, colours=())
    if form.is_bound and form.is_valid() and _stands_in(request, evening, ticket, form, stand_ins):
        return decorators.to_desk(evening, "desk-people")
    return {
        "ticket": ticket,
        "form": form,
        "stand_ins": stand_ins,
        "why_nobody": blockers.nobody_in_knock_out(evening, ticket),
        "rule": facts.plan_of(evening).movement_options.substitute,
        "by_points": facts.plan_of(evening).counts == "points",
    }


def _stands_in(
    request: HttpRequest, evening: Evening, ticket: Any, form: NewcomerForm, stand_ins: Sequence[Any]
) -> bool:
    who = decorators.acting(request, evening)
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
        extra_tags=decorators.undo_of(request, evening)(written),
    )
    return True


@decorators.evening_button()
def grant(request: HttpRequest, evening: Evening, asked: director_alerts.PlayerRequest) -> HttpResponse:
    leaves = asked.kind == asked.Kind.LEAVE
    words = _leaves(evening) if leaves else _("%(name)s sits the next round out.")
    service = partial(player_requests.grant, wish=asked, **decorators.acting(request, evening))
    run_or_refuse(request, service, words % {"name": isolate(asked.ticket.player.name)})
    return decorators.to_desk(evening)


decline = decorators.evening_command(player_requests.decline, "desk-evening")
