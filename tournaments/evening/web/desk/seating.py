"""The seats at the desk: who sits where, whence and why; any round to look at, the first placed by hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from operator import itemgetter
from typing import Any

from django import forms
from django.contrib import messages
from django.forms.utils import flatatt
from django.http import Http404, HttpRequest
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.faults import Faults
from tournaments.club.roles import Part, Role
from tournaments.club.web.pages import Shown, texts_to_paste
from tournaments.evening import acts
from tournaments.evening.plan import Plan
from tournaments.evening.reads import access, desk, facts, rounds
from tournaments.evening.reads.desk import Evening
from tournaments.evening.round_rules import Status
from tournaments.evening.services.evenings import seat_by_hand
from tournaments.evening.web.desk.decorators import acting, evening_form, evening_read, stock_of, to_desk
from tournaments.evening.web.desk.menu import menu_of_acts
from tournaments.evening.web.public.report import texts_of
from tournaments.movement.draw import digest, word_of
from tournaments.movement.interface import Reason
from tournaments.refusals import LONGEST_REASON, ActFields
from tournaments.site.web import query_params
from tournaments.site.web.forms import offer, sentence_case
from tournaments.site.web.pages import refusals, translate


def usual_reasons(*kinds: type[ActFields]) -> list[str]:
    """The usual reasons for these acts, in the reader's language."""
    return [_(words) for kind in kinds for words in kind.usual_reasons]


class ReasonInput(forms.TextInput):
    def __init__(self, *kinds: type[ActFields]) -> None:
        super().__init__(attrs={"autocomplete": "off"})
        self.kinds = kinds

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        field = (attrs or {}).get("id", "")
        words = usual_reasons(*self.kinds)
        if not words or not field:
            return super().render(name, value, attrs, renderer)
        line = super().render(name, value, {**(attrs or {}), "list": f"{field}_usual"}, renderer)
        chips = render_to_string("desk/parts/usual_reasons.html", {"usual": words, "field": field})
        return line + chips


Places = Mapping[str, tuple[int, int]]


class SwapForm(forms.Form):
    """Two people who change places; a drafted move asks for the reason."""

    one = forms.ChoiceField(label=gettext_lazy("This player"))
    other = forms.ChoiceField(label=gettext_lazy("changes places with"))
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=LONGEST_REASON,
        help_text=gettext_lazy("The reason is kept in the ledger and shown to anybody who asks."),
        widget=ReasonInput(acts.Swap),
        error_messages={
            "required": gettext_lazy("Nothing was entered; a change to the drafted move needs a reason.")
        },
    )

    def __init__(self, data: Any, *, people: Iterable[tuple[str, str]], asks_reason: bool) -> None:
        super().__init__(data, auto_id="swap_%s")
        offer_two(self, people)
        if not asks_reason:
            del self.fields["reason"]


def offer_two(form: forms.Form, people: Iterable[tuple[str, str]]) -> None:
    choices = [("", _("Choose a player")), *people]
    for name in ("one", "other"):
        offer(form, name, choices, _("Nobody was chosen; choose a player."))


def people_with_places(view: rounds.RoundView) -> list[tuple[str, str]]:
    places = view.seated()
    return [
        (person.code, f"{person.name} · {place_in_words(places.get(person.code))}")
        for person in view.people()
    ]


def swap_form(evening: Evening, view: rounds.RoundView, data: Any = None) -> SwapForm:
    return SwapForm(data, people=people_with_places(view), asks_reason=evening.status == Status.DRAFTED)


def shown_round(evening: Evening) -> int:
    """The round whose seats matter now: the one drawn, drafted or announced, else the one in play."""
    coming = evening.status in (Status.SEATED, Status.DRAFTED, Status.MOVED)
    return int(evening.current_round) + (1 if coming else 0)


def context(evening: Evening, plan: Plan, **given: forms.Form) -> dict[str, Any]:
    number = shown_round(evening)
    views = rounds.round_views(evening, [number - 1, number])
    seats: dict[str, Any] = round_context(views[number], views.get(number - 1), plan, desk.names(evening))
    if evening.status in (Status.SEATED, Status.DRAFTED):
        seats["swap_form"] = swap_form(evening, views[number])
    if evening.status == Status.SEATED:
        seats |= how_drawn(evening)
    return {**seats, **given}


