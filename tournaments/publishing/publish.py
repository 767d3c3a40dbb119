"""Publishing an evening: a job seals the standings in the ledger and keeps the archive that anyone can verify."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from tournaments.evening import acts
from tournaments.evening.models import Evening, Publication, Ticket
from tournaments.evening.record.archive import FORMAT, VERSION, entry_data, prize_data, standing_data
from tournaments.evening.record.outcome import prizes_of, standings_of
from tournaments.evening.replay.fold import fold
from tournaments.evening.services.ledger import open_book
from tournaments.evening.services.links import end_table_links
from tournaments.evening.services.names import bind_what_changed, heading_of
from tournaments.evening.services.perform import perform
from tournaments.ledger.chain import Entry
from tournaments.movement.draw import commitment
from tournaments.publishing.rebuild import chain_of


@transaction.atomic
def publish(*, evening: Evening, by: str, at: datetime) -> Publication:
    """Seal the standings in the ledger, keep the archive, show the evening as published; tables' links end.

    What rests on the results follows with `league.services.publications.publish`, which the job calls.
    """
    book = open_book(evening.pk, by=by, at=at)
    row, at = book.evening, book.at
    tickets = list(row.tickets.select_related("player").order_by("number"))
    guests = _guests(row, tickets)
    renamed = bind_what_changed(row, chain_of(row), tickets, guests)
    perform(evening=row, act=acts.Publish(bound=renamed), by=by, at=at)
    Evening.objects.filter(pk=row.pk).update(salt=row.salt)
    row.refresh_from_db()
    end_table_links(evening=row, at=at)
    return Publication.objects.create(
        evening=row,
        number=row.publications.count() + 1,
        archive=json.dumps(_archive(row, chain_of(row), tickets, guests), ensure_ascii=False, indent=1),
        ledger_head=row.ledger_head,
        published_at=at,
    )


def _archive(
    evening: Evening,
    ledger: Iterable[Entry],
    tickets: Iterable[Ticket],
    guests: Mapping[str, bool],
) -> dict[str, Any]:
    """The whole evening as data: names and tickets with their salts, ledger with its hashes, standings, prizes."""
    ledger = list(ledger)
    record = fold(ledger)
    heading = heading_of(evening)
    return {
        "format": FORMAT,
        "version": VERSION,
        "club": heading["club"],
        "evening": {
            **heading["evening"],
            "salt": evening.salt,
            "date": evening.date.isoformat(),
            "game": evening.plan["game"],
            "pinned": evening.pinned,
            "seed": evening.seed,
            "commitment": commitment(evening.seed),
        },
        "tickets": [
            {
                "code": ticket.code,
                "number": ticket.number,
                "name": ticket.player.name if ticket.salt else None,
                "salt": ticket.salt or None,
                "colour": ticket.colour,
                "guest": guests[ticket.code],
            }
            for ticket in tickets
        ],
        "standings": [standing_data(line) for line in standings_of(record)],
        "prizes": [prize_data(prize) for prize in prizes_of(record)],
        "head": evening.ledger_head,
        "ledger": [entry_data(entry, json.loads(entry.body)) for entry in ledger],
    }


def _guests(evening: Evening, tickets: Iterable[Ticket]) -> dict[str, bool]:
    """Who is a guest, by ticket code; one query.

    Whoever was published as a guest stays one of this evening, though they have become a member since.
    """
    last = evening.publications.order_by("-number").values_list("archive", flat=True).first()
    before = {ticket["code"]: ticket["guest"] for ticket in json.loads(last)["tickets"]} if last else {}
    return {ticket.code: before.get(ticket.code, ticket.player.is_guest) for ticket in tickets}
