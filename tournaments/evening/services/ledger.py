"""The ledger of an evening, opened for one transaction: locked by whoever acts, or read without a lock.

`perform` locks the evening's row here until the transaction ends. Lock order everywhere: the evening first.

What phones enter is written here too, by fewer statements: a hand that simply counts reads the book without a lock
(`book_of`) and writes by one statement, which does nothing once the evening has moved on.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db import DEFAULT_DB_ALIAS
from django.db.models import F, QuerySet

from tournaments.club.models import ActOrigin
from tournaments.club.services import audit
from tournaments.evening.acts import Act, Now, after
from tournaments.evening.comparison import Columns
from tournaments.evening.fold import fold
from tournaments.evening.models import Evening, LedgerEntry, TableRound
from tournaments.evening.reads.scoresheets import OF_THE_EVENING, last_moment
from tournaments.evening.round_rules import Status
from tournaments.ledger.records import RecordCache, check_transaction, moment_after, next_entry
from tournaments.prepared_sql import Prepared, Row, RowChange, Slot


def news_for_everybody(evenings: QuerySet[Evening]) -> None:
    """Count the versions of these evenings up, so that every page of them asks again."""
    evenings.update(version=F("version") + 1, room_version=F("version") + 1)


def news_for_a_table(evening: Evening, table: int) -> None:
    """Let the phones of a table ask again; where the table is not in play, every page of the evening."""
    Evening.objects.filter(pk=evening.pk).update(version=F("version") + 1)
    row = Evening.objects.only("version", "current_round").get(pk=evening.pk)
    if not bump_version(row, [table]):
        Evening.objects.filter(pk=evening.pk).update(room_version=F("version"))


def bump_version(evening: Evening, tables: Collection[int]) -> int:
    """Note the evening's present version for these tables of the round in play; how many of them play."""
    if not tables:
        return 0
    games = TableRound.objects.filter(round__evening=evening, round__number=evening.current_round)
    return games.filter(table__number__in=tables).update(version=evening.version)


def points_columns(points: Sequence[int], *, by_seat: bool) -> Columns:
    if by_seat:
        return {"points_a": 0, "points_b": 0, "seat_points": list(points)}
    return {"points_a": points[0], "points_b": points[1], "seat_points": []}


RECORDS = RecordCache(fold)
_ALL = tuple(field.attname for field in Evening._meta.concrete_fields)


def _locked(columns: tuple[str, ...]) -> Prepared:
    return Prepared(
        lambda: (
            Evening.objects.select_for_update()
            .filter(pk=Slot("evening"))
            .order_by()
            .values_list(*columns, last_moment())
        )
    )


_LOCKED = {columns: _locked(columns) for columns in (_ALL, OF_THE_EVENING)}


class Written(NamedTuple):
    sequence: int
    hash: str


class Book:
    """An evening's ledger, open for one transaction. `evening` is the row, mostly a locked one.

    `at` is the moment of what is entered: that of the server's `clock`, or just behind the `last` entry.
    """

    def __init__(
        self, evening: Evening, *, by: str, at: datetime, last: datetime | None, locked: bool = True
    ) -> None:
        self.evening = evening
        self.by = by
        self.clock, self.at = at, moment_after(last, at=at)
        self.locked = locked

    @property
    def now(self) -> Now:
        return Now(self.by, self.at, self.clock)

    def check(self, act: type[Act]) -> None:
        after(act, Status(self.evening.status))

    def prepare(
        self, act: type[Act], body: dict[str, object], *, everybody: bool
    ) -> tuple[Written, list[RowChange]]:
        """One more entry, by which the status stays: what it is, and the rows to be written, itself the last.

        With `everybody` all pages show it, else those of a table in play, which are told with its game's row.
        Raises Faults where the status forbids the act.
        """
        self.check(act)
        evening = self.evening
        entry = next_entry(evening, act=act.name, body=body, by=self.by, at=self.at, reason="")
        unless_moved = {} if self.locked else {"version": evening.version}
        evening.ledger_length = entry["sequence"]
        evening.ledger_head = entry["hash"]
        evening.version += 1
        names = ("ledger_length", "ledger_head", "version")
        values = {name: getattr(evening, name) for name in names}
        if everybody:
            values["room_version"] = evening.version
        return Written(evening.ledger_length, evening.ledger_head), [
            RowChange(Evening, values, evening.pk, unless_moved),
            *rows_of_entry(evening, entry),
        ]


def rows_of_entry(evening: Evening, columns: Mapping[str, Any]) -> list[RowChange]:
    """The rows of an entry, itself the last; before it the origin of its act, where one is stored."""
    origin = audit.origin_of(evening.club_id, columns["hash"], by=columns["by"], at=columns["at"])
    origin_rows = [RowChange(ActOrigin, origin)] if origin else []
    return [*origin_rows, RowChange(LedgerEntry, {"evening": evening.pk, **columns})]


def open_book(evening_id: int, *, by: str, at: datetime, lean: bool = False) -> Book:
    """Lock the evening and open its ledger; must be called inside a transaction.

    `by` is the pseudonym of who acts, `at` the moment of the act on the server's clock (aware). A lean book has
    read of the evening only what entering a hand needs; the rest is read when it is asked for.
    """
    check_transaction()
    columns = OF_THE_EVENING if lean else _ALL
    row = _LOCKED[columns].fetch(evening=evening_id)
    if row is None:
        raise Evening.DoesNotExist(f"there is no evening {evening_id}")
    *values, last = row
    evening = Evening.from_db(DEFAULT_DB_ALIAS, columns, values)
    if last is None and evening.ledger_length:
        # PostgreSQL waited for the lock: the row is of now, the entry was looked for as of before.
        last = evening.ledger.values_list("at", flat=True).get(sequence=evening.ledger_length)
    return Book(evening, by=by, at=at, last=last)


def book_of(row: Row, *, by: str, at: datetime, locked: bool) -> Book:
    """The ledger of an evening whose columns `OF_THE_EVENING` and last moment were read.

    `locked`: nobody else writes until the transaction ends.
    """
    *values, last = row
    evening = Evening.from_db(DEFAULT_DB_ALIAS, OF_THE_EVENING, values)
    return Book(evening, by=by, at=at, last=last, locked=locked)