def how_drawn(evening: Evening) -> dict[str, Any]:
    return {
        "drawn": desk.was_drawn(evening),
        "attempt": (attempt := access.last_attempt(evening)),
        "word": word_of(max(1, attempt)),
        "sealed": access.sealed(evening),
    }


def round_context(
    view: rounds.RoundView, before: rounds.RoundView | None, plan: Plan, names: Mapping[str, str]
) -> dict[str, Any]:
    came_from = before.seated() if before else {}
    codes_before = {person.code for person in before.people()} if before else set()
    reasons = reasons_in_words(view, names)
    return {
        "plan": plan,
        "partnership": plan.tables.partnership,
        "round": view.round,
        "seating": [
            {
                "number": game.table,
                "seats": _seats(game, came_from, codes_before, plan),
                "reasons": reasons.get(game.table, ()),
            }
            for game in view.games
        ],
        "sitting": [_line(person, None, came_from, codes_before, plan) for person in view.sitting_out],
        "reasons": reasons.get(None, ()),
        "is_move": before is not None,
    }


def _seats(game: rounds.GameView, came_from: Places, there: set[str], plan: Plan) -> list[dict[str, Any]]:
    lines = []
    for person in game.seats:
        line = _line(person, (game.table, person.seat), came_from, there, plan) | {"seat": person.seat}
        if plan.tables.partnership:
            partner = game.partner_and_opponents(person, partnership=True)[0]
            line |= {"couple": person.couple, "partner": partner}
        lines.append(line)
    return lines


def _line(
    person: rounds.SeatView, place: tuple[int, int] | None, came_from: Places, there: set[str], plan: Plan
) -> dict[str, Any]:
    before = came_from.get(person.code)
    return {
        "person": person,
        "has_left": person.has_left,
        "stock": stock_of(person.colour, plan.colours),
        "from": _from(before, is_new=bool(there) and person.code not in there),
        "stays": place is not None and before == place,
    }


def _from(before: tuple[int, int] | None, *, is_new: bool) -> str:
    if is_new:
        return _("is new")
    return _("sat out") if before is None else _("from table %(table)s") % {"table": before[0]}


def place_in_words(place: tuple[int, int] | None) -> str:
    """`table 3, seat 2`, or that somebody sits out."""
    if place is None:
        return _("sitting out")
    return _("table %(table)s, seat %(seat)s") % {"table": place[0], "seat": place[1]}


def reasons_in_words(view: rounds.RoundView, names: Mapping[str, str]) -> dict[int | None, list[str]]:
    """The reasons kept with a round, in the reader's language with names: by table, None for the room."""
    reasons_by_table: dict[int | None, list[str]] = {}
    for data in view.round.reasons:
        reason = Reason.from_data(data)
        reasons_by_table.setdefault(reason.table, []).append(translate(reason.named(names)))
    return reasons_by_table


SELECTED = SafeString(" selected")


@evening_read(Role.SCORER, template="desk/seats.html")
def show_seats(request: HttpRequest, evening: Evening) -> Shown:
    numbers = desk.round_numbers(evening)
    query_round = query_params.whole_number(request, "round")
    number = shown_round(evening) if query_round is None else query_round
    context: dict[str, Any] = {
        "status": evening.status,
        "menu": menu_of_acts(evening),
        "numbers": numbers,
        "number": number,
    }
    if number in numbers:
        plan = facts.plan_of(evening)
        views = rounds.round_views(evening, [number - 1, number])
        context |= round_context(views[number], views.get(number - 1), plan, desk.names(evening))
        if number == shown_round(evening):
            context["texts"] = texts_to_paste(evening.club, Part.RESULTS, partial(texts_of, request, evening))
        if number == 1:
            context |= how_drawn(evening)
            context |= {"is_mixed": plan.couples == "mixed", "by_colour": plan.moves_colours}
            seed = context["sealed"].seed
            if context["drawn"] and seed is not None:
                # For whoever wants to draw again: everybody with their number, lowest first.
                digested = [
                    (digest(context["word"], seed, person.code), person) for person in views[1].people()
                ]
                context["draw"] = sorted(digested, key=itemgetter(0))
    elif query_params.text(request, "round"):
        raise Http404
    return context


