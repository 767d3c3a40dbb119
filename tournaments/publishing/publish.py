"""Publishing an evening: a job seals the standings in the ledger and keeps the archive that anyone can verify."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from tournaments.evening import acts
from tournaments.evening.models import Evening, Publication, Ticket
from tournaments.evening.reads.standings import rows_in, standing_facts_of
from tournaments.evening.record.archive import FORMAT, VERSION, entry_data, prize_data, standing_data
from tournaments.evening.record.outcome import prizes_of, standings_of
from tournaments.evening.replay.fold import WRONG, NoEvening, fold, unlike_the_seed
from tournaments.evening.replay.rows import disagreements, expected_standings, rows_of
from tournaments.evening.services.ledger import news_for_everybody, open_book
from tournaments.evening.services.links import end_table_links
from tournaments.evening.services.perform import perform
from tournaments.evening.services.results import bind_what_changed, heading_of, recompute_standings
from tournaments.evening.services.rows import evening_columns, write_rows
from tournaments.ledger.chain import Entry, broken_links, instant
from tournaments.movement.draw import commitment
from tournaments.publishing.row_audit import contradictions

# --- The ledger against the rows: what differs, and the rows made again from the ledger ---------------


def chain_of(evening: Evening) -> list[Entry]:
    return [
        Entry(row.sequence, row.act, row.body, row.by, instant(row.at), row.reason, row.hash)
        for row in evening.ledger.order_by("sequence")
    ]


def check_rows(evening: Evening) -> list[str]:
    """Everything in which the rows, the ledger and the rules disagree; empty when all is well."""
    entries = chain_of(evening)
    findings = broken_links(entries, length=evening.ledger_length, head=evening.ledger_head)
    try:
        record = fold(entries)
    except NoEvening as refused:
        return [*findings, f"the ledger tells no evening: {refused}"]
    findings += disagreements(record)
    findings += unlike_the_seed(entries)
    findings += contradictions(evening)
    try:
        findings += _differences(dict(rows_in(evening).facts()), dict(rows_of(record).facts()))
    except WRONG as error:
        findings.append(f"the rows tell no evening: {type(error).__name__} {error}")
    if evening.jobs.waiting().filter(topic="standings").exists():
        return findings
    try:
        findings += _differences(standing_facts_of(evening), expected_standings(record))
    except WRONG as error:
        findings.append(f"the ledger tells no standings: {type(error).__name__} {error}")
    return findings


def _differences(rows: Mapping[str, object], ledger: Mapping[str, object]) -> Iterator[str]:
    nothing = object()
    for name in dict.fromkeys((*ledger, *rows)):
        row, ledger_value = rows.get(name, nothing), ledger.get(name, nothing)
        if row is nothing:
            yield f"{name}: there is no row, the ledger says {ledger_value}"
        elif ledger_value is nothing:
            yield f"{name}: the row says {row}, the ledger nothing"
        elif row != ledger_value:
            yield f"{name}: the row says {row}, the ledger {ledger_value}"


@transaction.atomic
def rebuild(*, evening: Evening, at: datetime) -> None:
    """Make the evening's rows again from its ledger: all that `check` compares, but hands whose row is gone.

    A hand's row holds the key of its request, which the ledger does not know. Raises NoEvening.
    """
    evening = Evening.objects.select_for_update().get(pk=evening.pk)
    record = fold(chain_of(evening))
    before, after = rows_in(evening), rows_of(record)
    for name, value in evening_columns(before, after).items():
        setattr(evening, name, value)
    evening.save()
    write_rows(evening, before, after, at=at)
    if record.closed_rounds():
        recompute_standings(evening=evening, by="rebuild", at=at)
    else:
        evening.standings.all().delete()
        # Pages that are kept in memory are those of an older version.
        news_for_everybody(Evening.objects.filter(pk=evening.pk))


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
    # Whoever was published as a guest stays one of this evening, though a member since.
    last = evening.publications.order_by("-number").values_list("archive", flat=True).first()
    before = {ticket["code"]: ticket["guest"] for ticket in json.loads(last)["tickets"]} if last else {}
    return {ticket.code: before.get(ticket.code, ticket.player.is_guest) for ticket in tickets}
