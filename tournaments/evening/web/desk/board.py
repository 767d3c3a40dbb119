"""The board: the whole evening on one page, what blocks it first, one thing to do next."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext as _

from tournaments.club.roles import Duty, Part, Role
from tournaments.club.web.pages import Shown, texts_to_paste
from tournaments.evening import acts
from tournaments.evening.acts.act import IN_ROUND, RUNNING
from tournaments.evening.forecast import forecast
from tournaments.evening.plan import Plan
from tournaments.evening.reads import access, desk, director_alerts, facts, hands, live, public, rounds
from tournaments.evening.reads.desk import Evening
from tournaments.evening.round_rules import Status
from tournaments.evening.services.perform import goes_on_at
from tournaments.evening.web import movement_words, words
from tournaments.evening.web.desk import blockers, decorators, menu, people, seating
from tournaments.evening.web.public.report import texts_of
from tournaments.evening.web.standings_lines import in_couples, lines
from tournaments.evening.web.words import (
    entries_in_words,
    group_of,
    hands_in_words,
    look_of,
    outlook_in_words,
    prize_title,
    prizes_in_words,
    waits,
)
from tournaments.ranking.offered import Prizes
from tournaments.ranking.prizes import Prize, Tie, ties_to_cut
from tournaments.site.web.pages import by_user, now
from tournaments.site.web.words import topic

FRESH_WHILE_WORKING = 2
FRESH_IN_PLAY = 30
RECENT = timedelta(minutes=3)

PLACED = (Status.SEATED, Status.DRAFTED, Status.MOVED)

# The work that the director waits for in each status; other work goes on beside.
AWAITED = {Status.SETTLED: "draft_move", Status.FINISHED: "publish", Status.PUBLISHED: "publish"}


BOARD = "desk/board.html"


@decorators.evening_read(Duty.OFFICE, template=BOARD)
def board(request: HttpRequest, evening: Evening) -> Shown:
    if not menu.sees_board(evening):
        return decorators.to_desk(evening, "desk-fees")
    return board_context(request, evening)


def board_context(request: HttpRequest, evening: Evening, **refused: forms.Form) -> dict[str, Any]:
    # `refused` are forms of the board's own, with what was entered.
    status = Status(evening.status)
    plan = facts.plan_of(evening)
    at = now()
    jobs = desk.open_jobs(evening)
    outlook = live.outlook_of(evening, at)
    open_hands, calls = hands.open_hands(evening), director_alerts.calls(evening)
    context: dict[str, Any] = {
        "status": status.value,
        "plan": plan,
        "movement": movement_words.MOVEMENTS[plan.movement],
        "game": facts.game_of(evening),
        "target": facts.target_of(evening),
        "hands_in_round": movement_words.hands_in_round(plan),
        "offered": list(words.offered_prizes(plan)),
        "public_url": menu.public_url(evening),
        "outlook": outlook_in_words(outlook) if outlook else "",
        "open_hands": open_hands,
        "other": _other_director(request, evening, at),
        **refused,
    }
    extra: dict[str, Any] = {"players": desk.players_present(evening)}
    of_round: list[blockers.Blocker] = []
    disputed = 0
    if status is Status.CHECK_IN:
        context |= people.door_context(evening, plan, **refused)
        context["sealed"] = access.sealed(evening)
    elif status in PLACED:
        context |= seating.context(evening, plan, **refused)
        of_round = list(blockers.of_empty_seats(evening))
        extra["to_settle"] = len(of_round)
    elif status in blockers.AT_THE_TABLES:
        now_on = blockers.in_round(evening, at)
        of_round = list(blockers.of_round(now_on))
        disputed = sum(hand.disputed for hand in now_on.unsettled)
        extra |= _tables(context, now_on, {call.table.number for call in calls})
        context["came"], context["left"] = desk.came_and_left(evening)
        extra["to_settle"] = sum(blocker.holds == "anyway" for blocker in of_round)
    elif status in desk.OVER:
        extra |= end_context(context, evening, plan)
    all_blockers = [
        *blockers.of_calls(evening, calls, at),
        *_of_requests(evening, plan, extra["players"], at),
        *of_round,
        *blockers.of_open_hands(evening, open_hands, told=disputed),
        *blockers.of_objections(evening),
        *blockers.of_jobs(evening, jobs, at),
    ]
    context["blockers"] = list(blockers.within(evening, all_blockers))
    if status in (Status.CHECK_IN, Status.SEATED):
        context["repeats"] = list(words.repeats_of(forecast(plan, extra["players"])))
    elif status in RUNNING and (just_won := facts.prizes_just_won(evening)):
        context["just_won"] = prizes_in_words(just_won, desk.names(evening))
    waiting = [job for job in jobs if job.outcome == "waiting"]
    awaited = [job for job in waiting if job.topic == AWAITED.get(status)]
    round_ = context.get("round")
    situation = menu.Situation(
        evening=evening,
        is_timed=round_ is not None and round_.ends_at is not None,
        is_clock_behind=_is_clock_behind(round_, plan.minutes, at),
        is_working=bool(awaited),
        is_stuck=not awaited or any(at - job.made_at > blockers.PATIENCE or job.attempts for job in awaited),
        **extra,
    )
    context["next"], context["beside"] = menu.next_step(situation), menu.next_round(situation)
    if context["beside"] and plan.goes_on != "off":
        by_hand = replace(context["next"], look="quiet", hint="")
        context["next"], context["beside"] = context["beside"], by_hand
    context["goes_on_at"] = goes_on_at(evening)
    context["trumps"] = words.trumps_of(evening)
    context["is_last_round"] = menu.is_last_round(evening)
    has_rung = round_ is not None and round_.bell_table_id is not None
    context["menu"] = menu.menu_of_acts(evening, has_rung=has_rung)
    context["players_count"] = facts.players_count(evening)
    all_in = not context.get("waiting") and situation.players >= min(plan.tables.allowed)
    context["tour"] = menu.tour(request, evening.club, evening, all_in=all_in)
    # For what changes by time alone, without anything entered.
    in_play = FRESH_IN_PLAY if status is Status.PLAYING else 0
    context["every"] = FRESH_WHILE_WORKING if waiting else in_play
    context["working"] = topic(awaited[0]) if awaited else ""
    context["refused"] = list(refused.values())
    context["section"] = _section(status)
    context["texts"] = texts_to_paste(evening.club, Part.RESULTS, partial(texts_of, request, evening))
    return context


def _of_requests(evening: Evening, plan: Plan, players: int, at: datetime) -> Iterator[blockers.Blocker]:
    requests = director_alerts.waiting_requests(evening) if evening.current_round else []
    leaving = sum(request.kind == request.Kind.LEAVE for request in requests)
    without = people.headcount_in_words(players - leaving, plan) if leaving else ""
    return blockers.of_requests(evening, requests, at, without=without)


def _other_director(request: HttpRequest, evening: Evening, at: datetime) -> dict[str, Any] | None:
    last = desk.last_by_a_director(evening)
    if last is None or last.by == by_user(request) or at - last.at > RECENT:
        return None
    sight = access.sight_of(request.user, evening)
    return entries_in_words([last], desk.names(evening), sight)[0]


def _section(status: Status) -> str:
    if status in PLACED:
        return "placed"
    if status in blockers.AT_THE_TABLES:
        return "tables"
    return "ended" if status in desk.OVER else status.value


def _is_clock_behind(round_: Any, minutes: int | None, at: datetime) -> bool:
    # More time left than the round has in all: the server's clock was put back since it began.
    ends_at = round_.ends_at if round_ is not None else None
    return bool(ends_at and minutes and at + timedelta(minutes=minutes) < ends_at)


def _tables(context: dict[str, Any], now_on: blockers.InRound, calls: Collection[int]) -> dict[str, Any]:
    view = now_on.view
    context["round"] = view.round
    context["sitting_out"] = view.sitting_out
    context["tables"] = [_card(now_on, game, calls) for game in view.games]
    context["taken_back"] = (
        director_alerts.taken_back(now_on.evening) if now_on.status is Status.PLAYING else None
    )
    last = (game.last_hand_at for game in view.games if game.last_hand_at)
    context["last_hand_at"] = max(last, default=None)
    return {"ringing": now_on.ringing, "to_cut": now_on.level}


def _card(now_on: blockers.InRound, game: rounds.GameView, calls: Collection[int]) -> dict[str, Any]:
    last = game.last_hand_at
    look = waits(
        look_of(game, now_on.status, now_on.rules, now_on.view.round.started_at, now_on.at),
        calls=game.table in calls,
        silent=now_on.silent_since(game) is not None,
        unsettled=[hand for hand in now_on.unsettled if hand.table == game.table],
    )
    return {
        "game": game,
        "look": look,
        "since": hands_in_words(game),
        "note": _("last hand %(time)s") % {"time": blockers.time(last)} if last else "",
        "url": decorators.desk_url(now_on.evening, "desk-table", game.table),
    }


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
            return _("%(prize)s: the order of %(names)s is drawn at random.") % values
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
    won = facts.prizes_of(evening)
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


def end_context(into: dict[str, Any], evening: Evening, plan: Plan) -> dict[str, Any]:
    """Put standings, prizes and open ties into the context; return what the next step depends on."""
    names = desk.names(evening)
    won = facts.prizes_of(evening)
    ties = ties_to_cut(won)
    marks = hands.marks_of_players(evening, plan)
    results = public.ResultsShown(evening).standings()
    into["standings"] = in_couples(evening, lines(results, names, counts=plan.counts, marks=marks))
    into["marks"] = set(marks.values())
    into["ties_are_cut"] = acts.CutPrize in acts.possible(Status(evening.status))
    into["prizes"] = prizes_in_words(won, names)
    refused = into.get("tie_form")
    into["ties"] = [
        refused
        if refused and refused.tie == tie
        else TieForm(None, tie=tie, won=won, names=names, offered=plan.prizes)
        for tie in ties
    ]
    return {"ties": len(ties)}


@decorators.evening_read(Role.SCORER, template="desk/standings.html")
def show_standings(request: HttpRequest, evening: Evening) -> Shown:
    plan = facts.plan_of(evening)
    page: dict[str, Any] = {
        "plan": plan,
        "status": evening.status,
        "public_url": menu.public_url(evening),
        "closed": evening.current_round - (evening.status in IN_ROUND),
    }
    end_context(page, evening, plan)
    return page
