"""Appending to the ledger of an evening or a season."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Protocol

from django.db import transaction

from tournaments.ledger.chain import Entry, canonical, instant


def check_transaction() -> None:
    """Raise TransactionManagementError outside a transaction, where a lock would be released at once."""
    if not transaction.get_connection().in_atomic_block:
        raise transaction.TransactionManagementError("a ledger is opened inside a transaction only")


def moment_after(last: datetime | None, *, at: datetime) -> datetime:
    """The moment of a new entry: `at`, or just after the `last` entry where the clock was put back.

    What is entered in one transaction shares its moment; what comes later never does.
    """
    return at if last is None or at >= last else last + timedelta(microseconds=1)


class Owner(Protocol):
    """An evening or a season, which keeps the length of its ledger and the hash that it ends with."""

    ledger_length: int
    ledger_head: str


def columns_of(entry: Entry, *, at: datetime, previous: str, digest: str) -> dict[str, Any]:
    return {
        "sequence": entry.sequence,
        "act": entry.act,
        "body": entry.body,
        "by": entry.by,
        "at": at,
        "reason": entry.reason,
        "previous_hash": previous,
        "hash": digest,
    }


def next_entry(
    of: Owner, *, act: str, body: dict[str, object], by: str, at: datetime, reason: str
) -> dict[str, Any]:
    entry = Entry(of.ledger_length + 1, act, canonical(body), by, instant(at), reason)
    return columns_of(entry, at=at, previous=of.ledger_head, digest=entry.digest(of.ledger_head))
