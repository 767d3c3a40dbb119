"""The standings, worked out from the settled rounds and kept for reading."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from tournaments.models import Evening, Standing
from tournaments.queries.results import standings_of
from tournaments.services.ledger import open_book


@transaction.atomic
def recompute_standings(*, evening: Evening, by: str, at: datetime) -> int:
    """Work the standings out from the settled rounds and put them in place of what was there; returns their count.

    Idempotent: they are a function of the rounds and the recorded cuts.
    """
    book = open_book(evening.pk, by=by, at=at)
    tickets = {ticket.code: ticket for ticket in book.evening.tickets.all()}
    Standing.objects.filter(evening=book.evening).delete()
    lines = standings_of(book.evening)
    Standing.objects.bulk_create(
        [
            Standing(
                evening=book.evening,
                ticket=tickets[line.player],
                place=line.place,
                played=line.played,
                won_halves=line.won_halves,
                points_for=line.points_for,
                points_difference=line.points_difference,
                head_table_wins=line.head_table_wins,
                bells_rung=line.bells_rung,
                decided_by=line.decided_by,
                sat_out=line.sat_out,
                explanation=None if line.explanation is None else line.explanation.as_data(),
            )
            for line in lines
        ]
    )
    book.evening.version += 1
    book.evening.save(update_fields=["version"])
    return len(lines)
