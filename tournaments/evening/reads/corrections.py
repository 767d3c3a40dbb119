"""What was corrected of published results, and published again: all that everybody may read of corrections."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tournaments.evening.acts import ACTS, Publish
from tournaments.evening.acts.games import ChangesResults
from tournaments.evening.models import LedgerEntry
from tournaments.evening.reads.reasons import with_names

CORRECTING = tuple(name for name, act in ACTS.items() if issubclass(act, ChangesResults))
"""The acts that change results, by name."""


@dataclass(frozen=True, slots=True)
class Correction:
    """An act that changed results which had been published.

    Attributes:
        act, body: what was done, as the ledger has it.
        reason: why, as entered; "" where nobody had to say.
        at: when.
        publication: the number of the publication that first shows it.
    """

    act: str
    body: dict[str, Any]
    reason: str
    at: datetime
    publication: int


def corrections_of(evenings: Collection[int]) -> dict[int, list[Correction]]:
    """What was corrected of each of these evenings since its first publication, by primary key, the newest first.

    What has not been published again yet is the director's alone, and no part of this. One query.
    """
    rows = LedgerEntry.objects.filter(evening__in=evenings, act__in=(Publish.name, *CORRECTING))
    found: dict[int, list[Correction]] = {evening: [] for evening in evenings}
    published = dict.fromkeys(evenings, 0)
    waiting: dict[int, list[LedgerEntry]] = {evening: [] for evening in evenings}
    for row in with_names(list(rows.order_by("evening", "sequence"))):
        evening = row.evening_id
        if row.act != Publish.name:
            waiting[evening].append(row)
            continue
        if published[evening]:
            number = published[evening] + 1
            found[evening] += [_correction(one, number) for one in waiting[evening]]
        published[evening] += 1
        waiting[evening] = []
    return {evening: told[::-1] for evening, told in found.items()}


def _correction(row: LedgerEntry, number: int) -> Correction:
    return Correction(row.act, json.loads(row.body), row.reason, row.at, number)
