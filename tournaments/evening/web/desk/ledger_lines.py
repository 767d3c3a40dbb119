"""Ledger entries as sentences: who did what, with names in place of codes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournaments.club.reads import members
from tournaments.evening import acts
from tournaments.evening.acts.words import Names
from tournaments.evening.reads.hand_visibility import EVERYTHING, Sight
from tournaments.evening.reads.reasons import with_names
from tournaments.evening.web.act_words import sentence

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


def entries_in_words(entries: Iterable[Any], names: Names, sight: Sight = EVERYTHING) -> list[dict[str, Any]]:
    """Each entry with `what` in a sentence, `who` by name and the `hand` it is about; a query for the users.

    One more where reasons name somebody.
    Of hands that are not in `sight` it is only said that there is one.
    """
    listed = [(entry, json.loads(entry.body)) for entry in with_names(list(entries))]
    users = members.user_names(pseudonyms(entry.by for entry, _body in listed))
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
    if kind == "ticket":
        return _("the holder of ticket %(number)s") % {"number": number}
    words = {
        "door": _("at the door, by their own phone"),
        "job": _("the worker"),
        "clock": _("the clock"),
        "script": _("a script"),
    }
    return words.get(kind, by)
