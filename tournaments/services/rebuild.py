"""The ledger against the rows: what differs, and the rows made again from the ledger."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, datetime

from django.db import transaction
from django.db.models import F

from tournaments.models import Evening, Hand, Round, Seat, Table, TableRound, Ticket
from tournaments.queries.kept import contradictions
from tournaments.queries.rows import facts_of, standing_facts_of
from tournaments.replay.chain import Entry, broken_links, instant
from tournaments.replay.check import disagreements
from tournaments.replay.fold import WRONG, NoEvening, fold
from tournaments.replay.lots import unlike_the_seed
from tournaments.replay.record import Record, RoundRecord
from tournaments.replay.rows import expected, expected_standings
from tournaments.services.results import recompute_standings
from tournaments.services.seating_rows import keep_schedule, tables_up_to

# Above every number in use: where rows change numbers, all of them first make room here.
ASIDE = 16384
REBUILT = (
    "table_round",
    "table",
    "number",
    "state",
    "hand",
    "confirmed_by",
    "points_a",
    "points_b",
    "seat_points",
    "played_at",
)


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
        found += _differences(facts_of(evening), expected(record))
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
    _rebuild_evening(evening, record)
    keep_schedule(evening, record.schedule, drafted=record.drafted)
    _rebuild_tickets(evening, record)
    evening.rounds.exclude(number__in=record.rounds).delete()
    for told in record.rounds.values():
        _rebuild_round(evening, told, at)
    _rebuild_hands(evening, record)
    if record.closed_rounds():
        recompute_standings(evening=evening, by="rebuild", at=at)
    else:
        evening.standings.all().delete()


def _moment(told: str | None) -> datetime | None:
    return datetime.fromisoformat(told) if told else None


def _rebuild_evening(evening: Evening, record: Record) -> None:
    evening.status = record.status
    evening.current_round = record.current_round
    evening.date = date.fromisoformat(record.date)
    evening.seed = record.seed
    if record.plan is not None:
        evening.plan = record.plan.model_dump(mode="json")
    evening.pinned = record.pinned
    evening.started_at = _moment(record.started_at)
    evening.finished_at = _moment(record.finished_at)
    evening.published_at = _moment(record.published_at)
    evening.save()


def _rebuild_tickets(evening: Evening, record: Record) -> None:
    order = {code: place for place, code in enumerate(record.start_order)}
    evening.tickets.update(number=F("number") + ASIDE, start_order=None, replaces=None)
    tickets = {ticket.code: ticket for ticket in evening.tickets.filter(code__in=record.tickets)}
    for code, ticket in tickets.items():
        told = record.tickets[code]
        ticket.number = told.number
        ticket.colour = told.colour
        ticket.start_order = order.get(code)
        ticket.arrived_in = told.arrived_in
        ticket.left_in = told.left_in
        ticket.replaces = tickets.get(told.replaces or "")
    fields = ["number", "colour", "start_order", "arrived_in", "left_in", "replaces"]
    Ticket.objects.bulk_update(tickets.values(), fields)


def _rebuild_round(evening: Evening, told: RoundRecord, at: datetime) -> None:
    tables = tables_up_to(evening, len(told.seating.tables), at=at)
    round_, _ = Round.objects.update_or_create(
        evening=evening,
        number=told.number,
        defaults={
            "announced_at": _moment(told.announced_at),
            "started_at": _moment(told.started_at),
            "ends_at": _moment(told.ends_at),
            "stopped_at": _moment(told.stopped_at),
            "closed_at": _moment(told.closed_at),
            "bell_table": tables[told.bell - 1] if told.bell else None,
        },
    )
    round_.tables.exclude(table__in=tables).delete()
    games = [_rebuild_game(round_, table, told) for table in tables]
    tickets = {ticket.code: ticket for ticket in evening.tickets.all()}
    round_.seats.all().delete()
    Seat.objects.bulk_create(
        [
            Seat(round=round_, ticket=tickets[code], table_round=game, seat=seat)
            for game, codes in zip(games, told.seating.tables, strict=True)
            for seat, code in enumerate(codes, start=1)
        ]
        + [
            Seat(round=round_, ticket=tickets[code], sit_out_order=order)
            for order, code in enumerate(told.seating.sitting_out)
        ]
    )


def _rebuild_game(round_: Round, table: Table, told: RoundRecord) -> TableRound:
    hands = told.hands.get(table.number, [])
    decided = told.decisions.get(table.number)
    game, _ = TableRound.objects.update_or_create(
        round=round_,
        table=table,
        defaults={
            **_columns(told, told.points(table.number)),
            "hands_count": len(hands),
            "decision": decided.kind if decided else "",
            "cut": told.cuts.get(table.number, ""),
            "winner": (told.winner(table.number) or "") if told.closed_at else "",
        },
    )
    return game


def _rebuild_hands(evening: Evening, record: Record) -> None:
    """Every version of every hand that has a row, at its place and in its state."""
    rows = Hand.objects.filter(entry__evening=evening).select_related("entry")
    rows.update(number=F("number") + ASIDE)
    games = {
        (game.round.number, game.table.number): game
        for game in TableRound.objects.filter(round__evening=evening).select_related("round", "table")
    }
    for row in rows:
        version = record.versions.get(row.entry.sequence)
        if version is None:
            continue
        game = games[version.round, version.table]
        row.table_round, row.table, row.number = game, game.table, version.number
        row.state = version.state
        row.hand, row.confirmed_by = version.hand, version.confirmed_by
        for column, points in _columns(record.rounds[version.round], version.points).items():
            setattr(row, column, points)
        row.played_at = datetime.fromisoformat(version.played_at)
    Hand.objects.bulk_update(rows, REBUILT)


def _columns(told: RoundRecord, points: tuple[int, ...]) -> dict[str, int | list[int]]:
    """Points as the rows of tables and hands hold them: by couple, or by seat."""
    if told.by_points:
        return {"points_a": 0, "points_b": 0, "seat_points": list(points)}
    return {"points_a": points[0], "points_b": points[1], "seat_points": []}
