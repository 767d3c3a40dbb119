"""An evening's rows as plain values, to be held against those that its ledger tells."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from pydantic import ValidationError

from tournaments.evening.models import Evening, Hand, TableRound
from tournaments.evening.plan import read_plan
from tournaments.evening.reads.facts import schedules_of, seatings
from tournaments.evening.replay.rows import Rows, standing_fact
from tournaments.ledger.chain import instant
from tournaments.ranking.standings import Standing


def rows_in(evening: Evening) -> Rows:
    """Every fact of the evening but its standings, as `evening.replay.rows.rows_of` gives them; six queries."""
    standing, drafted = schedules_of(evening)
    rounds = {round_.pk: round_ for round_ in evening.rounds.select_related("bell_table")}
    games = TableRound.objects.filter(round__evening=evening).select_related("table")
    hands = Hand.objects.filter(table__evening=evening).select_related("entry", "table", "table_round__round")
    return Rows(
        evening={
            "status": evening.status,
            "current_round": evening.current_round,
            "date": evening.date.isoformat(),
            "seed": evening.seed,
            "plan": _plan(evening.plan),
            "pinned": evening.pinned,
            "started_at": _instant_or_none(evening.started_at),
            "finished_at": _instant_or_none(evening.finished_at),
            "published_at": _instant_or_none(evening.published_at),
        },
        schedule=(standing and standing.as_data(), drafted and drafted.as_data()),
        tickets={
            ticket.code: {
                "number": ticket.number,
                "colour": ticket.colour,
                "start_order": ticket.start_order,
                "arrived_in": ticket.arrived_in,
                "left_in": ticket.left_in,
                "replaces": ticket.replaces.code if ticket.replaces else None,
            }
            for ticket in evening.tickets.select_related("replaces")
        },
        rounds={
            round_.number: {
                "announced_at": _instant_or_none(round_.announced_at),
                "started_at": _instant_or_none(round_.started_at),
                "ends_at": _instant_or_none(round_.ends_at),
                "stopped_at": _instant_or_none(round_.stopped_at),
                "bell": round_.bell_table.number if round_.bell_table else None,
                "closed_at": _instant_or_none(round_.closed_at),
                "absent": round_.absent,
            }
            for round_ in rounds.values()
        },
        seats={rounds[pk].number: seating for pk, seating in seatings(rounds.values()).items()},
        games={
            (rounds[game.round_id].number, game.table.number): {
                "points": game.points,
                "hands_count": game.hands_count,
                "decision": game.decision,
                "cut": game.cut,
                "winner": game.winner,
                "outright": game.outright,
                "go_on": game.go_on,
                "is_won_by_seat": game.is_won_by_seat,
            }
            for game in games
        },
        hands={
            hand.entry.sequence: {
                "round": hand.table_round.round.number,
                "table": hand.table.number,
                "number": hand.number,
                "state": hand.state,
                "hand": hand.hand,
                "points": hand.points,
                "played_at": instant(hand.played_at),
                "confirmed_by": hand.confirmed_by,
                "late_because": hand.late_because,
                "clock_offset": hand.clock_offset,
                "rescored": hand.rescored,
            }
            for hand in hands
        },
    )


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
                game_points=row.game_points,
                head_table_wins=row.head_table_wins,
                bells_rung=row.bells_rung,
                sat_out=row.sat_out,
                decided_by=row.decided_by,
            )
        )
        for row in evening.standings.select_related("ticket")
    }


def _plan(kept: dict[str, Any]) -> dict[str, Any]:
    """The plan with everything that follows from it; as it is kept where it is none."""
    try:
        return read_plan(kept).model_dump(mode="json")
    except ValidationError:
        return kept


def _instant_or_none(at: datetime | None) -> str | None:
    return instant(at) if at else None
