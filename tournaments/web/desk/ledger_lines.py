"""Ledger entries as sentences: who did what, with names in place of codes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from tournaments.queries import desk
from tournaments.status import Act
from tournaments.web.desk.prizes import prize_in_words

Body = Mapping[str, Any]
Names = Mapping[str, str]


def in_words(entries: Iterable[Any], names: Names) -> list[dict[str, Any]]:
    """Each entry with `what` in a sentence and `who` by name; one query for the users among them."""
    listed = list(entries)
    users = desk.user_names(_user(entry.by) for entry in listed if entry.by.startswith("user:"))
    return [
        {
            "entry": entry,
            "what": sentence(entry.act, json.loads(entry.body), names),
            "who": who(entry.by, users),
        }
        for entry in listed
    ]


def _user(by: str) -> int:
    number = by.partition(":")[2]
    return int(number) if number.isdecimal() else 0


def who(by: str, users: Mapping[int, str]) -> str:
    """A pseudonym of the ledger as people say it."""
    kind, _colon, number = by.partition(":")
    if kind == "user":
        return users.get(_user(by)) or _("a director who is gone")
    if kind == "table":
        return _("table %(number)s") % {"number": number}
    words = {"job": _("the worker"), "clock": _("the clock"), "script": _("a script")}
    return words.get(kind, by)


def sentence(act: str, body: Body, names: Names) -> str:
    """What an entry says happened."""
    say = _SAY.get(act)
    return say(body, names) if say else act.replace("_", " ")


def _name(code: str, names: Names) -> str:
    return names.get(code) or _("somebody whose ticket was taken back")


def _plan(words: str) -> Callable[[Body, Names], str]:
    def say(body: Body, names: Names) -> str:
        plan = body["plan"]
        return _(words) % {"game": plan["game"].replace("_", " ").capitalize(), "rounds": plan["rounds"]}

    return say


def _check_in(body: Body, names: Names) -> str:
    who_came = [f"{_name(ticket['ticket'], names)} ({ticket['number']})" for ticket in body["tickets"]]
    if len(who_came) > 3:
        words = ngettext(
            "%(count)s person came in: %(first)s …", "%(count)s people came in: %(first)s …", len(who_came)
        )
        return words % {"count": len(who_came), "first": ", ".join(who_came[:3])}
    return _("%(names)s came in.") % {"names": ", ".join(who_came)}


def _ticket(words: str) -> Callable[[Body, Names], str]:
    def say(body: Body, names: Names) -> str:
        replaced = _name(body["for"], names) if "for" in body else ""
        return _(words) % {
            "name": _name(body["ticket"], names),
            "other": replaced,
            "number": body.get("number", ""),
        }

    return say


def _round(words: str) -> Callable[[Body, Names], str]:
    return lambda body, names: _(words) % {"round": body.get("round", "")}


def _plain(words: str) -> Callable[[Body, Names], str]:
    return lambda body, names: _(words)


def _draw(body: Body, names: Names) -> str:
    return _("Seats of %(count)s players drawn with the seed %(seed)s.") % {
        "count": len(body["order"]),
        "seed": body["seed"],
    }


def _swap(body: Body, names: Names) -> str:
    return _("%(one)s and %(other)s changed places for round %(round)s.") % {
        "one": _name(body["one"], names),
        "other": _name(body["other"], names),
        "round": body["round"],
    }


def _hand(body: Body, names: Names) -> str:
    points = [_signed(points) for points in body["points"]]
    told = {name: body[name] for name in ("round", "table", "number")}
    if len(points) == 2:
        words = _("Round %(round)s, table %(table)s: hand %(number)s, %(a)s to %(b)s.")
        return words % {**told, "a": points[0], "b": points[1]}
    words = _("Round %(round)s, table %(table)s: hand %(number)s, by seat %(points)s.")
    return words % {**told, "points": ", ".join(points)}


def _signed(points: int) -> str:
    return f"−{-points}" if points < 0 else str(points)


def _ring(body: Body, names: Names) -> str:
    return _("Table %(table)s rang the bell of round %(round)s.") % {
        "table": body["table"],
        "round": body["round"],
    }


def _cut(body: Body, names: Names) -> str:
    words = (
        _("Round %(round)s, table %(table)s: couple %(winner)s won the cut, drawn by the seed.")
        if body.get("how") == "seed"
        else _("Round %(round)s, table %(table)s: couple %(winner)s won the cut.")
    )
    return words % {"round": body["round"], "table": body["table"], "winner": body["winner"]}


def _cut_prize(body: Body, names: Names) -> str:
    prize = prize_in_words(body["prize"], body.get("colour"))
    words = (
        _("Cut for a prize (%(prize)s), drawn by the seed: %(order)s.")
        if body.get("how") == "seed"
        else _("Cut for a prize (%(prize)s): %(order)s.")
    )
    return words % {"prize": prize, "order": ", ".join(_name(code, names) for code in body["order"])}


_SAY: dict[str, Callable[[Body, Names], str]] = {
    Act.MAKE: _plan(gettext_noop("The evening was made: %(game)s, %(rounds)s rounds.")),
    Act.CHANGE_PLAN: _plan(gettext_noop("The plan was changed: %(game)s, %(rounds)s rounds.")),
    Act.OPEN_DOORS: _plain(gettext_noop("The doors were opened.")),
    Act.CHECK_IN: _check_in,
    Act.CHECK_OUT: _plain(gettext_noop("A ticket was taken back.")),
    Act.DRAW: _draw,
    Act.SEAT: _plain(gettext_noop("Everybody was placed by hand.")),
    Act.SWAP: _swap,
    Act.REOPEN_DOORS: _plain(gettext_noop("Back to the open doors; the drawn seats were given up.")),
    Act.START: _round(gettext_noop("Round %(round)s started.")),
    Act.ENTER_HAND: _hand,
    Act.RING: _ring,
    Act.STOP: _round(gettext_noop("Round %(round)s was stopped without a bell.")),
    Act.CUT: _cut,
    Act.CLOSE: _round(gettext_noop("Round %(round)s was closed.")),
    Act.DRAFT_MOVE: _round(gettext_noop("The seats of round %(round)s were worked out.")),
    Act.SWAP_DRAFT: _swap,
    Act.PUBLISH_MOVE: _round(gettext_noop("The seats of round %(round)s were announced.")),
    Act.ARRIVE: _ticket(gettext_noop("%(name)s came late, with ticket %(number)s.")),
    Act.LEAVE: _ticket(gettext_noop("%(name)s left.")),
    Act.SUBSTITUTE: _ticket(gettext_noop("%(name)s plays for %(other)s.")),
    Act.FINISH: _plain(gettext_noop("The evening was finished.")),
    Act.CUT_PRIZE: _cut_prize,
    Act.PUBLISH: _plain(gettext_noop("The evening was published, its standings sealed.")),
    Act.ABANDON: _plain(gettext_noop("The evening was abandoned.")),
}
