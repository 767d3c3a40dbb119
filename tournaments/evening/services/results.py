"""The standings, kept for reading; work done again; names as the ledger binds them, and as archives forget them."""

from __future__ import annotations

import json
import secrets
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from scoring.derivation import coded, gettext_noop
from tournaments.club.models import Player
from tournaments.club.reads.members import ERASED
from tournaments.club.roles import Role
from tournaments.club.services import audit
from tournaments.evening import acts, comparison, fold, outcome
from tournaments.evening.acts.act import IN_ROUND
from tournaments.evening.models import Evening, Objection, Publication, Standing, Ticket
from tournaments.evening.record import Record
from tournaments.evening.round_rules import Status
from tournaments.evening.services import ledger
from tournaments.work.models import Job
from tournaments.work.outbox import PUBLISH, Done, drop, enqueue, try_again
from tournaments.work.runner import BY, Assignment

SALT_BYTES = 16


def new_salt() -> str:
    return secrets.token_bytes(SALT_BYTES).hex()


def heading_of(evening: Evening) -> dict[str, dict[str, Any]]:
    club = evening.club
    return {
        "club": {"name": club.name, "slug": club.slug, "time_zone": club.time_zone},
        "evening": {"name": evening.name, "slug": evening.slug},
    }


def bound_heading(evening: Evening) -> str:
    return fold.heading_commitment(heading_of(evening), evening.salt)


def bind_what_changed(
    evening: Evening, record: Record, tickets: Sequence[Ticket], guests: Mapping[str, bool]
) -> dict[str, object]:
    """What a publication has to bind anew, as names stand now; saves new salts of tickets, not the evening's.

    Somebody was renamed since the ticket was given out, a guest became a member, or the ledger is older than bound
    names. `guests` says who is published as a guest, by ticket code.
    """
    changed, renamed = [], []
    for ticket in tickets:
        before = record.bound(ticket.code)
        if ticket.player.name == ERASED:
            continue
        if before is None or before.commitment != fold.name_commitment(ticket.player.name, ticket.salt):
            ticket.salt = new_salt()
            renamed.append(ticket)
        elif before.guest is guests[ticket.code]:
            continue
        changed.append(ticket)
    Ticket.objects.bulk_update(renamed, ["salt"])
    body: dict[str, object] = {}
    if changed:
        body["names"] = [
            {
                "ticket": ticket.code,
                "name": fold.name_commitment(ticket.player.name, ticket.salt),
                "guest": guests[ticket.code],
            }
            for ticket in changed
        ]
    if record.heading != bound_heading(evening):
        evening.salt = new_salt()
        body["heading"] = bound_heading(evening)
    return body


def follow_public_names(players: Collection[int]) -> None:
    ledger.news_for_everybody(Evening.objects.filter(tickets__player__in=players))


def forget(player: Player) -> None:
    """Throw an erased player's name away in all stored archives, and what they objected to.

    No copy kept of an evening's pages goes by it.
    """
    follow_public_names([player.pk])
    Objection.objects.filter(ticket__player=player).delete()
    codes = list(player.tickets.values_list("code", flat=True))
    publications = Publication.objects.select_for_update().filter(evening__tickets__player=player)
    for publication in publications.exclude(archive=""):
        archive = fold.without_names(json.loads(publication.archive), codes)
        publication.archive = json.dumps(archive, ensure_ascii=False, indent=1)
        publication.save(update_fields=["archive"])
    player.tickets.update(salt="")


@transaction.atomic
def recompute_standings(*, evening: Evening, by: str, at: datetime) -> int:
    """Replace the standings by those that follow from the settled rounds; returns their count."""
    book = ledger.open_book(evening.pk, by=by, at=at)
    tickets = {ticket.code: ticket for ticket in book.evening.tickets.all()}
    Standing.objects.filter(evening=book.evening).delete()
    number, status = book.evening.current_round, Status(book.evening.status)
    is_played = number > 1 or (number == 1 and status not in IN_ROUND)
    record = ledger.RECORDS.pop(book.evening)
    ledger.RECORDS.put(book.evening, record)
    lines = outcome.standings_of(record) if is_played else ()
    Standing.objects.bulk_create(
        [
            Standing(
                evening=book.evening,
                ticket=tickets[line.player],
                **comparison.named_columns(line, (*outcome.OF_LINE, "game_points", "decided_by")),
                explanation=None if line.explanation is None else line.explanation.as_data(),
            )
            for line in lines
        ]
    )
    ledger.news_for_everybody(Evening.objects.filter(pk=book.evening.pk))
    return len(lines)


@transaction.atomic
def request_publication(*, evening: Evening, by: str, at: datetime) -> Job:
    book = ledger.open_book(evening.pk, by=by, at=at)
    book.check(acts.Publish)
    return enqueue(PUBLISH, book.evening, at=at, cause=book.evening.ledger_length)


@audit.command(needs=Role.DIRECTOR, done=gettext_noop("The job is waiting to be done again."))
def try_job_again(job: Job, at: datetime) -> Job:
    """Put a failed job back in the queue; any other is left as it is."""
    try_again(job=job, at=at)
    job.refresh_from_db()
    return job


@audit.command(needs=Role.DIRECTOR, done=gettext_noop("The job is dropped."))
def drop_job(job: Job, at: datetime) -> Job:
    """Let a failed job be: what it was to do stays undone; any other is left as it is."""
    drop(job=job, at=at)
    job.refresh_from_db()
    return job


def bring_up_to_date(assigned: Assignment) -> Done:
    lines = recompute_standings(evening=assigned.subject, by=BY, at=assigned.at)
    return Done(coded("job.lines", number=lines))
