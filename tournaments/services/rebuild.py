"""The ledger against the rows: what differs, and the rows made again from the ledger."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.db import transaction

from tournaments.models import Evening, Hand, Round, Seat, TableRound
from tournaments.queries.facts import seatings
from tournaments.replay.chain import Entry, broken_links, instant
from tournaments.replay.check import disagreements, standings_of
from tournaments.replay.record import Record, RoundRecord, fold
from tournaments.services.results import recompute_standings
from tournaments.status import NotNow


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
    except NotNow as refused:
        return [*found, f"the ledger tells an impossible evening: {refused}"]
    found += disagreements(record)
    found += _evening(evening, record)
    found += _rounds(evening, record)
    found += _standings(evening, record)
    return found


def _differs(what: str, row: object, ledger: object) -> Iterator[str]:
    if row != ledger:
        yield f"{what}: the row says {row}, the ledger {ledger}"


def _evening(evening: Evening, record: Record) -> Iterator[str]:
    yield from _differs("status", evening.status, record.status.value)
    yield from _differs("current round", evening.current_round, record.current_round)
    yield from _differs("pinned", evening.pinned, record.pinned)
    if record.plan is not None:
        yield from _differs("plan", evening.plan, record.plan.model_dump(mode="json"))
    tickets = evening.tickets.values_list("code", "number", "colour", "left_in", "replaces__code")
    told = [(t.code, t.number, t.colour, t.left_in, t.replaces) for t in record.tickets.values()]
    yield from _differs("tickets", sorted(tickets), sorted(told))


def _rounds(evening: Evening, record: Record) -> Iterator[str]:
    rounds = {round_.number: round_ for round_ in evening.rounds.select_related("bell_table")}
    yield from _differs("rounds", sorted(rounds), sorted(record.rounds))
    placed = seatings(rounds.values())
    for number, told in sorted(record.rounds.items()):
        if number not in rounds:
            continue
        round_ = rounds[number]
        yield from _differs(f"seats of round {number}", placed[round_.pk], told.seating)
        bell = round_.bell_table.number if round_.bell_table else None
        yield from _differs(f"bell of round {number}", bell, told.bell)
        yield from _differs(f"close of round {number}", round_.closed_at is not None, told.closed)
        yield from _tables(round_, told)


def _tables(round_: Round, told: RoundRecord) -> Iterator[str]:
    hands: dict[int, list[tuple[int, tuple[int, int]]]] = {}
    rows = Hand.objects.filter(table_round__round=round_, live=True).order_by("table__number", "number")
    for table, number, a, b in rows.values_list("table__number", "number", "points_a", "points_b"):
        hands.setdefault(table, []).append((number, (a, b)))
    for game in round_.tables.select_related("table").order_by("table__number"):
        table = game.table.number
        where = f"round {round_.number}, table {table}"
        expected = [(hand.number, hand.points) for hand in told.hands.get(table, [])]
        yield from _differs(f"{where}: hands", hands.get(table, []), expected)
        yield from _differs(f"{where}: points", (game.points_a, game.points_b), told.points(table))
        yield from _differs(f"{where}: number of hands", game.hands_count, len(expected))
        winner = (told.winner(table) or "") if told.closed else ""
        yield from _differs(f"{where}: winner", game.winner, winner)


def _standings(evening: Evening, record: Record) -> Iterator[str]:
    waiting = evening.jobs.filter(kind="standings", outcome="waiting").exists()
    if waiting or not record.closed_rounds():
        return
    rows = evening.standings.order_by("pk").values_list(
        "ticket__code", "place", "played", "won_halves", "points_for", "points_difference", "sat_out"
    )
    told = [
        (s.player, s.place, s.played, s.won_halves, s.points_for, s.points_difference, s.sat_out)
        for s in standings_of(record)
    ]
    yield from _differs("standings", list(rows), told)


@transaction.atomic
def rebuild(*, evening: Evening, at: datetime) -> None:
    """Make totals, winners, seats and standings again from the ledger."""
    evening = Evening.objects.select_for_update().get(pk=evening.pk)
    record = fold(chain_of(evening))
    for round_ in evening.rounds.all():
        told = record.rounds.get(round_.number)
        if told is not None:
            _rebuild_round(evening, round_, told)
    evening.status = record.status
    evening.current_round = record.current_round
    evening.save(update_fields=["status", "current_round"])
    recompute_standings(evening=evening, by="rebuild", at=at)


def _rebuild_round(evening: Evening, round_: Round, told: RoundRecord) -> None:
    games = {game.table.number: game for game in round_.tables.select_related("table")}
    for table, game in games.items():
        game.points_a, game.points_b = told.points(table)
        game.hands_count = len(told.hands.get(table, []))
        game.cut = told.cuts.get(table, "")
        game.winner = (told.winner(table) or "") if told.closed else ""
    TableRound.objects.bulk_update(games.values(), ["points_a", "points_b", "hands_count", "cut", "winner"])
    tickets = {ticket.code: ticket for ticket in evening.tickets.all()}
    round_.seats.all().delete()
    Seat.objects.bulk_create(
        [
            Seat(round=round_, ticket=tickets[code], table_round=games[table], seat=seat)
            for table, codes in enumerate(told.seating.tables, start=1)
            for seat, code in enumerate(codes, start=1)
        ]
        + [
            Seat(round=round_, ticket=tickets[code], sit_out_order=order)
            for order, code in enumerate(told.seating.sitting_out)
        ]
    )
