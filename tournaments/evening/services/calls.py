"""Calls for the director: one at a time for each table, answered by whoever goes there."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from tournaments.evening.models import DirectorCall, Evening
from tournaments.evening.round_rules import Status
from tournaments.evening.services import ledger
from tournaments.refusals import refuse
from tournaments.site.cleaning import clean_words

LONGEST_WORDS = 120
OVER = (Status.PUBLISHED, Status.ABANDONED)
"""The room is empty. Before, a table still cuts for prizes and may need the director."""


@transaction.atomic
def call(
    *, evening: Evening, table_number: int, reason: str, words: str = "", by: str, at: datetime
) -> DirectorCall:
    """Call the director to a table; a table that waits already goes on waiting with its first call.

    Arguments:
        reason: one of DirectorCall.Reason.
    """
    if Evening.objects.select_for_update().get(pk=evening.pk).status in OVER:
        refuse("evening", "over", "the evening is over; nobody answers calls any more")
    table = evening.tables.filter(number=table_number).first()
    if table is None:
        refuse("table", "unknown-table", "table %(entered)s is not in play", entered=table_number)
    if reason not in DirectorCall.Reason.values:
        refuse(
            "reason",
            "not-a-choice",
            "“%(entered)s” was entered; allowed: %(allowed)s",
            entered=reason[:20],
            allowed=", ".join(DirectorCall.Reason.values),
        )
    waiting = table.calls.filter(answered_at__isnull=True).first()
    if waiting is not None:
        return waiting
    new_call = DirectorCall.objects.create(
        evening=evening,
        table=table,
        reason=reason,
        words=clean_words("words", words)[:LONGEST_WORDS],
        by=by,
        called_at=at,
    )
    ledger.news_for_a_table(evening, table_number)
    return new_call


@transaction.atomic
def answer(*, evening: Evening, call_id: int, by: str, at: datetime) -> None:
    """The call is over: the director goes there, or the table needs nobody. May be answered twice."""
    Evening.objects.select_for_update().get(pk=evening.pk)
    waiting = evening.calls.filter(pk=call_id)
    table = waiting.values_list("table__number", flat=True).first()
    if table is None:
        refuse("call", "no-such-call", "there is no such call this evening")
    if waiting.filter(answered_at__isnull=True).update(answered_at=at, answered_by=by):
        ledger.news_for_a_table(evening, table)


@transaction.atomic
def wait_again(*, evening: Evening, call_id: int) -> None:
    """Let the table of an answered call wait again, as long as it has since its call.

    Raises:
        Faults: where the evening is over, there is no such call, or the table has called once more.
    """
    if Evening.objects.select_for_update().get(pk=evening.pk).status in OVER:
        refuse("evening", "over", "the evening is over; nobody answers calls any more")
    call = evening.calls.filter(pk=call_id).select_related("table").first()
    if call is None:
        refuse("call", "no-such-call", "there is no such call this evening")
    if call.table.calls.filter(answered_at__isnull=True).exclude(pk=call_id).exists():
        refuse("call", "called-again", "the table has called again; that call waits")
    call.answered_at, call.answered_by = None, ""
    call.save(update_fields=["answered_at", "answered_by"])
    ledger.news_for_a_table(evening, call.table.number)


def end_calls(*, evening: Evening, by: str, at: datetime) -> None:
    evening.calls.filter(answered_at__isnull=True).update(answered_at=at, answered_by=by)
