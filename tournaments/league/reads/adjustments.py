"""Bonuses and lots of a season that stand, and those that were withdrawn."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from tournaments.league import acts
from tournaments.league.models import Season, SeasonEntry
from tournaments.league.reads.bound_texts import texts_of, with_names
from tournaments.ranking.series.table import Bonus, Lot

__all__ = [
    "SeasonEntry",
    "SeasonEntryRead",
    "as_values",
    "entries_after",
    "entries_of",
    "standing_entries",
]

READ = (acts.GiveBonus.name, acts.DrawLots.name, acts.Withdraw.name)


@dataclass(frozen=True, slots=True)
class SeasonEntryRead:
    """An entry with its body read.

    Attributes:
        sequence: its number.
        act: what was done.
        body: its data, with what entrants were called.
        by: the pseudonym of who did it.
        at: when.
        reason: why, as entered.
    """

    sequence: int
    act: str
    body: dict[str, Any]
    by: str
    at: datetime
    reason: str


def entries_of(season: Season) -> list[SeasonEntryRead]:
    """The whole ledger of a season, with the texts that it binds; two queries."""
    return _read(season, season.ledger.order_by("sequence"))


def _read(season: Season, rows: Iterable[SeasonEntry]) -> list[SeasonEntryRead]:
    """Entries with their bodies read and with the texts that they bind, in their order."""
    entries = list(rows)
    texts = texts_of(season) if entries else {}
    return [
        SeasonEntryRead(
            row.sequence,
            row.act,
            with_names(json.loads(row.body), texts),
            row.by,
            row.at,
            texts.get(row.reason, row.reason),
        )
        for row in entries
    ]


def entries_after(season: Season, sequence: int, *, act: str = "") -> QuerySet[SeasonEntry]:
    """The entries of a season's ledger after that number, in order; of one act alone, or of all."""
    found = season.ledger.filter(sequence__gt=sequence)
    return (found.filter(act=act) if act else found).order_by("sequence")


def standing_entries(season: Season) -> list[SeasonEntryRead]:
    """The bonuses and lots that have not been withdrawn, in their order; two queries, one where there are none."""
    found = _read(season, season.ledger.filter(act__in=READ).order_by("sequence"))
    withdrawn = {entry.body["of"] for entry in found if entry.act == acts.Withdraw.name}
    return [entry for entry in found if entry.act != acts.Withdraw.name and entry.sequence not in withdrawn]


def as_values(entries: Iterable[SeasonEntryRead]) -> tuple[Bonus | Lot, ...]:
    """Bonuses and lots as the maths reads them."""
    return tuple(
        Bonus(str(entry.body["player"]), entry.body["points"], entry.reason)
        if entry.act == acts.GiveBonus.name
        else Lot(entry.sequence, tuple(entry.body["order"]))
        for entry in entries
    )
