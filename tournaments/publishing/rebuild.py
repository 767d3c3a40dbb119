"""The ledger against the rows: what differs, and the rows made again from the ledger."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime

from django.db import transaction

from tournaments.evening.models import Evening
from tournaments.evening.reads.rows import rows_in, standing_facts_of
from tournaments.evening.replay.check import disagreements
from tournaments.evening.replay.fold import WRONG, NoEvening, fold
from tournaments.evening.replay.lots import unlike_the_seed
from tournaments.evening.replay.rows import expected_standings, rows_of
from tournaments.evening.services import news
from tournaments.evening.services.results import recompute_standings
from tournaments.evening.services.rows import evening_columns, write_rows
from tournaments.ledger.chain import Entry, broken_links, instant
from tournaments.publishing.row_audit import contradictions


def chain_of(evening: Evening) -> list[Entry]:
    """The evening's ledger as the pure replay reads it."""
    return [
        Entry(row.sequence, row.act, row.body, row.by, instant(row.at), row.reason, row.hash)
        for row in evening.ledger.order_by("sequence")
    ]


def check(evening: Evening) -> list[str]:
    """Everything in which the rows, the ledger and the rules disagree; empty when all is well."""
    entries = chain_of(evening)
    found = broken_links(entries, length=evening.ledger_length, head=evening.ledger_head)
    try:
        record = fold(entries)
    except NoEvening as refused:
        return [*found, f"the ledger tells no evening: {refused}"]
    found += disagreements(record)
    found += unlike_the_seed(entries)
    found += contradictions(evening)
    try:
        found += _differences(dict(rows_in(evening).facts()), dict(rows_of(record).facts()))
    except WRONG as error:
        found.append(f"the rows tell no evening: {type(error).__name__} {error}")
    if evening.jobs.waiting().filter(topic="standings").exists():
        return found
    try:
        found += _differences(standing_facts_of(evening), expected_standings(record))
    except WRONG as error:
        found.append(f"the ledger tells no standings: {type(error).__name__} {error}")
    return found


def _differences(rows: Mapping[str, object], ledger: Mapping[str, object]) -> Iterator[str]:
    nothing = object()
    for name in dict.fromkeys((*ledger, *rows)):
        row, told = rows.get(name, nothing), ledger.get(name, nothing)
        if row is nothing:
            yield f"{name}: there is no row, the ledger says {told}"
        elif told is nothing:
            yield f"{name}: the row says {row}, the ledger nothing"
        elif row != told:
            yield f"{name}: the row says {row}, the ledger {told}"


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
        news.for_everybody(Evening.objects.filter(pk=evening.pk))
