"""The standings, worked out from the settled rounds and kept for reading."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from scoring.derivation import coded
from tournaments.evening import acts
from tournaments.evening.acts.act import IN_ROUND
from tournaments.evening.models import Evening, Standing
from tournaments.evening.reads.results import standings_of
from tournaments.evening.services import news
from tournaments.evening.services.ledger import open_book
from tournaments.evening.status import Status
from tournaments.work.models import Job
from tournaments.work.outbox import enqueue
from tournaments.work.runner import BY, Assignment
from tournaments.work.topics import PUBLISH, Done


@transaction.atomic
def recompute_standings(*, evening: Evening, by: str, at: datetime) -> int:
    """Work the standings out from the settled rounds and put them in place of what was there; returns their count.

    Idempotent: they are a function of the rounds and the recorded cuts.
    """
    book = open_book(evening.pk, by=by, at=at)
    tickets = {ticket.code: ticket for ticket in book.evening.tickets.all()}
    Standing.objects.filter(evening=book.evening).delete()
    number, status = book.evening.current_round, Status(book.evening.status)
    is_played = number > 1 or (number == 1 and status not in IN_ROUND)
    lines = standings_of(book.evening) if is_played else ()
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
                game_points=line.game_points,
                head_table_wins=line.head_table_wins,
                bells_rung=line.bells_rung,
                decided_by=line.decided_by,
                sat_out=line.sat_out,
                explanation=None if line.explanation is None else line.explanation.as_data(),
            )
            for line in lines
        ]
    )
    news.for_everybody(Evening.objects.filter(pk=book.evening.pk))
    return len(lines)


@transaction.atomic
def request_publication(*, evening: Evening, by: str, at: datetime) -> Job:
    """Ask for the evening to be published; asking twice is asking once. Raises Faults before the finish."""
    book = open_book(evening.pk, by=by, at=at)
    book.check(acts.Publish)
    return enqueue(PUBLISH, book.evening, at=at, cause=book.evening.ledger_length)


def bring_up_to_date(assigned: Assignment) -> Done:
    """Do a job of STANDINGS."""
    lines = recompute_standings(evening=assigned.subject, by=BY, at=assigned.at)
    return Done(coded("job.lines", number=lines))
