"""A seating as the desk shows it: who sits where, where they come from, and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.evening import acts
from tournaments.evening.plan import Plan
from tournaments.evening.reads import desk, rounds
from tournaments.evening.reads.access import last_attempt, sealed
from tournaments.evening.reads.desk import Evening
from tournaments.evening.reads.rounds import GameView, RoundView, SeatView
from tournaments.evening.round_rules import Status
from tournaments.evening.web.desk.decorators import stock_of
from tournaments.ledger.act_fields import ActFields
from tournaments.limits import LONGEST_REASON
from tournaments.movement.draw import digest, word_of
from tournaments.movement.options import Reason
from tournaments.site.web.pages import translate

# --- Why something is done: the field that asks, and what is mostly said there, to be tapped ----------


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
        choices = [("", _("Choose a player")), *people]
        for name in ("one", "other"):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)  # noqa: S101 - as declared above
            field.choices = choices
            field.error_messages["required"] = _("Nobody was chosen; choose a player.")
        if not asks_reason:
            del self.fields["reason"]


def swap_form(evening: Evening, view: RoundView, data: Any = None) -> SwapForm:
    places = view.seated()
    people = [
        (person.code, f"{person.name} · {place_in_words(places.get(person.code))}")
        for person in view.people()
    ]
    return SwapForm(data, people=people, asks_reason=evening.status == Status.DRAFTED)


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
        "attempt": (attempt := last_attempt(evening)),
        "word": word_of(max(1, attempt)),
        "sealed": sealed(evening),
    }


def round_context(
    view: RoundView, before: RoundView | None, plan: Plan, names: Mapping[str, str]
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


def _seats(game: GameView, came_from: Places, there: set[str], plan: Plan) -> list[dict[str, Any]]:
    lines = []
    for person in game.seats:
        seat = person.seat
        line = _line(person, (game.table, seat), came_from, there, plan)
        if plan.tables.partnership:
            line |= {
                "couple": person.couple,
                "partner": game.partner_and_opponents(person, partnership=True)[0],
            }
        lines.append({**line, "seat": seat})
    return lines


def _line(
    person: SeatView, place: tuple[int, int] | None, came_from: Places, there: set[str], plan: Plan
) -> dict[str, Any]:
    before = came_from.get(person.code)
    return {
        "person": person,
        "has_left": person.has_left,
        "stock": stock_of(person.colour, plan.colours),
        "from": _from(before, is_new=bool(there) and person.code not in there),
        "stays": place is not None and before == place,
        "stays_at_table": place is not None and before is not None and before[0] == place[0],
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


def reasons_in_words(view: RoundView, names: Mapping[str, str]) -> dict[int | None, list[str]]:
    """The reasons kept with a round, in the reader's language with names: by table, None for the room."""
    reasons_by_table: dict[int | None, list[str]] = {}
    for data in view.round.reasons:
        reason = Reason.from_data(data)
        reasons_by_table.setdefault(reason.table, []).append(translate(reason.named(names)))
    return reasons_by_table


def draw_table(seed: str, word: str, view: RoundView) -> list[dict[str, Any]]:
    """Everybody with the number that the draw gave them, lowest first, for whoever wants to draw again.

    `word` is the first line of what is digested, "draw" for the first attempt.
    """
    lines = [{"person": person, "digest": digest(word, seed, person.code)} for person in view.people()]
    return sorted(lines, key=lambda line: str(line["digest"]))
