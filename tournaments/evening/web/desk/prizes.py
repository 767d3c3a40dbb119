"""The end of an evening as the desk shows it: standings, prizes, and the ties that are to be cut."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from scoring.derivation import Sentence
from tournaments.club.roles import Role
from tournaments.evening import acts
from tournaments.evening.acts import possible
from tournaments.evening.plan import Plan
from tournaments.evening.reads import access, desk, facts, public
from tournaments.evening.reads.desk import Evening
from tournaments.evening.reads.facts import prizes_of
from tournaments.evening.reads.hands import marks_of_players
from tournaments.evening.round_rules import Status
from tournaments.evening.web.desk.decorators import evening_read, stock_of
from tournaments.evening.web.desk.menu import public_url
from tournaments.evening.web.words import group_of, prize_title, prizes_in_words
from tournaments.ranking.offered import Prizes
from tournaments.ranking.prizes import Prize, Tie, ties_to_cut
from tournaments.ranking.tie_breaks import half_games
from tournaments.site.web.pages import translate


class TieForm(forms.Form):
    """Who came where in the cut: a select for each prize they cut for, its winner first.

    Where they cut for one prize a button each is enough: `winner` is the ticket that won. Whoever is given no
    place stays level with the others. The whole order is asked for where every place is cut for, and where
    whoever wins the cut escapes the booby, which only the last one gets.
    """

    winner = forms.CharField(required=False)

    def __init__(
        self, data: Any, *, tie: Tie, won: Sequence[Prize], names: dict[str, str], offered: Prizes
    ) -> None:
        super().__init__(data, auto_id=f"{tie.prize}-{tie.other}-{tie.colour or 'all'}-%s")
        self.tie, self.won = tie, won
        self.escapes = tie.prize == "booby" and offered.booby_cut == "escapes"
        self.whole_order = self.escapes or (offered.ties == "cut_all" and not (tie.colour or tie.other))
        self.at_stake = at_stake = len(tie.players) - 1 if self.whole_order else _at_stake(tie, won)
        self.beside = any(prize.colour for prize in won if prize.other == tie.other)
        self.names = {code: names[code] for code in tie.players}
        choices = [("", _("Choose a player")), *self.names.items()]
        for place in range(1, at_stake + 1):
            label = _("Won the cut") if place == 1 else _("Came next")
            self.fields[f"place-{place}"] = forms.ChoiceField(label=label, choices=choices, required=False)

    def clean(self) -> dict[str, Any]:
        entered: dict[str, Any] = super().clean() or {}
        if entered.get("winner") in self.names:
            return entered
        order = self._places(entered)
        if "" in order or len(set(order)) < len(order):
            entered_names = ", ".join(self.names.get(code, "–") for code in order)
            words = _("%(entered)s was entered; each place needs a different player from: %(allowed)s.")
            raise forms.ValidationError(
                words % {"entered": entered_names, "allowed": ", ".join(self.names.values())}
            )
        return entered

    def _places(self, entered: dict[str, Any]) -> list[str]:
        return [entered.get(f"place-{place}") or "" for place in range(1, self.at_stake + 1)]

    def order(self) -> list[str]:
        winner = self.cleaned_data["winner"]
        return [winner] if winner in self.names else self._places(self.cleaned_data)

    def outcome(self, order: Sequence[str]) -> str:
        """The outcome of a cut in this order, in words; an empty order is drawn by the seed."""
        names = [self.names[code] for code in order or self.names]
        values = {"prize": self.title, "names": ", ".join(names), "name": names[0]}
        if not order:
            return _("%(prize)s: the seed draws the order of %(names)s.") % values
        if len(order) > 1:
            return _("%(prize)s: the order of the cut is %(names)s.") % values
        if self.escapes:
            return _("%(name)s won the cut and escapes the booby.") % values
        return _("%(prize)s goes to %(name)s.") % values

    @property
    def leaves_level(self) -> bool:
        return not self.tie.other and len(self.names) > self.at_stake + 1

    @property
    def title(self) -> str:
        tie = self.tie
        ranks = [prize.rank for prize in self.won if prize.kind == "place" and prize.tied == tie.players]
        place = ranks[0] if tie.prize == "place" else 1
        group = group_of(tie.colour, self.beside)
        return prize_title(tie.prize, group, place, place, about=tie.about)


def tie_form(evening: Evening, data: Any) -> TieForm | None:
    """The form for the open tie that was posted, filled with `data`; None where there is no such tie any more.

    It is the one for this prize, of this colour, among the other prizes of this number, with these players (`code`).
    """
    posted = (
        data.get("prize", ""),
        data.get("colour", ""),
        data.get("other", "0"),
        set(data.getlist("code")),
    )
    won = prizes_of(evening)
    for tie in ties_to_cut(won):
        if (tie.prize, tie.colour or "", str(tie.other), set(tie.players)) == posted:
            offered = facts.plan_of(evening).prizes
            return TieForm(data, tie=tie, won=won, names=desk.names(evening), offered=offered)
    return None


def _at_stake(tie: Tie, won: Sequence[Prize]) -> int:
    return sum(
        (prize.kind, prize.colour, prize.tied, prize.other) == (tie.prize, tie.colour, tie.players, tie.other)
        for prize in won
    )


def context(into: dict[str, Any], evening: Evening, plan: Plan) -> dict[str, Any]:
    """Put standings, prizes and open ties into the context; return what the next step depends on."""
    names = desk.names(evening)
    won = prizes_of(evening)
    ties = ties_to_cut(won)
    lines = standings(evening, plan, names)
    into["standings"] = lines
    into["marks"] = {line["mark"] for line in lines if line["mark"]}
    into["ties_are_cut"] = acts.CutPrize in possible(Status(evening.status))
    into["prizes"] = prizes_in_words(won, names)
    refused = into.get("tie_form")
    into["ties"] = [
        refused
        if refused and refused.tie == tie
        else TieForm(None, tie=tie, won=won, names=names, offered=plan.prizes)
        for tie in ties
    ]
    return {"ties": len(ties)}


def standings(evening: Evening, plan: Plan, names: dict[str, str]) -> list[dict[str, Any]]:
    marks = marks_of_players(evening, plan)
    return [
        {
            "line": line,
            "name": names[line.ticket.code],
            "number": line.ticket.number,
            "stock": stock_of(line.ticket.colour, plan.colours),
            "won": half_games(line.won_halves),
            "why": translate(Sentence.from_data(line.explanation)) if line.explanation else "",
            "mark": marks.get(line.ticket.code),
        }
        for line in public.ResultsShown(evening).standings()
    ]


@evening_read(Role.SCORER)
def show_standings(request: HttpRequest, evening: Evening) -> HttpResponse:
    plan = facts.plan_of(evening)
    page: dict[str, Any] = {
        "evening": evening,
        "plan": plan,
        "status": evening.status,
        "public_url": public_url(evening),
        "closed": evening.current_round - (evening.status in access.IN_PLAY),
    }
    context(page, evening, plan)
    return render(request, "desk/standings.html", page)
