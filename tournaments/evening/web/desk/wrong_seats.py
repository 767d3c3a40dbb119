"""Two players who sat in each other's seats for some hands: which hands, and who."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from tournaments.evening import acts
from tournaments.evening.acts.words import points_said
from tournaments.evening.reads import desk, hand_versions, hand_visibility, rounds
from tournaments.evening.reads.desk import Evening
from tournaments.evening.reads.hand_versions import Hand
from tournaments.evening.reads.rounds import RoundView
from tournaments.evening.web.act_words import sentence
from tournaments.evening.web.desk.decisions import ReasonForm, home
from tournaments.evening.web.desk.decorators import evening_page
from tournaments.evening.web.desk.impact_preview import ProposedChange, weigh
from tournaments.evening.web.desk.seating import place_in_words
from tournaments.site.web import query_params
from tournaments.site.web.forms import REFUSED
from tournaments.site.web.shared import said

Where = tuple[int, int, int]


class SeatsForm(ReasonForm):
    """The two, the hands by `round.table.number`, the reason."""

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
        """The hands that were chosen, as (round, table, number)."""
        told = (hand.split(".") for hand in self.cleaned_data["hands"])
        return [(int(round_), int(table), int(number)) for round_, table, number in told]


@require_http_methods(["GET", "HEAD", "POST"])
@evening_page
def show(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Pick the hands of a round and the two players; posted, what it would change."""
    asked = query_params.as_number(request.POST.get("round") or query_params.text(request, "round"))
    number = evening.current_round if asked is None else asked
    view = rounds.round_views(evening, [number]).get(number)
    hands = hand_versions.hands_in_round(evening, number)
    form = _form(request, number, view, hands)

    def page() -> HttpResponse:
        context = {
            "evening": evening,
            "number": number,
            "rounds": [n for n in desk.round_numbers(evening) if n <= evening.current_round],
            "form": form,
            "tables": _tables(number, view, hands, form, hand_visibility.sight_of(request.user, evening)),
        }
        return render(request, "desk/wrong_seats.html", context, status=REFUSED if form.errors else 200)

    if request.method != "POST" or not form.is_valid():
        return page()
    body: dict[str, Any] = {"one": form.cleaned_data["one"], "other": form.cleaned_data["other"]}
    told = [{"round": n, "table": table, "number": hand} for n, table, hand in form.where()]
    what = sentence(acts.ExchangeSeats.name, {**body, "hands": told}, desk.names(evening))
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
    told = [value_of(number, hand) for of_table in hands.values() for hand in of_table]
    return SeatsForm(request.POST if request.method == "POST" else None, people=people, hands=told)


def value_of(number: int, hand: Hand) -> str:
    """A hand as its checkbox posts it."""
    return f"{number}.{hand.table.number}.{hand.number}"


def _tables(
    number: int,
    view: RoundView | None,
    hands: Mapping[int, list[Hand]],
    form: SeatsForm,
    seen: hand_visibility.Sight,
) -> list[dict[str, Any]]:
    """The tables of the round with their hands, each with whether it is ticked; those not `seen` without points."""
    ticked = set(form["hands"].value() or ())
    return [
        {
            "game": game,
            "hands": [
                {
                    "hand": hand,
                    "value": value_of(number, hand),
                    "ticked": value_of(number, hand) in ticked,
                    "points": said(points_said(hand.points)) if seen.sees(number, game.table) else "…",
                }
                for hand in hands[game.table]
            ],
        }
        for game in (view.games if view else ())
        if game.table in hands
    ]
