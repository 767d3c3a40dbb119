"""A seating as rows, and rows as a seating."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from tournaments.models import Evening, Round, Schedule, Seat, Table, TableRound, Ticket
from tournaments.movement.announced import Announced
from tournaments.movement.seating import Seating
from tournaments.queries.facts import plan_of, schedule_of, schedules_of
from tournaments.services.access import give_links


def tables_up_to(evening: Evening, count: int, *, at: datetime) -> list[Table]:
    """The evening's tables 1 to `count`, the missing ones put up, each with its link."""
    tables = list(evening.tables.filter(number__lte=count).order_by("number"))
    missing = range(len(tables) + 1, count + 1)
    if missing:
        Table.objects.bulk_create([Table(evening=evening, number=number) for number in missing])
        fresh = list(evening.tables.filter(number__in=missing).order_by("number"))
        give_links(fresh, at=at)
        tables += fresh
    return tables


def write_seating(
    evening: Evening,
    number: int,
    seating: Seating,
    *,
    at: datetime,
    reasons: Iterable[dict[str, object]] = (),
) -> Round:
    """Round `number` with this seating, in place of what it had; not announced."""
    evening.rounds.filter(number=number).delete()
    tables = tables_up_to(evening, len(seating.tables), at=at)
    round_ = Round.objects.create(evening=evening, number=number, reasons=list(reasons))
    by_points = plan_of(evening).by_points
    games = TableRound.objects.bulk_create(
        [
            TableRound(round=round_, table=table, seat_points=[0] * len(codes) if by_points else [])
            for table, codes in zip(tables, seating.tables, strict=True)
        ]
    )
    tickets: dict[str, Ticket] = {ticket.code: ticket for ticket in evening.tickets.all()}
    seats = [
        Seat(round=round_, ticket=tickets[code], table_round=game, seat=seat)
        for game, codes in zip(games, seating.tables, strict=True)
        for seat, code in enumerate(codes, start=1)
    ]
    seats += [
        Seat(round=round_, ticket=tickets[code], sit_out_order=order)
        for order, code in enumerate(seating.sitting_out)
    ]
    Seat.objects.bulk_create(seats)
    return round_


def keep_schedule(evening: Evening, standing: Announced | None, *, drafted: Announced | None = None) -> None:
    """Keep the schedule that stands from now on, and what takes its place with the drafted move."""
    if standing is None and drafted is None:
        Schedule.objects.filter(evening=evening).delete()
        return
    told = {"announced": standing and standing.as_data(), "drafted": drafted and drafted.as_data()}
    Schedule.objects.update_or_create(evening=evening, defaults=told)


def let_drafted_schedule_stand(evening: Evening) -> None:
    """The drafted move is announced, and the schedule it came with."""
    if plan_of(evening).draws_up:
        standing, drafted = schedules_of(evening)
        if drafted is not None:
            keep_schedule(evening, standing.followed_by(drafted) if standing else drafted)


def forget_drafted_schedule(evening: Evening) -> None:
    """The drafted move falls away, and the schedule it came with."""
    if plan_of(evening).draws_up:
        keep_schedule(evening, schedule_of(evening))


def seating_body(number: int, seating: Seating) -> dict[str, object]:
    """A seating as the ledger holds it."""
    return {
        "round": number,
        "tables": [list(table) for table in seating.tables],
        "sitting_out": list(seating.sitting_out),
    }
