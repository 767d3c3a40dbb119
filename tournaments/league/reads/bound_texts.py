"""Texts that the ledger of a season binds by salted hashes: what entrants were called, and why something was done.

They stand beside the ledger, so that a person can be erased. Entries written before they were bound hold them
themselves, and are read as they are.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

from django.db.models import F, OuterRef, Subquery
from django.db.models.functions import Coalesce

from tournaments.evening.reads.names import ERASED
from tournaments.league.models import BoundText, Season, SeasonEntry
from tournaments.movement.draw import digest
from tournaments.ranking.fixtures.record import Body, ContestRecord

__all__ = ["WHY", "BoundText", "bound_by", "call_entrants", "reason_commitment", "texts_of", "with_names"]

WHY: Final = Coalesce(
    Subquery(
        BoundText.objects.filter(season=OuterRef("season"), commitment=OuterRef("reason")).values("text")
    ),
    F("reason"),
)
"""The reason of an entry as a column of it, read where it stands."""


def reason_commitment(reason: str, salt: str) -> str:
    """What the ledger of a season holds of a reason; of a name it holds `evening.replay.names.name_commitment`."""
    return digest("reason", salt, reason)


def texts_of(season: Season) -> dict[str, str]:
    """All texts that the ledger of a season binds, by their commitments; one query."""
    return dict(season.bound_texts.values_list("commitment", "text"))


def bound_by(season: Season, entries: Iterable[SeasonEntry]) -> dict[str, BoundText]:
    """The texts that these entries bind, with their salts, by their commitments; one query."""
    held = set()
    for entry in entries:
        held |= {entry.reason, *(one.get("commitment") for one in json.loads(entry.body).get("entrants", ()))}
    return {row.commitment: row for row in season.bound_texts.filter(commitment__in=held - {None, ""})}


def with_names(body: Body, texts: Mapping[str, str]) -> dict[str, Any]:
    """The body of an entry with the names of the entrants that it binds, where it binds any."""
    told = dict(body)
    if "entrants" in told:
        told["entrants"] = [
            {**one, "name": texts.get(one["commitment"], ERASED)} if "commitment" in one else one
            for one in told["entrants"]
        ]
    return told


def call_entrants(season: Season, record: ContestRecord) -> None:
    """Call the entrants of a record what they are called now; one query where the ledger binds their names."""
    bound = [one.commitment for one in record.entrants.values() if one.commitment is not None]
    if bound:
        named = season.bound_texts.filter(commitment__in=bound).values_list("commitment", "text")
        record.call({**dict.fromkeys(bound, ERASED), **dict(named)})
