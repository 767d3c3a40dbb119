"""The board: the whole evening on one page, what blocks it first, one thing to do next."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime, timedelta
from typing import Any

from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from tournaments.club.roles import Role
from tournaments.evening.plan import Plan
from tournaments.evening.reads import access, desk, director_alerts, facts, hands, live, rounds
from tournaments.evening.reads.access import sealed
from tournaments.evening.reads.desk import Evening
from tournaments.evening.reads.rounds import GameView
from tournaments.evening.round_rules import Status
from tournaments.evening.web import words
from tournaments.evening.web.desk import blockers, people, prizes, seating
from tournaments.evening.web.desk.blockers import PATIENCE, InRound
from tournaments.evening.web.desk.decorators import desk_url, evening_read
from tournaments.evening.web.desk.ledger import entries_in_words
from tournaments.evening.web.desk.menu import Situation, menu_of_acts, next_step, public_url, tour
from tournaments.evening.web.movement_words import MOVEMENTS, hands_in_round
from tournaments.evening.web.words import hands_in_words, look_of, outlook_in_words, waits
from tournaments.site.web.forms import REFUSED
from tournaments.site.web.pages import by_user, now
from tournaments.site.web.words import topic

FRESH_WHILE_WORKING = 2
FRESH_IN_PLAY = 30
RECENT = timedelta(minutes=3)

PLACED = (Status.SEATED, Status.DRAFTED, Status.MOVED)
AT_THE_TABLES = (Status.PLAYING, Status.BELL, Status.SETTLED)

# The work that the director waits for in each status; other work goes on beside.
AWAITED = {Status.SETTLED: "draft_move", Status.FINISHED: "publish", Status.PUBLISHED: "publish"}
WITH_FORMS = ("check_in", "placed", "ended")


@evening_read(Role.SCORER)
def board(request: HttpRequest, evening: Evening) -> HttpResponse:
    return page(request, evening)


def page(request: HttpRequest, evening: Evening, **forms: Form) -> HttpResponse:
    # `forms` are those of the board's own that were refused, with what was entered.
    status = Status(evening.status)
    plan = facts.plan_of(evening)
    at = now()
    jobs = desk.open_jobs(evening)
    outlook = live.outlook_of(evening, at)
    open_hands, calls = hands.open_hands(evening), director_alerts.calls(evening)
    context: dict[str, Any] = {
        "evening": evening,
        "status": status.value,
        "plan": plan,
        "movement": MOVEMENTS[plan.movement],
        "game": facts.game_of(evening),
        "target": facts.target_of(evening),
        "hands_in_round": hands_in_round(plan),
        "offered": list(words.offered_prizes(plan)),
        "public_url": public_url(evening),
        "outlook": outlook_in_words(outlook) if outlook else "",
        "open_hands": open_hands,
        "other": _other_director(request, evening, at),
        **forms,
    }
    extra: dict[str, Any] = {"players": desk.players_present(evening)}
    of_round: list[blockers.Blocker] = []
    disputed = 0
    if status is Status.CHECK_IN:
        context |= people.door_context(evening, plan, **forms)
        context["sealed"] = sealed(evening)
    elif status in PLACED:
        context |= seating.context(evening, plan, **forms)
        of_round = list(blockers.of_empty_seats(evening))
        extra["to_settle"] = len(of_round)
    elif status in AT_THE_TABLES:
        now_on = in_play(evening, status, at)
        of_round = list(blockers.of_round(now_on))
        disputed = sum(hand.disputed for hand in now_on.unsettled)
        extra |= _tables(context, now_on, {call.table.number for call in calls})
        context["came"], context["left"] = desk.came_and_left(evening)
        extra["to_settle"] = sum(blocker.holds == "anyway" for blocker in of_round)
    elif status in desk.OVER:
        extra |= prizes.context(context, evening, plan)
    all_blockers = [
        *blockers.of_calls(evening, calls, at),
        *_of_requests(evening, plan, extra["players"], at),
        *of_round,
        *blockers.of_open_hands(evening, open_hands, told=disputed),
        *blockers.of_jobs(evening, jobs, at),
    ]
    context["blockers"] = list(blockers.within(evening, all_blockers))
    waiting = [job for job in jobs if job.outcome == "waiting"]
    awaited = [job for job in waiting if job.topic == AWAITED.get(status)]
    round_ = context.get("round")
    situation = Situation(
        evening=evening,
        rounds=plan.rounds,
        fewest=min(plan.tables.allowed),
        by_points=not facts.setup_of(evening).rings,
        ends_by_itself=plan.ends == "game" or plan.hands is not None,
        is_timed=round_ is not None and round_.ends_at is not None,
        is_clock_behind=_is_clock_behind(round_, plan.minutes, at),
        is_working=bool(awaited),
        is_stuck=not awaited or any(at - job.made_at > PATIENCE or job.attempts for job in awaited),
        **extra,
    )
    context["next"] = next_step(situation)
    context["is_last_round"] = evening.current_round >= plan.rounds
    has_rung = round_ is not None and round_.bell_table_id is not None
    context["menu"] = menu_of_acts(evening, has_rung=has_rung, is_last_round=context["is_last_round"])
    context["players_count"] = facts.players_count(evening)
    all_in = not context.get("waiting") and situation.players >= situation.fewest
    context["tour"] = tour(request, evening.club, evening, all_in=all_in)
    context["every"] = _every(status, is_working=bool(waiting))
    context["working"] = topic(awaited[0]) if awaited else ""
    context["refused"] = list(forms.values())
    section = _section(status)
    context["section_live"] = f"desk/parts/{section}_live.html"
    context["section_forms"] = f"desk/parts/{section}_forms.html" if section in WITH_FORMS else ""
    return render(request, "desk/board.html", context, status=REFUSED if forms else None)


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
    # One template follows the evening, one has fields that are left alone.
    if status in PLACED:
        return "placed"
    if status in AT_THE_TABLES:
        return "tables"
    return "ended" if status in desk.OVER else status.value


def _is_clock_behind(round_: Any, minutes: int | None, at: datetime) -> bool:
    # More time left than the round has in all: the server's clock was put back since it began.
    ends_at = round_.ends_at if round_ is not None else None
    return bool(ends_at and minutes and at + timedelta(minutes=minutes) < ends_at)


def _every(status: Status, *, is_working: bool) -> int:
    # For what changes by time alone, without anything entered.
    if is_working:
        return FRESH_WHILE_WORKING
    return FRESH_IN_PLAY if status is Status.PLAYING else 0


def in_play(evening: Evening, status: Status, at: datetime) -> InRound:
    view = rounds.round_views(evening, [evening.current_round])[evening.current_round]
    return blockers.in_round(evening, view, status, facts.setup_of(evening), at)


def _tables(context: dict[str, Any], now_on: InRound, calls: Collection[int]) -> dict[str, Any]:
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


def _card(now_on: InRound, game: GameView, calls: Collection[int]) -> dict[str, Any]:
    last = game.last_hand_at
    look = waits(
        look_of(game, now_on.status, now_on.rules, now_on.view.round.started_at, now_on.at),
        calls=game.table in calls,
        silent=now_on.silent_since(game) is not None,
        unsettled=[hand for hand in now_on.unsettled if hand.table == game.table],
    )
    return {
        "number": game.table,
        "state": look.name,
        "state_label": look.label,
        "tone": look.tone,
        "since": hands_in_words(game),
        "names_a": game.names_a,
        "names_b": game.names_b,
        "points_a": game.points[0],
        "points_b": game.points[1],
        "own_points": game.own_points,
        "target": now_on.rules.target,
        "note": _("last hand %(time)s") % {"time": blockers.time(last)} if last else "",
        "url": desk_url(now_on.evening, "desk-table", game.table),
    }
