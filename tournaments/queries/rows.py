"""An evening's rows as named facts, to be held against those that its ledger tells."""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime

from tournaments.evening import read_plan
from tournaments.models import Evening, Hand, Round
from tournaments.movement.seating import Seating
from tournaments.queries.facts import schedules_of, seatings
from tournaments.ranking.standings import Standing
from tournaments.replay.chain import instant
from tournaments.replay.rows import standing_fact


def facts_of(evening: Evening) -> dict[str, object]:
    """Every fact of the evening but its standings, by the names that `replay.rows.expected` gives."""
    standing, drafted = schedules_of(evening)
    facts: dict[str, object] = {
        "status": evening.status,
        "current round": evening.current_round,
        "date": evening.date.isoformat(),
        "seed": evening.seed,
        "plan": read_plan(evening.plan).model_dump(mode="json"),
        "pinned": evening.pinned,
        "schedule": standing and standing.as_data(),
        "drafted schedule": drafted and drafted.as_data(),
        "start": _told(evening.started_at),
        "finish": _told(evening.finished_at),
        "publication": _told(evening.published_at),
    }
    for ticket in evening.tickets.select_related("replaces"):
        facts[f"ticket {ticket.code}"] = {
            "number": ticket.number,
            "colour": ticket.colour,
            "start_order": ticket.start_order,
            "arrived_in": ticket.arrived_in,
            "left_in": ticket.left_in,
            "replaces": ticket.replaces.code if ticket.replaces else None,
        }
    rounds = {round_.pk: round_ for round_ in evening.rounds.select_related("bell_table")}
    for round_id, seating in seatings(rounds.values()).items():
        facts |= _round(rounds[round_id], seating)
    return facts | _tables(evening)


def standing_facts_of(evening: Evening) -> dict[str, object]:
    """The standings as they are kept, by ticket."""
    return {
        f"standing of {row.ticket.code}": standing_fact(
            Standing(
                player=row.ticket.code,
                place=row.place,
                played=row.played,
                won_halves=row.won_halves,
                points_for=row.points_for,
                points_difference=row.points_difference,
                head_table_wins=row.head_table_wins,
                bells_rung=row.bells_rung,
                sat_out=row.sat_out,
                decided_by=row.decided_by,
            )
        )
        for row in evening.standings.select_related("ticket")
    }


def _told(at: datetime | None) -> str | None:
    return instant(at) if at else None


def _round(round_: Round, seating: Seating) -> dict[str, object]:
    name = f"round {round_.number}"
    return {
        f"{name}: seats": seating,
        f"{name}: announcement": _told(round_.announced_at),
        f"{name}: start": _told(round_.started_at),
        f"{name}: end by time": _told(round_.ends_at),
        f"{name}: stop": _told(round_.stopped_at),
        f"{name}: bell": round_.bell_table.number if round_.bell_table else None,
        f"{name}: close": _told(round_.closed_at),
    }


def _tables(evening: Evening) -> dict[str, object]:
    hands: dict[int, list[tuple[object, ...]]] = defaultdict(list)
    for hand in Hand.objects.filter(table__evening=evening, live=True).order_by("number"):
        hands[hand.table_round_id].append(
            (hand.number, hand.hand, hand.points, instant(hand.played_at), hand.confirmed_by)
        )
    facts: dict[str, object] = {}
    for round_ in evening.rounds.prefetch_related("tables__table"):
        for game in round_.tables.all():
            where = f"round {round_.number}, table {game.table.number}"
            facts |= {
                f"{where}: hands": hands[game.pk],
                f"{where}: decision": game.decision,
                f"{where}: points": game.points,
                f"{where}: number of hands": game.hands_count,
                f"{where}: cut": game.cut,
                f"{where}: winner": game.winner,
            }
    versions = Hand.objects.filter(table__evening=evening).order_by("entry__sequence")
    for sequence, number, state in versions.values_list("entry__sequence", "number", "state"):
        facts[f"hand of entry {sequence}"] = (number, state)
    return facts
