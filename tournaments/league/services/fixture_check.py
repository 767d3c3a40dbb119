"""The ledger of a season against its rows, its own chain, the texts beside it, and what was promised of its lots."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Final

from tournaments.evening.replay.fold import WRONG, name_commitment
from tournaments.league import acts
from tournaments.league.models import Season
from tournaments.league.reads.persons import reason_commitment
from tournaments.league.services import rows, tables
from tournaments.ledger.chain import Entry, broken_links
from tournaments.ledger.records import entries_after
from tournaments.ranking.fixtures.record import lots_of
from tournaments.ranking.fixtures.values import commitment, lots_hold

COMMITMENT: Final = re.compile("[0-9a-f]{64}")


def check(season: Season) -> list[str]:
    """Everything in which a season's rows and ledger disagree, or the ledger with itself; empty when all is well."""
    problems = []
    try:
        problems += broken_chain(season)
        problems += _broken_promises(season, _entries(season))
        problems += rows.own_differences(season)
        if season.kind == Season.Kind.EVENINGS:
            return [*problems, *tables.differences(season)]
        return [*problems, *rows.differences(season)]
    except WRONG as error:
        return [*problems, f"the rows tell no season: {type(error).__name__} {error}"]


def rebuild(season: Season, *, at: datetime) -> None:
    """Make a season's rows again: of fixtures from its ledger, of evenings the table from its evenings."""
    if season.kind == Season.Kind.EVENINGS:
        tables.recompute(season=season, by="rebuild", at=at)
    else:
        rows.rebuild(season)


def broken_chain(season: Season) -> list[str]:
    """Where the ledger of a season is broken: its chain, or a text that it binds."""
    pairs = entries_after(season, 0)
    entries = [entry for entry, _before in pairs]
    broken = broken_links(entries, length=season.ledger_length, head=season.ledger_head)
    last = ""
    for entry, before in pairs:
        if before != last:
            broken.append(f"entry {entry.sequence} names another entry before it")
        last = entry.hash
    return [*broken, *_other_texts(season, entries)]


def _other_texts(season: Season, entries: Iterable[Entry]) -> Iterator[str]:
    # A text without a salt was erased.
    texts = {row.commitment: row for row in season.bound_texts.all()}
    for entry in entries:
        for body in json.loads(entry.body).get("entrants", ()):
            bound = body.get("commitment")
            text = texts.get(bound)
            if bound and (text is None or (text.salt and name_commitment(text.text, text.salt) != bound)):
                yield f"entry {entry.sequence}: the name of entrant {body['number']} is not the one that was entered"
        why = texts.get(entry.reason)
        is_gone = why is None and COMMITMENT.fullmatch(entry.reason)
        if is_gone or (why and why.salt and reason_commitment(why.text, why.salt) != entry.reason):
            yield f"entry {entry.sequence}: the reason is not the one that was entered"


def _entries(season: Season) -> list[Entry]:
    return [entry for entry, _ in entries_after(season, 0)]


def _broken_promises(season: Season, entries: Sequence[Entry]) -> Iterator[str]:
    promised = ""
    for entry in entries:
        if entry.act not in (acts.Open.name, acts.DrawLots.name):
            continue
        body = json.loads(entry.body)
        if entry.act == acts.Open.name:
            promised = body["commitment"]
            continue
        lots = lots_of(body)
        if lots.seed and (lots.commitment != promised or not lots_hold(lots)):
            yield f"entry {entry.sequence}: the lots are not those that were promised"
        promised = body["next_commitment"]
    if promised and commitment(season.seed) != promised:
        yield "the seed of the next lots is not the one that was promised"
