"""The one way to do something to an evening: decided and applied by pure code, written by one writer."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from tournaments.evening.acts import Act, Now
from tournaments.evening.models import Evening, LedgerEntry
from tournaments.evening.replay.acting import Doing
from tournaments.evening.replay.fold import fold
from tournaments.evening.replay.impact import Impact, impact
from tournaments.evening.replay.rows import rows_of
from tournaments.evening.services.calls import OVER, end_calls
from tournaments.evening.services.ledger import Written, open_book
from tournaments.evening.services.results import recompute_standings
from tournaments.evening.services.rows import evening_columns, write_rows
from tournaments.evening.status import Status
from tournaments.ledger.appending import columns_of
from tournaments.ledger.records import Records
from tournaments.prepared_sql import RowChange, together
from tournaments.site.cleaning import clean_reason
from tournaments.work.outbox import enqueue
from tournaments.work.topics import TOPICS


@transaction.atomic
def perform(*, evening: Evening, act: Act, by: str, at: datetime) -> Written | None:
    """Do an act, with everything that follows from it: all of it, or nothing.

    Arguments:
        by: the pseudonym of who acts.
        at: the moment of the act on the server's clock (aware).

    Returns:
        Its entry in the ledger; None where nothing was left to do.

    Raises:
        Faults: everything that speaks against it.
    """
    act = _reasoned(act)
    book = open_book(evening.pk, by=by, at=at)
    row, record = book.evening, _RECORDS.take(book.evening)
    before, previous = rows_of(record), row.ledger_head
    doing = Doing(record, Now(by, at), row.ledger_length, row.ledger_head)
    entry = doing.do(act)
    after = rows_of(record)
    if doing.entries:
        columns = evening_columns(before, after) | {
            "ledger_length": doing.sequence,
            "ledger_head": doing.head,
            "version": row.version + len(doing.entries),
        }
        together([RowChange(Evening, columns, row.pk), *_entries(row, doing, previous, at)])
        for name, value in columns.items():
            setattr(row, name, value)
        write_rows(row, before, after, at=at)
        if row.status in OVER:
            end_calls(evening=row, by=by, at=at)
        for work in doing.work:
            if work == "standings" and row.status in (Status.FINISHED, Status.PUBLISHED):
                recompute_standings(evening=row, by=by, at=at)
            else:
                enqueue(TOPICS[work], row, at=at, cause=row.ledger_length)
    _RECORDS.keep(row, record)
    return Written(entry.sequence, entry.hash) if entry else None


def _reasoned(act: Act) -> Act:
    """The act with its reason as it goes into the ledger. Raises Faults."""
    reason = clean_reason(act.reason)
    return act if reason == act.reason else act.model_copy(update={"reason": reason})


def _entries(row: Evening, doing: Doing, previous: str, at: datetime) -> list[RowChange]:
    found = []
    for entry in doing.entries:
        columns = columns_of(entry, at=at, previous=previous, digest=entry.hash)
        found.append(RowChange(LedgerEntry, {"evening": row.pk, **columns}))
        previous = entry.hash
    return found


@transaction.atomic
def preview(*, evening: Evening, act: Act, by: str, at: datetime) -> Impact:
    """What an act would change; nothing is done. Raises Faults as the act itself does."""
    row = open_book(evening.pk, by=by, at=at).evening
    before = _RECORDS.take(row)
    after = before.copied()
    _RECORDS.keep(row, before)
    Doing(after, Now(by, at), row.ledger_length, row.ledger_head).do(_reasoned(act))
    return impact(before, after)


_RECORDS = Records(fold)
