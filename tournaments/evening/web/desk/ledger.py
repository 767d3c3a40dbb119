"""The ledger and the jobs at the desk; and hands kept from a director who plays, until they say that they look."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from tournaments.club.reads import members
from tournaments.club.roles import Role
from tournaments.evening import acts
from tournaments.evening.acts.act import Names
from tournaments.evening.reads import access, desk, facts, rounds
from tournaments.evening.reads.access import EVERYTHING, HandVisibility
from tournaments.evening.reads.desk import Evening
from tournaments.evening.reads.facts import with_names
from tournaments.evening.round_rules import Status
from tournaments.evening.web.desk.blockers import waited
from tournaments.evening.web.desk.decorators import (
    act_or_refuse,
    back_to,
    desk_url,
    evening_button,
    evening_read,
)
from tournaments.evening.web.words import act_sentence, look_of
from tournaments.site.web import query_params
from tournaments.site.web.pages import now
from tournaments.site.web.words import came_to, topic

# --- Ledger entries as sentences: who did what, with names in place of codes --------------------------

Body = Mapping[str, Any]

OF_HANDS = (
    acts.EnterHand.name,
    acts.EnterAgain.name,
    acts.ConfirmHand.name,
    acts.SettleDispute.name,
    acts.TakeLate.name,
    acts.CorrectHand.name,
    acts.NoteHand.name,
)
"""Entries that name a hand which counts, so that its page is worth opening."""


def entries_in_words(
    entries: Iterable[Any], names: Names, sight: HandVisibility = EVERYTHING
) -> list[dict[str, Any]]:
    """Each entry with `what` in a sentence, `who` by name and the `hand` it is about; a query for the users.

    One more where reasons name somebody.
    Of hands that are not in `sight` it is only said that there is one.
    """
    listed = [(entry, json.loads(entry.body)) for entry in with_names(list(entries))]
    users = user_names(entry.by for entry, _body in listed)
    return [
        {
            "entry": entry,
            "what": act_sentence(entry.act, body, names) if sight.sees_entry(body) else _unseen(body),
            "who": who(entry.by, users),
            "hand": body if entry.act in OF_HANDS else None,
        }
        for entry, body in listed
    ]


def _unseen(body: Body) -> str:
    words = _("Round %(round)s, table %(table)s: a hand was entered.")
    return words % {"round": body["round"], "table": body["table"]}


def user_names(by: Iterable[str]) -> Mapping[int, str]:
    """The names of the users among those who acted; one query where there are any."""
    users = [_user(pseudonym) for pseudonym in by if pseudonym.startswith("user:")]
    return members.user_names(users) if users else {}


def _user(by: str) -> int:
    number = by.partition(":")[2]
    return int(number) if number.isdecimal() else 0


def who(by: str, users: Mapping[int, str]) -> str:
    """Who acted, in words, from the pseudonym that the ledger keeps."""
    kind, _colon, number = by.partition(":")
    if kind == "user":
        return users.get(_user(by)) or _("a director who is gone")
    if kind == "table":
        table, _space, seat = number.partition(" seat:")
        sentence = _("table %(number)s, seat %(seat)s") if seat else _("table %(number)s")
        return sentence % {"number": table, "seat": seat}
    if kind == "ticket":
        return _("the holder of ticket %(number)s") % {"number": number}
    words = {
        "door": _("at the door, by their own phone"),
        "job": _("the worker"),
        "clock": _("the clock"),
        "script": _("a script"),
    }
    return words.get(kind, by)


# --- What has been done: the background work and the ledger -------------------------------------------

ENTRIES_ON_A_PAGE = 50


@evening_read()
def jobs(request: HttpRequest, evening: Evening) -> HttpResponse:
    at = now()
    lines = [
        {
            "job": job,
            "topic": topic(job),
            "came_to": came_to(job),
            "state": {"waiting": "waiting", "failed": "failed"}.get(job.outcome, "done"),
            "took": f"{job.milliseconds} ms" if job.milliseconds is not None else "",
            "waits": waited(at - job.made_at) if job.outcome == "waiting" else "",
        }
        for job in desk.job_rows(evening).order_by("-pk")
    ]
    is_working = any(line["state"] == "waiting" for line in lines)
    return render(
        request, "desk/jobs.html", {"evening": evening, "lines": lines, "every": 2 if is_working else 0}
    )


@evening_read()
def ledger(request: HttpRequest, evening: Evening) -> HttpResponse:
    paginator = Paginator(evening.ledger.order_by("-sequence"), ENTRIES_ON_A_PAGE)
    page = paginator.get_page(query_params.whole_number(request, "page", digits=9))
    sight = access.sight_of(request.user, evening)
    lines = entries_in_words(page.object_list, desk.names(evening), sight)
    context = {
        "evening": evening,
        "page": page,
        "lines": lines,
        "edition": facts.rulebook_of(evening).version,
        "game": facts.game_of(evening),
    }
    return render(request, "desk/ledger.html", context)


# --- A director who plays: hands of other tables in play are kept from them until they say they look --

P = ParamSpec("P")
FORBIDDEN = 403


def hands_seen(
    view: Callable[Concatenate[HttpRequest, Any, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, Any, P], HttpResponse]:
    """Decorate a page with hands of its `table`, in round `number` or the current one; below `evening_page`.

    Whoever may not see them gets the page that asks whether they look. What they posted is not done.
    """

    @wraps(view)
    def guarded(request: HttpRequest, evening: Evening, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        table: Any = kwargs["table"]
        number: Any = kwargs.get("number") or _requested_round(request, evening)
        if access.sight_of(request.user, evening).sees(number, table):
            return view(request, evening, *args, **kwargs)
        return ask_to_reveal(request, evening, table)

    return guarded


def _requested_round(request: HttpRequest, evening: Evening) -> int:
    number = query_params.whole_number(request, "round")
    return evening.current_round if number is None else number


def ask_to_reveal(request: HttpRequest, evening: Evening, table: int) -> HttpResponse:
    """The page with how a table stands, as the wall shows it, and the button that says one looks."""
    number = evening.current_round
    view = rounds.round_views(evening, [number])[number]
    game = view.game(table)
    if game is None:
        raise Http404
    rules = facts.setup_of(evening)
    context = {
        "evening": evening,
        "table": table,
        "number": number,
        "game": game,
        "look": look_of(game, Status(evening.status), rules, view.round.started_at, now()),
        "target": rules.target,
        "back": request.get_full_path() if request.method in ("GET", "HEAD") else "",
    }
    is_asked = request.method in ("GET", "HEAD")
    return render(request, "desk/look.html", context, status=200 if is_asked else FORBIDDEN)


@evening_button(Role.SCORER)
def reveal(request: HttpRequest, evening: Evening, table: int) -> HttpResponse:
    words = _("The ledger notes that you look at table %(table)s.") % {"table": table}
    act_or_refuse(request, evening, acts.Look(table=table), words)
    return back_to(request, desk_url(evening, "desk-table", table))
