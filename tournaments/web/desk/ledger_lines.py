"""Ledger entries as sentences: who did what, with names in place of codes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from tournaments.queries import desk
from tournaments.queries.sight import EVERYTHING, Sight
from tournaments.status import Act
from tournaments.web import prize_words
from tournaments.web.desk.ledger_words import Body, Names, Say, hand_in_words, name
from tournaments.web.desk.mending_lines import SAY_OF_MENDING

OF_HANDS = (
    Act.ENTER_HAND,
    Act.ENTER_AGAIN,
    Act.CONFIRM_HAND,
    Act.SETTLE_DISPUTE,
    Act.TAKE_LATE,
    Act.CORRECT_HAND,
    Act.NOTE_HAND,
)
"""Entries that name a hand which counts, so that its page is worth opening."""


def in_words(entries: Iterable[Any], names: Names, sight: Sight = EVERYTHING) -> list[dict[str, Any]]:
    """Each entry with `what` in a sentence, `who` by name and the `hand` it is about; one query for the users.

    Of hands that are not in `sight` it is only said that there is one.
    """
    listed = [(entry, json.loads(entry.body)) for entry in entries]
    users = desk.user_names(pseudonyms(entry.by for entry, _body in listed))
    return [
        {
            "entry": entry,
            "what": sentence(entry.act, body, names) if sight.sees_entry(body) else _unseen(body),
            "who": who(entry.by, users),
            "hand": body if entry.act in OF_HANDS else None,
        }
        for entry, body in listed
    ]


def _unseen(body: Body) -> str:
    words = _("Round %(round)s, table %(table)s: a hand was entered.")
    return words % {"round": body["round"], "table": body["table"]}


def pseudonyms(by: Iterable[str]) -> list[int]:
    """The users among those who acted."""
    return [_user(one) for one in by if one.startswith("user:")]


def _user(by: str) -> int:
    number = by.partition(":")[2]
    return int(number) if number.isdecimal() else 0


def who(by: str, users: Mapping[int, str]) -> str:
    """A pseudonym of the ledger as people say it."""
    kind, _colon, number = by.partition(":")
    if kind == "user":
        return users.get(_user(by)) or _("a director who is gone")
    if kind == "table":
        table, _space, seat = number.partition(" seat:")
        told = _("table %(number)s, seat %(seat)s") if seat else _("table %(number)s")
        return told % {"number": table, "seat": seat}
    words = {"job": _("the worker"), "clock": _("the clock"), "script": _("a script")}
    return words.get(kind, by)


def sentence(act: str, body: Body, names: Names) -> str:
    """What an entry says happened."""
    return SAY[act](body, names) if act in SAY else act.replace("_", " ")


def _plan(words: str) -> Say:
    def say(body: Body, names: Names) -> str:
        plan = body["plan"]
        return _(words) % {"game": plan["game"].replace("_", " ").capitalize(), "rounds": plan["rounds"]}

    return say


def _check_in(body: Body, names: Names) -> str:
    who_came = [f"{name(ticket['ticket'], names)} ({ticket['number']})" for ticket in body["tickets"]]
    if len(who_came) > 3:
        words = ngettext(
            "%(count)s person came in: %(first)s …", "%(count)s people came in: %(first)s …", len(who_came)
        )
        return words % {"count": len(who_came), "first": ", ".join(who_came[:3])}
    return _("%(names)s came in.") % {"names": ", ".join(who_came)}


def _ticket(words: str) -> Say:
    def say(body: Body, names: Names) -> str:
        replaced = name(body["for"], names) if "for" in body else ""
        return _(words) % {
            "name": name(body["ticket"], names),
            "other": replaced,
            "number": body.get("number", ""),
        }

    return say


def _hand(body: Body, names: Names) -> str:
    return hand_in_words(_("Round %(round)s, table %(table)s: hand %(number)s, %(worth)s."), body)


def _close(body: Body, names: Names) -> str:
    told = {"round": body["round"], "tables": ", ".join(map(str, body.get("anyway", ())))}
    if "anyway" in body:
        words = _("Round %(round)s was closed although hands of these tables were not settled: %(tables)s.")
        return words % told
    return _("Round %(round)s was closed.") % told


def _round(words: str) -> Say:
    return lambda body, names: _(words) % {"round": body.get("round", "")}


def _plain(words: str) -> Say:
    return lambda body, names: _(words)


def _draw(body: Body, names: Names) -> str:
    attempt = body.get("attempt", 1)
    words = (
        _("Seats of %(count)s players drawn from the sealed seed.")
        if attempt == 1
        else _("Seats of %(count)s players drawn from the sealed seed, attempt %(attempt)s.")
    )
    return words % {"count": len(body["order"]), "attempt": attempt}


def _swap(body: Body, names: Names) -> str:
    return _("%(one)s and %(other)s changed places for round %(round)s.") % {
        "one": name(body["one"], names),
        "other": name(body["other"], names),
        "round": body["round"],
    }


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


MOST_WITHOUT_DOUBT = 2
"""Of so many who cut the winner is the whole order. Of more, entries made before 0.2 may name an order nobody cut."""


def _cut_prize(body: Body, names: Names) -> str:
    prize = prize_words.title(body["prize"], body.get("colour"))
    people = [name(code, names) for code in body["order"]]
    decided = body.get("decided", len(people))
    order, level = people[:decided], people[decided:]
    if body.get("how") == "seed":
        words = _("Cut for a prize (%(prize)s), drawn by the seed: %(order)s.")
    elif "decided" not in body and len(people) > MOST_WITHOUT_DOUBT:
        words = _("Cut for a prize (%(prize)s): %(order)s. How far they cut was not recorded then.")
    elif len(level) > 1:
        words = _("Cut for a prize (%(prize)s): %(order)s. Still level: %(level)s.")
    else:
        order = people
        words = _("Cut for a prize (%(prize)s): %(order)s.")
    return words % {"prize": prize, "order": ", ".join(order), "level": ", ".join(level)}


SAY: dict[str, Say] = {
    **SAY_OF_MENDING,
    Act.MAKE: _plan(gettext_noop("The evening was made: %(game)s, %(rounds)s rounds.")),
    Act.CHANGE_PLAN: _plan(gettext_noop("The plan was changed: %(game)s, %(rounds)s rounds.")),
    Act.OPEN_DOORS: _plain(gettext_noop("The doors were opened.")),
    Act.CHECK_IN: _check_in,
    Act.CHECK_OUT: _plain(gettext_noop("A ticket was taken back.")),
    Act.DRAW: _draw,
    Act.SEAT: _plain(gettext_noop("Everybody was placed by hand.")),
    Act.SWAP: _swap,
    Act.REOPEN_DOORS: _plain(gettext_noop("Back to the open doors; the drawn seats were given up.")),
    Act.SCHEDULE: _plain(gettext_noop("Another schedule was announced.")),
    Act.START: _round(gettext_noop("Round %(round)s started.")),
    Act.ENTER_HAND: _hand,
    Act.RING: _ring,
    Act.STOP: _round(gettext_noop("Round %(round)s was stopped without a bell.")),
    Act.CUT: _cut,
    Act.CLOSE: _close,
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
