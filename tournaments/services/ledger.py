"""Writing in the ledger. Every act of every service goes through `open_book`.

A book locks its evening's row until the transaction ends, checks each act against the transition table, chains
the entry and moves the evening on. Lock order everywhere: the evening first.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from tournaments.models import Evening, LedgerEntry
from tournaments.replay.chain import Entry, canonical, instant
from tournaments.services.refusals import not_now
from tournaments.status import Act, NotNow, Status, after


class Book:
    """An evening's ledger, open for one transaction. `evening` is the locked row."""

    def __init__(self, evening: Evening, *, by: str, at: datetime) -> None:
        self.evening = evening
        self.by = by
        self.at = at

    def check(self, act: Act) -> None:
        """Raise Faults (`not-now`) where `act` is not allowed as the evening stands."""
        try:
            after(act, Status(self.evening.status))
        except NotNow as refused:
            raise not_now(refused) from refused

    def write(
        self, act: Act, body: dict[str, object], *, reason: str = "", also: tuple[str, ...] = ()
    ) -> LedgerEntry:
        """Append one entry and move the evening on. Raises Faults where the status forbids the act.

        The evening's new status, length, head and version are saved with it, and the fields named in `also`,
        which the caller has set on `self.evening`.
        """
        evening = self.evening
        try:
            status = after(act, Status(evening.status))
        except NotNow as refused:
            raise not_now(refused) from refused
        entry = Entry(
            evening.ledger_length + 1, act.value, canonical(body), self.by, instant(self.at), reason
        )
        row = LedgerEntry(
            evening=evening,
            sequence=entry.sequence,
            act=entry.act,
            body=entry.body,
            by=entry.by,
            at=self.at,
            reason=entry.reason,
            previous_hash=evening.ledger_head,
            hash=entry.digest(evening.ledger_head),
        )
        row.save(force_insert=True)
        evening.status = status
        evening.ledger_length = row.sequence
        evening.ledger_head = row.hash
        evening.version += 1
        evening.save(update_fields=["status", "ledger_length", "ledger_head", "version", *also])
        return row


def open_book(evening_id: int, *, by: str, at: datetime) -> Book:
    """Lock the evening and open its ledger; must be called inside a transaction.

    `by` is the pseudonym of who acts, `at` the moment of the act on the server's clock (aware).
    """
    if not transaction.get_connection().in_atomic_block:
        raise transaction.TransactionManagementError("a ledger is opened inside a transaction only")
    return Book(Evening.objects.select_for_update().get(pk=evening_id), by=by, at=at)
