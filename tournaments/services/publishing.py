"""Publishing an evening: a job seals the standings in the ledger and keeps the archive that anyone can verify."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from tournaments.models import Evening, Job, Publication, Ticket
from tournaments.movement.draw import commitment
from tournaments.queries.results import worked_out
from tournaments.ranking.prizes import Prize
from tournaments.replay.archive import FORMAT, VERSION, entry_data, prize_data, seal, standing_data
from tournaments.replay.chain import Entry, canonical, instant
from tournaments.services.access import end_table_links
from tournaments.services.calls import end_calls
from tournaments.services.leagues import fixture_evenings
from tournaments.services.leagues.work import evening_published
from tournaments.services.ledger import open_book
from tournaments.services.names import bind_what_changed, heading_of
from tournaments.services.rebuild import chain_of
from tournaments.services.results import recompute_standings
from tournaments.status import Act
from tournaments.work.outbox import enqueue
from tournaments.work.topics import PUBLISH


@transaction.atomic
def request_publication(*, evening: Evening, by: str, at: datetime) -> Job:
    """Ask for the evening to be published; asking twice is asking once. Raises Faults before the finish."""
    book = open_book(evening.pk, by=by, at=at)
    book.check(Act.PUBLISH)
    return enqueue(PUBLISH, book.evening, at=at, cause=book.evening.ledger_length)


@transaction.atomic
def publish(*, evening: Evening, by: str, at: datetime) -> Publication:
    """Seal the standings in the ledger, keep the archive, show the evening as published; tables' links end.

    Run by the job of `request_publication`, in the transaction that marks the job done.
    """
    book = open_book(evening.pk, by=by, at=at)
    recompute_standings(evening=book.evening, by=by, at=at)
    book.evening.refresh_from_db()
    standings, prizes = worked_out(book.evening)
    lines = [standing_data(line) for line in standings]
    book.evening.published_at = at
    tickets = list(book.evening.tickets.select_related("player").order_by("number"))
    guests = _guests(book.evening, tickets)
    ledger = chain_of(book.evening)
    renamed = bind_what_changed(book.evening, ledger, tickets, guests)
    body: dict[str, object] = {"standings": seal(lines), **renamed}
    written = book.write(Act.PUBLISH, body, also=("published_at", "salt"))
    ledger.append(Entry(written.sequence, Act.PUBLISH, canonical(body), by, instant(at), "", written.hash))
    end_calls(evening=book.evening, by=by, at=at)
    end_table_links(evening=book.evening, at=at)
    made = Publication.objects.create(
        evening=book.evening,
        number=book.evening.publications.count() + 1,
        archive=json.dumps(
            _archive(book.evening, ledger, tickets, guests, lines, prizes), ensure_ascii=False, indent=1
        ),
        ledger_head=book.evening.ledger_head,
        published_at=at,
    )
    evening_published(book.evening, at=at)
    fixture_evenings.evening_published(book.evening, by=by, at=at)
    return made


def _archive(
    evening: Evening,
    ledger: Iterable[Entry],
    tickets: Iterable[Ticket],
    guests: Mapping[str, bool],
    lines: list[dict[str, object]],
    prizes: Sequence[Prize],
) -> dict[str, Any]:
    """The whole evening as data: names and tickets with their salts, ledger with its hashes, standings, prizes."""
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
        "standings": lines,
        "prizes": [prize_data(prize) for prize in prizes],
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
