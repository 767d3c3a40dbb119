"""The seats: any round to look at, the first placed by hand, two people swapped before they are told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.forms.utils import flatatt
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.faults import Faults
from tournaments.club.roles import Role, needs
from tournaments.evening import acts
from tournaments.evening.acts import possible
from tournaments.evening.acts.act import points_said
from tournaments.evening.reads import access, desk, facts, rounds
from tournaments.evening.reads.desk import Evening
from tournaments.evening.reads.hands import Hand, hands_in_round
from tournaments.evening.reads.rounds import RoundView
from tournaments.evening.round_rules import Status
from tournaments.evening.services.evenings import seat_by_hand
from tournaments.evening.services.perform import perform
from tournaments.evening.web.desk import seating
from tournaments.evening.web.desk.board import page, undo_of
from tournaments.evening.web.desk.decisions import ReasonForm, home
from tournaments.evening.web.desk.decorators import evening_page, to_desk
from tournaments.evening.web.desk.impact_preview import ProposedChange, weigh
from tournaments.evening.web.desk.menu import menu_of_acts
from tournaments.evening.web.desk.seating import place_in_words
from tournaments.evening.web.words import act_sentence
from tournaments.site.web import query_params
from tournaments.site.web.forms import REFUSED, faults_in, sentence_case
from tournaments.site.web.pages import by_user, isolate, now, refusals, translate

# --- Two players who sat in each other's seats for some hands: which hands, and who -------------------

Where = tuple[int, int, int]


class SeatsForm(ReasonForm):
    """The two players, their hands as `round.table.number`, and the reason."""

    one = forms.ChoiceField(label=gettext_lazy("This player"))
    other = forms.ChoiceField(label=gettext_lazy("sat in the seat of, and the other way round"))
    hands = forms.MultipleChoiceField(label=gettext_lazy("Hands"), widget=forms.CheckboxSelectMultiple)

    def __init__(self, *args: Any, people: list[tuple[str, str]], hands: list[str], **settings: Any) -> None:
        super().__init__(*args, act=acts.ExchangeSeats, **settings)
        for name in ("one", "other"):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)  # noqa: S101 - as declared above
            field.choices = [("", _("Choose a player")), *people]
            field.error_messages["required"] = _("Nobody was chosen; choose a player.")
        picked = self.fields["hands"]
        assert isinstance(picked, forms.MultipleChoiceField)  # noqa: S101 - as declared above
        picked.choices = [(hand, hand) for hand in hands]
        picked.error_messages["required"] = _("No hand was chosen; choose one at least.")

    def where(self) -> list[Where]:
        parts = (hand.split(".") for hand in self.cleaned_data["hands"])
        return [(int(round_), int(table), int(number)) for round_, table, number in parts]


@require_http_methods(["GET", "HEAD", "POST"])
@evening_page
def show_wrong_seats(request: HttpRequest, evening: Evening) -> HttpResponse:
    query_round = query_params.as_number(request.POST.get("round") or query_params.text(request, "round"))
    number = evening.current_round if query_round is None else query_round
    view = rounds.round_views(evening, [number]).get(number)
    hands = hands_in_round(evening, number)
    form = _form(request, number, view, hands)

    def page() -> HttpResponse:
        context = {
            "evening": evening,
            "number": number,
            "rounds": [n for n in desk.round_numbers(evening) if n <= evening.current_round],
            "form": form,
            "tables": _tables(number, view, hands, form, access.sight_of(request.user, evening)),
        }
        return render(request, "desk/wrong_seats.html", context, status=REFUSED if form.errors else 200)

    if request.method != "POST" or not form.is_valid():
        return page()
    body: dict[str, Any] = {"one": form.cleaned_data["one"], "other": form.cleaned_data["other"]}
    places = [{"round": n, "table": table, "number": hand} for n, table, hand in form.where()]
    what = act_sentence(acts.ExchangeSeats.name, {**body, "hands": places}, desk.names(evening))
    reason = form.cleaned_data["reason"]
    change = ProposedChange(
        title=_("Wrong seats in round %(round)s") % {"round": number},
        act=acts.ExchangeSeats(**body, hands=form.where(), reason=reason),
        done=what,
        back=home(evening),
        again=form.again(page),
        parts=("desk/parts/what.html",),
        about={"reason": reason, "what": what},
    )
    return weigh(request, evening, change)


def _form(
    request: HttpRequest, number: int, view: RoundView | None, hands: Mapping[int, list[Hand]]
) -> SeatsForm:
    places = view.seated() if view else {}
    people = [
        (person.code, f"{person.name} · {place_in_words(places.get(person.code))}")
        for person in (view.people() if view else [])
    ]
    values = [seat_value(number, hand) for of_table in hands.values() for hand in of_table]
    return SeatsForm(request.POST if request.method == "POST" else None, people=people, hands=values)


def seat_value(number: int, hand: Hand) -> str:
    return f"{number}.{hand.table.number}.{hand.number}"


def _tables(
    number: int,
    view: RoundView | None,
    hands: Mapping[int, list[Hand]],
    form: SeatsForm,
    seen: access.HandVisibility,
) -> list[dict[str, Any]]:
    ticked = set(form["hands"].value() or ())
    return [
        {
            "game": game,
            "hands": [
                {
                    "hand": hand,
                    "value": seat_value(number, hand),
                    "ticked": seat_value(number, hand) in ticked,
                    "points": translate(points_said(hand.points)) if seen.sees(number, game.table) else "…",
                }
                for hand in hands[game.table]
            ],
        }
        for game in (view.games if view else ())
        if game.table in hands
    ]


SELECTED = SafeString(" selected")


@require_safe
@evening_page
@needs(Role.SCORER)
def show_seats(request: HttpRequest, evening: Evening) -> HttpResponse:
    numbers = desk.round_numbers(evening)
    query_round = query_params.whole_number(request, "round")
    number = seating.shown_round(evening) if query_round is None else query_round
    context: dict[str, Any] = {
        "evening": evening,
        "status": evening.status,
        "menu": menu_of_acts(evening),
        "numbers": numbers,
        "number": number,
    }
    if number in numbers:
        plan = facts.plan_of(evening)
        views = rounds.round_views(evening, [number - 1, number])
        context |= seating.round_context(views[number], views.get(number - 1), plan, desk.names(evening))
        if number == 1:
            context |= seating.how_drawn(evening)
            context |= {"is_mixed": plan.couples == "mixed", "by_colour": plan.moves_colours}
            seed = context["sealed"].seed
            if context["drawn"] and seed is not None:
                context["draw"] = seating.draw_table(seed, context["word"], views[1])
    elif query_params.text(request, "round"):
        raise Http404
    return render(request, "desk/seats.html", context)


@require_POST
@evening_page
def swap(request: HttpRequest, evening: Evening) -> HttpResponse:
    number = seating.shown_round(evening)
    view = rounds.round_views(evening, [number]).get(number)
    if view is None:
        raise Http404
    form = seating.swap_form(evening, view, request.POST)
    if form.is_valid():
        entered = {"one": form.cleaned_data["one"], "other": form.cleaned_data["other"]}
        reason = form.cleaned_data.get("reason", "")
        with faults_in(form):
            swap = acts.Swap(**entered, reason=reason)
            written = perform(evening=evening, act=swap, by=by_user(request), at=now())
            names = {person.code: isolate(person.name) for person in view.people()}
            words = _("%(one)s and %(other)s have changed places.")
            words %= {key: names[code] for key, code in entered.items()}
            messages.success(request, words, extra_tags=undo_of(request, evening)(written))
            return to_desk(evening)
    return page(request, evening, swap_form=form)


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


@require_http_methods(["GET", "HEAD", "POST"])
@evening_page
def by_hand(request: HttpRequest, evening: Evening) -> HttpResponse:
    if acts.Seat not in possible(Status(evening.status)):
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
    context = {
        "evening": evening,
        "form": form,
        "people": people,
        "out": len(people) - sum(sizes),
        "partnership": plan.tables.partnership,
    }
    return render(request, "desk/by_hand.html", context, status=REFUSED if form.is_bound else None)


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
        seat_by_hand(evening=evening, tables=tables, sitting_out=sitting_out, by=by_user(request), at=now())
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
