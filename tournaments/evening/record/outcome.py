"""Settled games, standings and prizes, worked out from a record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tournaments.evening.record.record import Record
from tournaments.ranking.adjustments import Adjustment, HandAtSeat, penalty, seats_exchanged
from tournaments.ranking.prizes import Prize
from tournaments.ranking.standings import Standing, TableResult


def results_of(record: Record) -> tuple[list[TableResult], dict[str, int]]:
    """The settled games as the ranking reads them, and how often each ticket sat out."""
    results = []
    sat_out: Counter[str] = Counter()
    for round_ in record.closed_rounds():
        sat_out.update(round_.seating.sitting_out)
        results += [
            TableResult(
                round=round_.number,
                table=table,
                seats=seats,
                points=round_.points(table),
                winner=round_.settled_winner(table) or "",
                rang=round_.bell == table,
                by_seat=round_.keeping.by_seat,
            )
            for table, seats in enumerate(round_.seating.tables, start=1)
            if not round_.not_played(table)
        ]
    return results, dict(sat_out)


def standings_of(record: Record) -> tuple[Standing, ...]:
    """The standings that follow from the settled rounds and the recorded cuts."""
    if record.plan is None:
        return ()
    results, sat_out = results_of(record)
    settled = len(record.closed_rounds())
    situation = record.move_input(settled + 1).situation if settled and record.plan.has_bracket else None
    return record.plan.standings(
        list(record.tickets),
        results,
        sat_out,
        prize_cuts=record.prize_cuts,
        tickets=record.replaced(),
        adjustments=adjustments_of(record),
        situation=situation,
    )


def prizes_of(record: Record) -> tuple[Prize, ...]:
    """Who wins which prize or share by these standings and the recorded cuts, or who has to cut for it."""
    return record.made_plan().prizes_won(
        standings_of(record),
        colours={code: ticket.colour for code, ticket in record.tickets.items()},
        missed=set(record.replaced().values()),
        cuts=record.prize_cuts,
    )


def adjustments_of(record: Record) -> list[Adjustment]:
    """What counts beside the settled games: penalties, and hands played in another's seat."""
    found = [line for given in record.penalties.values() for line in penalty(given.tickets, given.points)]
    couples = not record.made_plan().keeping.by_seat
    for exchanged in record.wrong_seats.values():
        both = (exchanged.one, exchanged.other)
        hands = [hand for where in exchanged.hands for hand in _hands_of_either(record, where, both)]
        found += seats_exchanged(*both, hands, couples=couples)
    return found


def _hands_of_either(
    record: Record, where: tuple[int, int, int], both: tuple[str, str]
) -> Iterator[tuple[str, HandAtSeat]]:
    """Which of two tickets the announced seats have at a hand of a settled round, and the hand."""
    round_number, table, number = where
    round_ = record.rounds[round_number]
    if round_.closed_at is None or table in round_.decisions:
        return
    seats = round_.seating.tables[table - 1]
    hand = next((hand for hand in round_.hands[table] if hand.number == number), None)
    if hand is None:
        raise LookupError(f"round {round_number}, table {table} has no hand {number}")
    for code in both:
        if code in seats:
            yield code, HandAtSeat(hand.points, seats.index(code) + 1)
