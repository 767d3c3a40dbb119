"""What was corrected of an evening's results since they were first published, as its pages say it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tournaments.evening.reads.corrections import corrections_of
from tournaments.evening.reads.public import Evening, Publication
from tournaments.evening.web.act_words import sentence

MOST = 20
"""So many corrections are told on a page, the newest; the archive has them all."""


@dataclass(frozen=True, slots=True)
class Corrected:
    """A correction: when, what, and why, where somebody said so."""

    at: datetime
    what: str
    reason: str


def corrected(evening: Evening, publication: Publication | None, names: Mapping[str, str]) -> dict[str, Any]:
    """The corrections that a page of the evening tells; one query, none before it was published a second time.

    Arguments:
        publication: the latest.
        names: of the tickets, by code.
    """
    if publication is None or publication.number == 1:
        return {}
    found = corrections_of([evening.pk])[evening.pk]
    told = [Corrected(one.at, sentence(one.act, one.body, names), one.reason) for one in found[:MOST]]
    return {"corrected": told, "corrected_before": len(found) - len(told)}
