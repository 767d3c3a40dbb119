"""An evening gathered from the entries of its ledger, in order."""

from __future__ import annotations

import json
from collections.abc import Iterable

from scoring.faults import Faults
from tournaments.evening.acts import ACTS, Elsewhere, NotNowError, after
from tournaments.evening.record.record import Body, Record
from tournaments.ledger.chain import Entry


class NoEvening(Exception):  # noqa: N818 - what the entries of a ledger turn out to be
    """The entries tell no evening: one cannot be read, or was not allowed when it was written."""


WRONG = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    Faults,
    LookupError,
    RuntimeError,
    StopIteration,
    TypeError,
    ValueError,
)
"""What reading data of any shape as an evening can raise."""


def fold(entries: Iterable[Entry], record: Record | None = None) -> Record:
    """The evening that `entries` tell, after those that made `record` where there are such. Raises NoEvening."""
    record = Record() if record is None else record
    for entry in entries:
        try:
            take(record, entry, json.loads(entry.body))
        except WRONG as error:
            is_plain = isinstance(error, (Elsewhere, NotNowError))
            words = str(error) if is_plain else f"{type(error).__name__} {error}"
            raise NoEvening(f"entry {entry.sequence} ({entry.act}): {words}") from error
    return record


def take(record: Record, entry: Entry, body: Body) -> None:
    """Let one more entry with this `body` have its effect on the record."""
    act = ACTS[entry.act]
    record.status = after(act, record.status)
    if act.rounds_on is not None and body["round"] != record.current_round + act.rounds_on:
        raise Elsewhere(f"round {body['round']} is not the one it can be about")
    table = body.get("table")
    if table is not None and table not in range(1, len(record.rounds[body["round"]].seating.tables) + 1):
        raise Elsewhere(f"there is no table {table} in round {body['round']}")
    act.apply(record, body, entry)