class PersonSelect(forms.Select):
    """A select drawn in one go: a big room has thousands of options, too many for a template each."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        options = format_html_join(
            "",
            '<option value="{}"{}>{}</option>',
            ((code, SELECTED if code == (value or "") else "", label) for code, label in self.choices),
        )
        described = flatatt(self.build_attrs(self.attrs, {**(attrs or {}), "name": name}))
        return format_html("<select{}>{}</select>", described, options)


class SeatingForm(forms.Form):
    """A select for each seat of each table: `seat-<table>-<seat>`."""

    def __init__(self, *args: Any, sizes: tuple[int, ...], people: list[desk.Person], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.sizes = sizes
        choices = [("", "–"), *((person.code, f"{person.number} · {person.name}") for person in people)]
        for table, seats_ in enumerate(sizes, start=1):
            for seat in range(1, seats_ + 1):
                label = _("table %(table)s, seat %(seat)s") % {"table": table, "seat": seat}
                self.fields[f"seat-{table}-{seat}"] = forms.ChoiceField(
                    label=label, choices=choices, required=False, widget=PersonSelect
                )

    def rows(self) -> list[dict[str, Any]]:
        return [
            {"number": table, "fields": [self[f"seat-{table}-{seat}"] for seat in range(1, count + 1)]}
            for table, count in enumerate(self.sizes, start=1)
        ]

    def placed(self) -> list[list[str]]:
        """The ticket codes as entered, table by table; "" where nobody was chosen."""
        return [
            [self.cleaned_data.get(f"seat-{table}-{seat}", "") for seat in range(1, count + 1)]
            for table, count in enumerate(self.sizes, start=1)
        ]


@evening_form(template="desk/by_hand.html")
def by_hand(request: HttpRequest, evening: Evening) -> Shown:
    if acts.SeatByHand not in acts.possible(Status(evening.status)):
        messages.error(request, _("Seats are placed by hand before round 1 only."))
        return to_desk(evening)
    people = desk.persons(ticket for ticket in desk.tickets(evening) if ticket.left_in is None)
    plan, initial = facts.plan_of(evening), _as_it_stands(evening)
    sizes = plan.tables.sizes(len(people))
    form: SeatingForm
    if request.method == "POST":
        form = SeatingForm(request.POST, sizes=sizes, people=people)
        if form.is_valid() and _placed(request, evening, form, people):
            return to_desk(evening)
    else:
        form = SeatingForm(initial=initial, sizes=sizes, people=people)
    return {
        "form": form,
        "people": people,
        "out": len(people) - sum(sizes),
        "partnership": plan.tables.partnership,
    }


def _as_it_stands(evening: Evening) -> dict[str, str]:
    view = rounds.round_views(evening, [1]).get(1)
    if view is None:
        return {}
    return {f"seat-{table}-{seat}": code for code, (table, seat) in view.seated().items()}


def _placed(request: HttpRequest, evening: Evening, form: SeatingForm, people: list[desk.Person]) -> bool:
    tables = form.placed()
    chosen = {code for table in tables for code in table}
    sitting_out = [person.code for person in people if person.code not in chosen]
    try:
        seat_by_hand(tables=tables, sitting_out=sitting_out, **acting(request, evening))
    except Faults as refused:
        for refusal in refusals(refused):
            form.add_error(_field(refusal.field, form), sentence_case(refusal.message))
        return False
    messages.success(request, _("Everybody is placed."))
    return True


def _field(path: str, form: SeatingForm) -> str | None:
    # A fault of `start.0.1` is about table 1, seat 2.
    steps = path.split(".")
    if len(steps) != 3 or not (steps[1].isdigit() and steps[2].isdigit()):
        return None
    name = f"seat-{int(steps[1]) + 1}-{int(steps[2]) + 1}"
    return name if name in form.fields else None
