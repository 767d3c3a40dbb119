"""A bell that should not have rung, and a director who looks at hands in play."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from tournaments.models import Evening, Round
from tournaments.services.ledger import Written, open_book
from tournaments.services.mending import needed_reason
from tournaments.services.refusals import refuse
from tournaments.status import Act


@transaction.atomic
def take_back(*, evening: Evening, reason: str, by: str, at: datetime) -> Round:
    """Take the bell back: play resumes and nothing is lost. Cuts that tables made meanwhile are void.

    A round that ended by its time has none any more: the director ends it.
    """
    reason = needed_reason(reason)
    book = open_book(evening.pk, by=by, at=at)
    book.check(Act.TAKE_BACK_BELL)
    round_ = book.evening.rounds.get(number=book.evening.current_round)
    round_.tables.exclude(cut="").update(cut="")
    round_.stopped_at = round_.bell_table = round_.ends_at = None
    round_.save(update_fields=["stopped_at", "bell_table", "ends_at"])
    book.write(Act.TAKE_BACK_BELL, {"round": round_.number}, reason=reason)
    return round_


@transaction.atomic
def look(*, evening: Evening, table_number: int, by: str, at: datetime) -> Written:
    """Record that a director who plays tonight looks at the hands of another table in play."""
    book = open_book(evening.pk, by=by, at=at)
    book.check(Act.LOOK)
    number = book.evening.current_round
    if not book.evening.rounds.filter(number=number, tables__table__number=table_number).exists():
        refuse("table", "unknown-table", "table %(entered)s is not in play", entered=table_number)
    return book.write(Act.LOOK, {"round": number, "table": table_number})
