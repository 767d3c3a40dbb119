"""The ledger of a season of fixtures against its rows, its own chain, and what was promised of its lots."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from tournaments.league import acts
from tournaments.league.models import Season
from tournaments.league.services.rows import differences
from tournaments.ledger.chain import Entry, broken_links
from tournaments.ledger.records import entries_after
from tournaments.ranking.fixtures.lots import holds
from tournaments.ranking.fixtures.record import lots_of


def check(season: Season) -> list[str]:
    """Everything in which a season's rows and ledger disagree, or the ledger with itself; empty when all is well."""
    return [*broken_chain(season), *_broken_promises(_entries(season)), *differences(season)]


def broken_chain(season: Season) -> list[str]:
    """Where the chain of a season's ledger is broken, of either kind of season; empty when it is whole."""
    return broken_links(_entries(season), length=season.ledger_length, head=season.ledger_head)


def _entries(season: Season) -> list[Entry]:
    return [entry for entry, _ in entries_after(season, 0)]


def _broken_promises(entries: Sequence[Entry]) -> Iterator[str]:
    """Lots that are not what their seed gives, or whose seed is another than was promised before."""
    promised = ""
    for entry in entries:
        if entry.act not in (acts.Open.name, acts.DrawLots.name):
            continue
        body = json.loads(entry.body)
        if entry.act == acts.Open.name:
            promised = body["commitment"]
            continue
        lots = lots_of(body)
        if lots.seed and (lots.commitment != promised or not holds(lots)):
            yield f"entry {entry.sequence}: the lots are not those that were promised"
        promised = body["next_commitment"]
