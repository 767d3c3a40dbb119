"""Rows about what is put right as the REST door shows them; tournaments.api.mending_answers says the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from scoring.derivation import Sentence
from tournaments.api.errors import said
from tournaments.queries.decisions import Decided
from tournaments.queries.hand_versions import Dispute, Hand, Version
from tournaments.queries.sight import Sight
from tournaments.queries.table_sheet import DirectorCall
from tournaments.replay.chain import instant
from tournaments.replay.impact import Impact

Document = dict[str, Any]


def lines(derivation: Iterable[Mapping[str, Any]]) -> list[Document]:
    """A stored score slip, in the reader's language."""
    return [
        {
            "seats": line["seats"],
            "points": line["points"],
            "rule": line["rule"],
            "text": said(Sentence.from_data(line["sentence"])),
        }
        for line in derivation
    ]


def other_entry(row: Hand) -> Document:
    """What was entered otherwise for a disputed hand."""
    return {
        "entry": row.entry.sequence,
        "by": row.entry.by,
        "hand": row.hand,
        "points": list(row.points),
    }


def tray_hand(row: Hand) -> Document:
    """A hand that came late, as its table is told of it."""
    return {
        "entry": row.entry.sequence,
        "round": row.table_round.round.number,
        "number": row.number,
        "because": row.late_because,
        "left_out": row.state == "left_out",
    }


def call(row: DirectorCall) -> Document:
    """A call for the director."""
    return {
        "id": row.pk,
        "table": row.table.number,
        "reason": row.reason,
        "words": row.words,
        "by": row.by,
        "called_at": instant(row.called_at),
        "answered_at": None if row.answered_at is None else instant(row.answered_at),
        "answered_by": row.answered_by,
    }


def version(told: Version) -> Document:
    """A hand as it was entered once, and what was said of it later."""
    row = told.hand
    return {
        "entry": told.sequence,
        "act": row.entry.act,
        "state": row.state,
        "hand": row.hand,
        "points": list(row.points),
        "derivation": lines(row.derivation),
        "by": row.entry.by,
        "reason": row.entry.reason,
        "played_at": instant(row.played_at),
        "entered_at": instant(row.entered_at),
        "confirmed_by": row.confirmed_by,
        "later": [
            {"act": later.act, "by": later.by, "at": instant(later.at), "reason": later.reason}
            for later in told.later
        ],
    }


def late(told: Version, sight: Sight) -> Document:
    """A hand that came late; where it is not in `sight`, without its cards, points and score slip."""
    row = told.hand
    is_seen = sight.sees(row.table_round.round.number, row.table.number)
    return {
        **version(told),
        **({} if is_seen else {"hand": None, "points": [], "derivation": []}),
        "round": row.table_round.round.number,
        "table": row.table.number,
        "number": row.number,
        "because": row.late_because,
    }


def hand_versions(round_: int, table: int, number: int, versions: Iterable[Version]) -> Document:
    """Everything that was entered for a hand."""
    return {
        "round": round_,
        "table": table,
        "number": number,
        "versions": [version(told) for told in versions],
    }


def dispute(found: Dispute, sight: Sight) -> Document:
    """A disputed hand with all its entries, the one that counts first; without any where it is not in `sight`."""
    is_seen = sight.sees(found.round, found.table)
    entries = (Version(row, ()) for row in found.entries if is_seen)
    return hand_versions(found.round, found.table, found.number, entries)


def decision(decided: Decided) -> Document:
    """A decision that stands."""
    return {
        "entry": decided.sequence,
        "act": decided.act,
        "body": decided.body,
        "reason": decided.reason,
        "by": decided.by,
        "at": instant(decided.at),
    }


def impact(found: Impact) -> Document:
    """What an act would change."""
    told = {"nothing": found.nothing, **asdict(found)}
    told["games"] = [
        {**game, "winner": [winner or None for winner in game["winner"]]} for game in told["games"]
    ]
    return told
