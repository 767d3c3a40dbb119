"""What the open doors show: who waits, who is in, and what their number means."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.club.member_list.details import people_in, turned_name
from tournaments.evening.forecast import forecast
from tournaments.evening.plan import Plan
from tournaments.evening.reads import desk, live
from tournaments.evening.reads.desk import Evening, Player
from tournaments.evening.web.desk.decorators import stock_of
from tournaments.evening.web.words import (
    lines_of,
    missing_in_words,
    problems_of,
    sitting_out_in_words,
    tables_in_words,
)
from tournaments.limits import MOST_NAMES_AT_ONCE
from tournaments.site.web.forms import NO_NAME, NameField
from tournaments.site.web.pages import isolate

SO_MANY = format_lazy(gettext_lazy("At most {most} names at once."), most=MOST_NAMES_AT_ONCE)


class ColourForm(forms.Form):
    """A form that asks for a ticket colour, where the evening has colours."""

    colour = forms.ChoiceField(label=gettext_lazy("Ticket"), widget=forms.RadioSelect, required=False)

    def __init__(self, *args: Any, colours: tuple[str, ...], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if colours:
            choice = self.fields["colour"]
            assert isinstance(choice, forms.ChoiceField)  # noqa: S101 - as declared above
            choice.choices = [(colour, colour) for colour in colours]
            choice.required = True
            choice.error_messages["required"] = _("No ticket colour was chosen; choose one.")
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


def context(evening: Evening, plan: Plan, **given: forms.Form) -> dict[str, Any]:
    # In this order, so that whoever comes in meanwhile is read twice rather than not at all, and shown as in.
    at_the_door = desk.at_the_door(evening)
    tickets = desk.tickets(evening)
    inside = {ticket.player_id for ticket in tickets}
    waiting = [player for player in at_the_door if player.pk not in inside]
    count = len(tickets)
    colours = Counter(ticket.colour for ticket in tickets)
    return {
        "waiting": waiting,
        "other_colours": other_colours(waiting, plan),
        "everybody": len(expected(waiting, plan)),
        "tickets": [{"ticket": ticket, "stock": stock_of(ticket.colour, plan.colours)} for ticket in tickets],
        "counts": headcount_in_words(count, plan),
        "forecast": forecast_of(evening, plan, count),
        "by_colour": [(colour, colours[colour], stock_of(colour, plan.colours)) for colour in plan.colours],
        "guest_form": GuestForm(colours=plan.colours, auto_id="guest_%s"),
        "list_form": ArrivalListForm(colours=plan.colours, auto_id="list_%s"),
        **given,
    }


def expected(waiting: Iterable[Player], plan: Plan) -> list[tuple[Player, str]]:
    """The members at the door who can come in without being asked anything, each with the usual ticket colour.

    Where the evening has ticket colours, those whose usual one is none of them are left out; guests always are.
    """
    usual = [(player, player.colour if plan.colours else "") for player in waiting if not player.is_guest]
    return [(player, colour) for player, colour in usual if not plan.colours or colour in plan.colours]


def other_colours(waiting: Iterable[Player], plan: Plan) -> list[tuple[str, list[str]]]:
    """The usual ticket colours that are none of the evening's, sorted, with those who hold them."""
    if not plan.colours:
        return []
    names_by_colour: dict[str, list[str]] = {}
    for player in waiting:
        if player.colour and player.colour not in plan.colours:
            names_by_colour.setdefault(player.colour, []).append(player.name)
    return sorted(names_by_colour.items())


def forecast_of(evening: Evening, plan: Plan, count: int, begins: datetime | None = None) -> dict[str, Any]:
    """The forecast for `count` players from `begins`, by default from now; empty for nobody."""
    if not count:
        return {}
    outlook = forecast(plan, count)
    pace = live.tempo_at(evening.club, plan, but=evening.pk)
    lines = lines_of(outlook, pace, begins or localtime(), plan.ends_about)
    return {"lines": list(lines), "problems": list(problems_of(outlook))}


def headcount_in_words(count: int, plan: Plan) -> str:
    """What a number of players means: `14 players: 3 tables, 2 sit out each round`, by the draw's own rule."""
    if not count:
        return _("Nobody has checked in yet.")
    players = ngettext("%(count)s player", "%(count)s players", count) % {"count": count}
    outlook = forecast(plan, count)
    if not outlook.tables:
        return _("%(label)s: %(text)s") % {"label": players, "text": missing_in_words(outlook.missing)}
    text = f"{tables_in_words(outlook.tables)}, {sitting_out_in_words(outlook.sitting_out)}"
    return _("%(label)s: %(text)s") % {"label": players, "text": text}
