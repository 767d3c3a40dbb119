"""Corrections of evenings by which places in a season's table changed, and of the results of fixtures."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from datetime import datetime

from tournaments.club.reads.visitors import Visitor
from tournaments.evening.models import Evening
from tournaments.evening.reads.access import public_evenings
from tournaments.evening.reads.corrections import corrections_of
from tournaments.league.acts import Move, MoveResult, Result
from tournaments.league.acts.fixtures import follow
from tournaments.league.models import Season
from tournaments.league.reads.adjustments import entries_of
from tournaments.league.reads.fixtures import address_of
from tournaments.ranking.fixtures.record import KeptFixture

MOST = 5
"""So many are told, the newest; the season's ledger has them all."""


@dataclass(frozen=True, slots=True)
class TableCorrected:
    """An evening that was corrected and published again, and why, as the reasons of its corrections say."""

    at: datetime
    evening: Evening
    reasons: tuple[str, ...]


def tables_corrected(season: Season, visitor: Visitor) -> list[TableCorrected]:
    """By what corrections places of the season's table changed, the newest first; one query, three where any did."""
    moves = []
    for row in season.ledger.filter(act=Move.name).order_by("-sequence"):
        body = json.loads(row.body)
        if body["publication"] is not None and any(_place(one) for one in body["moved"]):
            moves.append((row.at, body))
    if not moves:
        return []
    addresses = {body["evening"] for _at, body in moves[:MOST]}
    wanted = public_evenings(visitor).filter(slug__in=[address.partition("/")[2] for address in addresses])
    evenings = {address_of(evening): evening for evening in wanted if address_of(evening) in addresses}
    corrections = corrections_of([evening.pk for evening in evenings.values()])
    return [
        TableCorrected(
            at,
            evenings[body["evening"]],
            tuple(
                dict.fromkeys(
                    one.reason
                    for one in corrections[evenings[body["evening"]].pk]
                    if one.reason and (body["before"] or 0) < one.publication <= body["publication"]
                )
            ),
        )
        for at, body in moves[:MOST]
        if body["evening"] in evenings
    ]


def _place(moved: dict[str, list[int | None] | None]) -> bool:
    """Whether somebody who moved has another place, and not only another total."""
    before, after = ((moved[when] or [None])[0] for when in ("before", "after"))
    return before != after


@dataclass(frozen=True, slots=True)
class ResultCorrected:
    """A fixture whose result became another one: as it stood before, as it stands now, and why, as entered."""

    at: datetime
    before: KeptFixture
    now: KeptFixture
    reasons: tuple[str, ...]


def results_corrected(season: Season, visitor: Visitor) -> list[ResultCorrected]:
    """The results of fixtures that were corrected, the newest first; one query, three where evenings gave them.

    A result that an evening gives is corrected by publishing the evening again, and for the reasons given there; they
    are told to whoever sees the evening.
    """
    stood: dict[str, KeptFixture] = {}
    found: list[tuple[ResultCorrected, int]] = []
    for entry in entries_of(season):
        if entry.act in (Result.name, MoveResult.name):
            for one in entry.body["fixtures"]:
                before, now = stood.get(one["code"]), KeptFixture.from_data(one)
                if before is not None and not before.is_ahead and before != now:
                    reasons = (entry.reason,) if entry.reason else ()
                    corrected = ResultCorrected(entry.at, before, now, reasons)
                    found.append((corrected, entry.body.get("publication", 0)))
        follow(stood, entry.body)
    found = found[: -MOST - 1 : -1]
    given = _reasons_of_evenings(visitor, {one.now.evening for one, publication in found if publication})
    return [
        replace(one, reasons=given.get((one.now.evening, publication), one.reasons))
        for one, publication in found
    ]


def _reasons_of_evenings(visitor: Visitor, addresses: set[str]) -> dict[tuple[str, int], tuple[str, ...]]:
    """Why each publication of these evenings was another one, by the address and the publication."""
    if not addresses:
        return {}
    wanted = public_evenings(visitor).filter(slug__in=[address.partition("/")[2] for address in addresses])
    evenings = {evening.pk: address_of(evening) for evening in wanted if address_of(evening) in addresses}
    told: dict[tuple[str, int], list[str]] = {}
    for pk, corrections in corrections_of(list(evenings)).items():
        for one in corrections:
            if one.reason:
                told.setdefault((evenings[pk], one.publication), []).append(one.reason)
    return {key: tuple(dict.fromkeys(reasons)) for key, reasons in told.items()}
