"""The entries of a ledger as rows, how they are appended, and the records folded from them."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from threading import Lock
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from django.db import models, transaction
from django.utils.translation import gettext_lazy as _

from tournaments.ledger.chain import Entry, ReadEntry, canonical, instant


def check_transaction() -> None:
    """Raise TransactionManagementError outside a transaction, where a lock would be released at once."""
    if not transaction.get_connection().in_atomic_block:
        raise transaction.TransactionManagementError("a ledger is opened inside a transaction only")


def moment_after(last: datetime | None, *, at: datetime) -> datetime:
    """The moment of a new entry: `at`, or just after the `last` entry where the clock was put back.

    What is entered in one transaction shares its moment; what comes later never does.
    """
    return at if last is None or at >= last else last + timedelta(microseconds=1)


class HasLedger(Protocol):
    pk: Any
    ledger: Any
    ledger_length: int
    ledger_head: str


def columns_of(entry: Entry, *, at: datetime, previous: str, digest: str) -> dict[str, Any]:
    columns = {name: getattr(entry, name) for name in Entry.__slots__}
    return {**columns, "at": at, "previous_hash": previous, "hash": digest}


def next_entry(
    of: HasLedger, *, act: str, body: dict[str, object], by: str, at: datetime, reason: str
) -> dict[str, Any]:
    entry = Entry(of.ledger_length + 1, act, canonical(body), by, instant(at), reason)
    return columns_of(entry, at=at, previous=of.ledger_head, digest=entry.digest(of.ledger_head))


R = TypeVar("R")
MOST_KNOWN = 16
"""The records of so many ledgers a process keeps."""


class _Known(NamedTuple):
    record: Any
    length: int
    head: str


class RecordCache(Generic[R]):
    """Records by the key of their row. A ledger's head tells which entries made a record, so none is out of date."""

    def __init__(self, fold: Callable[[Iterable[Entry], R | None], R]) -> None:
        self._fold = fold
        self._known: OrderedDict[int, _Known] = OrderedDict()
        self._lock = Lock()

    def pop(self, row: HasLedger) -> R:
        """Take out the record of a ledger as its row stands; it is the caller's alone. Raises what folding does."""
        with self._lock:
            known = self._known.pop(row.pk, None)
        if known is not None and known.head == row.ledger_head:
            return known.record  # type: ignore[no-any-return]
        if known is not None and known.length < row.ledger_length:
            newer = entries_after(row, known.length)
            if newer and newer[0][1] == known.head:
                return self._fold((entry for entry, _ in newer), known.record)
        return self._fold((entry for entry, _ in entries_after(row, 0)), None)

    def put(self, row: HasLedger, record: R) -> None:
        with self._lock:
            self._known[row.pk] = _Known(record, row.ledger_length, row.ledger_head)
            if len(self._known) > MOST_KNOWN:
                self._known.popitem(last=False)


def entries_after(row: HasLedger, sequence: int) -> list[tuple[Entry, str]]:
    rows = row.ledger.filter(sequence__gt=sequence).order_by("sequence")
    return [(entry.as_entry(), entry.previous_hash) for entry in rows]


class ChainedEntry(models.Model):
    """One act: what (`act`, `body` as canonical JSON), who (`by`, a pseudonym), when, why. It is only ever added.

    `original` is as in `ledger.chain.Entry`.
    Hashes chain the entries of one ledger; the database refuses everything but new rows.
    """

    sequence = models.PositiveIntegerField(_("sequence"))
    act = models.CharField(_("act"), max_length=20)
    body = models.TextField(_("body"))
    by = models.CharField(_("by"), max_length=40)
    at = models.DateTimeField(_("at"))
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    previous_hash = models.CharField(_("previous hash"), max_length=64, blank=True)
    hash = models.CharField(_("hash"), max_length=64)
    original = models.TextField(_("as it was chained on another server"), null=True, editable=False)  # noqa: DJ001

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.sequence} {self.act}"

    def as_entry(self) -> Entry:
        when, why = instant(self.at), self.reason
        return Entry(self.sequence, self.act, self.body, self.by, when, why, self.hash, self.original)

    def as_read(self) -> ReadEntry:
        return ReadEntry(self.sequence, self.act, json.loads(self.body), self.by, self.at, self.reason)
