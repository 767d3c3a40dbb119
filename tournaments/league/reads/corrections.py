"""Corrections of evenings by which somebody's place in a season's table is another one."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime

from tournaments.evening.models import Evening
from tournaments.evening.reads.access import public_evenings
from tournaments.evening.reads.corrections import corrections_of
from tournaments.league.acts import Move
from tournaments.league.models import Season
from tournaments.league.reads.fixtures import address_of

MOST = 5
"""So many are told, the newest; the season's ledger has them all."""


@dataclass(frozen=True, slots=True)
class TableCorrected:
    """An evening that was corrected and published again, and why, as the reasons of its corrections say."""

    at: datetime
    evening: Evening
    reasons: tuple[str, ...]


def tables_corrected(season: Season) -> list[TableCorrected]:
    """By what corrections places of the season's table changed, the newest first; one query, three where any did."""
    moves = []
    for row in season.ledger.filter(act=Move.name).order_by("-sequence"):
        body = json.loads(row.body)
        if body["publication"] is not None and any(_place(one) for one in body["moved"]):
            moves.append((row.at, body))
    if not moves:
        return []
    addresses = {body["evening"] for _at, body in moves[:MOST]}
    wanted = public_evenings().filter(slug__in=[address.partition("/")[2] for address in addresses])
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
