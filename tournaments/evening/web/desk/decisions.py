"""The director's decisions beside the hands: points, a whole game, wrong seats; which stand, and taking one back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.http import HttpRequest
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.faults import Faults
from tournaments.club.roles import Role
from tournaments.club.web.pages import Shown, Unrefused
from tournaments.evening import acts
from tournaments.evening.acts.act import IN_ROUND, MOST_POINTS, points_said
from tournaments.evening.plan import Setup
from tournaments.evening.reads import access, desk, facts, rounds
from tournaments.evening.reads.desk import Evening
from tournaments.evening.reads.director_alerts import ReadEntry, standing_cuts, standing_decisions
from tournaments.evening.reads.hands import Hand, hands_in_round, sums_beside_totals
from tournaments.evening.round_rules import Status
from tournaments.evening.services.perform import perform
from tournaments.evening.web.desk import corrections, decorators, seating
from tournaments.evening.web.desk.impact_preview import ProposedChange, sides_in_words, weigh, where
from tournaments.evening.web.words import act_sentence, user_names, who
from tournaments.movement.seating import COUPLES, SEATS
from tournaments.refusals import LONGEST_REASON
from tournaments.site.web import query_params
from tournaments.site.web.forms import WholeNumber, bound_form, faults_in, offer, show_faults
from tournaments.site.web.pages import first_or_404, translate

OF_A_GAME = (acts.AdjustGame.name, acts.NotPlayed.name)
PAGE: Final = "desk/decide.html"


class ReasonField(forms.CharField):
    """The reason. The service refuses an empty one, so that the words are the same everywhere."""

    def validate(self, value: Any) -> None:
        """Leave it to the service."""


class ReasonForm(forms.Form):
    reason = ReasonField(
        label=gettext_lazy("Reason"),
        max_length=LONGEST_REASON,
        help_text=gettext_lazy(
            "The reason is kept with the change in the ledger, where everybody can read it."
        ),
    )

    def __init__(self, *args: Any, act: type[acts.Act], **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.kind_of_act = act
        reason = self.fields["reason"]
        reason.widget = seating.ReasonInput(act)
        reason.widget.attrs["maxlength"] = str(LONGEST_REASON)

    def act(self, **about: Any) -> acts.Act:
        return self.kind_of_act(**about, reason=self.cleaned_data["reason"])

    def show(self, refused: Faults) -> None:
        show_faults(self, refused, lambda path: path.partition(".")[0])


class PenaltyForm(ReasonForm):
    tickets = forms.MultipleChoiceField(label=gettext_lazy("For whom"), widget=forms.CheckboxSelectMultiple)
    kind = forms.ChoiceField(
        label=gettext_lazy("What"),
        choices=[("off", gettext_lazy("Deductions")), ("added", gettext_lazy("Points added"))],
        widget=forms.RadioSelect,
        initial="off",
    )
    points = WholeNumber(label=gettext_lazy("How many points"), min_value=1, max_value=MOST_POINTS)

    def __init__(self, *args: Any, people: list[tuple[str, str]], **settings: Any) -> None:
        super().__init__(*args, act=acts.Penalty, **settings)
        offer(self, "tickets", people, _("Nobody was chosen; choose one player at least."))

    def signed(self) -> int:
        points = int(self.cleaned_data["points"])
        return -points if self.cleaned_data["kind"] == "off" else points


@decorators.evening_read(template="desk/decisions.html")
def show(request: HttpRequest, evening: Evening) -> Shown:
    decided = _standing(evening)
    names = desk.names(evening)
    users = user_names(decision.by for decision in decided)
    return {
        "may_decide": evening.current_round > 0 and evening.status != Status.ABANDONED,
        "lines": [
            {
                "decided": decision,
                "what": act_sentence(decision.act, decision.body, names),
                "who": who(decision.by, users),
            }
            for decision in reversed(decided)
        ],
    }


@decorators.evening_form(template=PAGE)
def penalty(request: HttpRequest, evening: Evening) -> Shown:
    people = sorted(desk.names(evening).items(), key=lambda pair: facts.name_sort_key(pair[1]))
    form = bound_form(PenaltyForm, request, people=people)
    back = decorators.desk_url(evening, "desk-decisions")
    words = _(
        "They apply to each player you tick, in points and in points difference. Games won and lost stay as they are."
    )
    context = {"form": form, "title": _("Points deducted or added"), "words": words, "back": back}
    if not form.is_valid():
        return context
    body: dict[str, Any] = {"tickets": form.cleaned_data["tickets"], "points": form.signed()}
    what = act_sentence(acts.Penalty.name, body, dict(people))
    change = ProposedChange(what.removesuffix("."), form.act(**body), done=what, back=back)
    return _weighed(request, evening, change, context)


def _weighed(
    request: HttpRequest, evening: Evening, change: ProposedChange, context: dict[str, Any]
) -> Shown:
    try:
        return weigh(request, evening, change) or Unrefused(context)
    except Faults as refused:
        context["form"].show(refused)
        return context


def _standing(evening: Evening) -> list[ReadEntry]:
    return sorted([*standing_decisions(evening), *standing_cuts(evening)], key=attrgetter("sequence"))


@decorators.evening_form(template=PAGE)
def withdraw(request: HttpRequest, evening: Evening, entry: int) -> Shown:
    decided = first_or_404(decided for decided in _standing(evening) if decided.sequence == entry)
    what = act_sentence(decided.act, decided.body, desk.names(evening))
    is_cut = acts.TAKEN_BACK_BY[decided.act] is acts.WithdrawCut
    act: type[acts.Withdraw | acts.WithdrawCut] = acts.WithdrawCut if is_cut else acts.Withdraw
    form = bound_form(ReasonForm, request, act=act)
    title = _("Withdraw the cut") if is_cut else _("Withdraw the decision")
    back = decorators.desk_url(evening, "desk-decisions")
    context = {"form": form, "title": title, "back": back, "what": what, "decided": decided}
    if not form.is_valid():
        return context
    done = _("The cut is withdrawn.") if is_cut else _("The decision is withdrawn.")
    game = (decided.body["round"], decided.body["table"]) if decided.act in OF_A_GAME else None
    change = ProposedChange(title, form.act(of=entry), done, back, game=game, about={"what": what})
    return _weighed(request, evening, change, context)


class AdjustForm(ReasonForm):
    def __init__(self, *args: Any, whose: Sequence[str], **settings: Any) -> None:
        super().__init__(*args, act=acts.AdjustGame, **settings)
        self.paths = [f"points-{place}" for place in range(len(whose))]
        reason = self.fields.pop("reason")
        for path, name in zip(self.paths, whose, strict=True):
            label = _("Points of %(name)s") % {"name": name}
            self.fields[path] = WholeNumber(label=label, min_value=-MOST_POINTS, max_value=MOST_POINTS)
        self.fields["reason"] = reason

    def act(self, **about: Any) -> acts.Act:
        return super().act(**about, points=tuple(self.cleaned_data[path] for path in self.paths))


@decorators.evening_form(template=PAGE)
def adjust(request: HttpRequest, evening: Evening, table: int, number: int) -> Shown:
    game = corrections.game_at(evening, table, number)
    whose = [player.name for player in game.own_points] or list(sides_in_words(game).values())
    by_hands = sums_beside_totals([game.row]).get(game.row.pk, ())
    fill = by_hands if by_hands and query_params.text(request, "fill") == "hands" else game.points
    stand = {f"points-{place}": points for place, points in enumerate(fill)}
    form = bound_form(AdjustForm, request, whose=whose, initial=stand)
    title = _("Adjust the score: %(where)s") % {"where": where(number, table).lower()}
    words = _("The game counts these points in place of its hands; the hands stay readable.")
    done = _("The score of the game is adjusted.")
    fields = list(zip(whose, game.points, by_hands, strict=True)) if by_hands else []
    page = {"title": title, "words": words, "slip_and_hands": fields}
    return _decide(request, evening, (number, table), form, page, done)


class TotalsForm(forms.Form):
    """The totals of a round, a field for each couple or player, table by table as slips come; the rest stay empty."""

    def __init__(self, *args: Any, games: Sequence[rounds.GameView], setup: Setup, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.places: dict[int, list[str]] = {}
        self.tables_told: list[int] = []
        self.to_come = 0
        self.games, self.together = games, dict[int, int | None]()
        self.open_tables = {game.table for game in games if not (game.hands or game.decision)}
        for game in games:
            whose = [player.short for player in game.seats]
            if setup.plan.tables.partnership and len(game.seats) == SEATS:
                whose = [" & ".join(player.short for player in game.couple(couple)) for couple in COUPLES]
            self.places[game.table] = [f"{game.table}-{place}" for place in range(len(whose))]
            can_be = setup.round_of(len(game.points))
            self.together[game.table] = can_be.together if can_be else None
            for path, points, name in zip(self.places[game.table], game.points, whose, strict=False):
                least, most = (can_be.least, can_be.most) if can_be else (-MOST_POINTS, MOST_POINTS)
                known = points if game.decision == "totals" else None
                self.fields[path] = WholeNumber(label=name, least=least, most=most, initial=known)

    def clean(self) -> None:
        """The one field of a table that was left empty is what its points together leave."""
        for table, paths in self.places.items():
            if not any(self[path].data for path in paths):
                self.to_come += table in self.open_tables
                for path in paths:
                    del self.errors[path]
                continue
            if any(path in self.changed_data for path in paths):
                self.tables_told.append(table)
            together, known = self.together[table], [path for path in paths if path in self.cleaned_data]
            empty = [path for path in paths if not self[path].data]
            if together is not None and len(empty) == 1 and len(known) == len(paths) - 1:
                del self.errors[empty[0]]
                self.cleaned_data[empty[0]] = together - sum(self.cleaned_data[path] for path in known)
        if not self.tables_told:
            self.add_error(None, _("Enter the totals of a table that has none yet, or other ones."))

    def tables(self) -> Iterator[dict[str, Any]]:
        for game in self.games:
            fields = [self[path] for path in self.places[game.table]]
            known = translate(points_said(game.points))
            yield {"game": game, "known": known, "fields": fields, "together": self.together[game.table]}

    def act(self) -> acts.EnterTotals:
        totals = [
            (table, [self.cleaned_data[path] for path in self.places[table]]) for table in self.tables_told
        ]
        return acts.EnterTotals(totals=totals, so_far=True)

    def show(self, refused: Faults) -> None:
        def field_of(path: str) -> str:
            place = path.split(".")[1:2]
            return self.places[self.tables_told[int(place[0])]][0] if place else path

        show_faults(self, refused, field_of)


@decorators.evening_form(Role.SCORER, template="desk/totals.html")
def totals(request: HttpRequest, evening: Evening) -> Shown:
    if evening.status not in IN_ROUND:
        return {"tables": []}
    number = evening.current_round
    setup, view = facts.setup_of(evening), rounds.round_views(evening, [number])[number]
    form = bound_form(TotalsForm, request, games=view.games, setup=setup)
    if form.is_bound and form.is_valid():
        with faults_in(form, form.show):
            written = perform(act=form.act(), **decorators.acting(request, evening))
            words = ngettext(
                "The totals are entered. %(tables)s table is still to come.",
                "The totals are entered. %(tables)s tables are still to come.",
                form.to_come,
            )
            ended = _("The totals are entered, and the round is stopped.")
            done = words % {"tables": form.to_come} if form.to_come else ended
            messages.success(request, done, extra_tags=decorators.undo_of(request, evening)(written))
            return redirect(request.path) if form.to_come else decorators.to_desk(evening)
    is_on = evening.status == Status.PLAYING
    return {"form": form, "tables": list(form.tables()), "number": number, "is_on": is_on}


@decorators.evening_form(template=PAGE)
def not_played(request: HttpRequest, evening: Evening, table: int, number: int) -> Shown:
    corrections.game_at(evening, table, number)
    words = _(
        "The game counts for nobody: no points and no winner. A random draw says which couple moves as its winners."
    )
    if facts.plan_of(evening).by_points:
        words = _("The game counts for nobody: no points, no winner in the standings.")
    form = bound_form(ReasonForm, request, act=acts.NotPlayed)
    title = _("Not played: %(where)s") % {"where": where(number, table).lower()}
    done = _("The game is recorded as not played.")
    return _decide(request, evening, (number, table), form, {"title": title, "words": words}, done)


def _decide(
    request: HttpRequest,
    evening: Evening,
    game: tuple[int, int],
    form: ReasonForm,
    page: Mapping[str, Any],
    done: str,
) -> Shown:
    number, table = game
    back = corrections.sheet_url(evening, table, number)
    context = {"form": form, "back": back, **page}
    if not form.is_valid():
        return context
    act = form.act(round=number, table=table)
    return _weighed(request, evening, ProposedChange(page["title"], act, done, back, game=game), context)


class SeatsForm(ReasonForm):
    """The two players, their hands as `round.table.number`, and the reason."""

    one = forms.ChoiceField(label=gettext_lazy("This player"))
    other = forms.ChoiceField(label=gettext_lazy("sat in the seat of, and the other way round"))
    hands = forms.MultipleChoiceField(label=gettext_lazy("Hands"), widget=forms.CheckboxSelectMultiple)

    def __init__(self, *args: Any, people: list[tuple[str, str]], hands: list[str], **settings: Any) -> None:
        super().__init__(*args, act=acts.ExchangeSeats, **settings)
        seating.offer_two(self, people)
        offer(self, "hands", [(hand, hand) for hand in hands], _("No hand was chosen; choose one at least."))

    def where(self) -> list[tuple[int, int, int]]:
        parts = (hand.split(".") for hand in self.cleaned_data["hands"])
        return [(int(round_), int(table), int(number)) for round_, table, number in parts]


@decorators.evening_form(template="desk/wrong_seats.html")
def show_wrong_seats(request: HttpRequest, evening: Evening) -> Shown:
    query_round = query_params.as_number(request.POST.get("round") or query_params.text(request, "round"))
    number = evening.current_round if query_round is None else query_round
    view = rounds.round_views(evening, [number]).get(number)
    hands = hands_in_round(evening, number)
    people = seating.people_with_places(view) if view else []
    values = [seat_value(number, hand) for of_table in hands.values() for hand in of_table]
    form = bound_form(SeatsForm, request, people=people, hands=values)
    sight = access.sight_of(request.user, evening)
    context = {
        "number": number,
        "rounds": [n for n in desk.round_numbers(evening) if n <= evening.current_round],
        "form": form,
        "tables": [
            {
                "game": game,
                "hands": [
                    {
                        "hand": hand,
                        "value": seat_value(number, hand),
                        "ticked": seat_value(number, hand) in (form["hands"].value() or ()),
                        "points": translate(points_said(hand.points))
                        if sight.sees(number, game.table)
                        else "…",
                    }
                    for hand in hands[game.table]
                ],
            }
            for game in (view.games if view else ())
            if game.table in hands
        ],
    }
    if not form.is_valid():
        return context
    body: dict[str, Any] = {"one": form.cleaned_data["one"], "other": form.cleaned_data["other"]}
    places = [{"round": n, "table": table, "number": hand} for n, table, hand in form.where()]
    what = act_sentence(acts.ExchangeSeats.name, {**body, "hands": places}, desk.names(evening))
    title = _("Wrong seats in round %(round)s") % {"round": number}
    act, back = form.act(**body, hands=form.where()), decorators.desk_url(evening, "desk-decisions")
    change = ProposedChange(title, act, done=what, back=back, about={"what": what})
    return _weighed(request, evening, change, context)


def seat_value(number: int, hand: Hand) -> str:
    return f"{number}.{hand.table.number}.{hand.number}"
