"""Decisions of the director that stand: penalties, players in each other's seats, and what they add up to."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tournaments.evening import acts
from tournaments.evening.models import Evening, Hand, LedgerEntry, Seat
from tournaments.evening.reads.reasons import with_names
from tournaments.ranking.adjustments import Adjustment, HandAtSeat, penalty, seats_exchanged

DECISIONS = (acts.Penalty.name, acts.ExchangeSeats.name, acts.AdjustGame.name, acts.NotPlayed.name)
Where = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision as the ledger has it: what, why, who and when."""

    sequence: int
    act: str
    body: dict[str, Any]
    reason: str
    by: str
    at: datetime


def decided_by(row: LedgerEntry) -> Decided:
    """The decision that an entry of the ledger has."""
    return Decided(row.sequence, row.act, json.loads(row.body), row.reason, row.by, row.at)


def standing_decisions(evening: Evening, *, until: int | None = None) -> list[Decided]:
    """The decisions that have not been withdrawn or replaced, in order; one query.

    Arguments:
        until: how things stood after this entry of the ledger; None for how they stand.
    """
    entries = evening.ledger.filter(act__in=(*DECISIONS, acts.Withdraw.name)).order_by("sequence")
    if until is not None:
        entries = entries.filter(sequence__lte=until)
    found: dict[int, Decided] = {}
    for row in with_names(list(entries)):
        decided = decided_by(row)
        if decided.act == acts.Withdraw.name:
            found.pop(decided.body["of"], None)
            continue
        if decided.act in (acts.AdjustGame.name, acts.NotPlayed.name):
            for sequence in [old.sequence for old in found.values() if _same_game(old, decided)]:
                del found[sequence]
        found[row.sequence] = decided
    return list(found.values())


def _same_game(old: Decided, new: Decided) -> bool:
    of_a_game = old.act in (acts.AdjustGame.name, acts.NotPlayed.name)
    return of_a_game and (old.body["round"], old.body["table"]) == (new.body["round"], new.body["table"])


def adjustments_of(evening: Evening, *, couples: bool) -> list[Adjustment]:
    """What counts beside the settled games; one query, and two more where somebody sat in another's seat.

    Arguments:
        couples: whether points are those of couples rather than of seats.
    """
    decided = standing_decisions(evening)
    found = [
        line
        for given in decided
        if given.act == acts.Penalty.name
        for line in penalty(given.body["tickets"], given.body["points"])
    ]
    exchanges = [given for given in decided if given.act == acts.ExchangeSeats.name]
    if exchanges:
        found += _exchanged(evening, exchanges, couples=couples)
    return found


def _exchanged(evening: Evening, exchanges: Iterable[Decided], *, couples: bool) -> Iterator[Adjustment]:
    points = {
        (hand.table_round.round.number, hand.table_round.table.number, hand.number): hand.points
        for hand in Hand.objects.filter(
            table__evening=evening,
            live=True,
            table_round__decision="",
            table_round__round__closed_at__isnull=False,
        ).select_related("table_round__round", "table_round__table")
    }
    seats = {
        (round_, table, code): seat
        for round_, table, code, seat in Seat.objects.filter(
            round__evening=evening, table_round__isnull=False
        ).values_list("round__number", "table_round__table__number", "ticket__code", "seat")
    }
    for given in exchanges:
        one, other = given.body["one"], given.body["other"]
        hands: list[tuple[str, HandAtSeat]] = []
        for told in given.body["hands"]:
            where: Where = (told["round"], told["table"], told["number"])
            for code in (one, other):
                seat = seats.get((*where[:2], code))
                if seat is not None and where in points:
                    hands.append((code, HandAtSeat(points[where], seat)))
        yield from seats_exchanged(one, other, hands, couples=couples)
