"""The rows of an evening as JSON data, by what they are called in the club and not by their primary keys.

Left out is what says nothing of the evening itself: the counter of its changes (`version`), links and phones,
searches for schedules, and the jobs of the workers.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import Model

from scoring.derivation import Sentence
from tournaments.evening.models import Evening, Hand, Seat, TableRound
from tournaments.ledger.chain import instant

Row = dict[str, Any]


def told(value: Any) -> Any:
    """A value as JSON data: dataclasses by their fields, times as the ledger writes them, tuples as lists."""
    if isinstance(value, Sentence):
        return value.as_data()
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: told(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, datetime):
        return instant(value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Mapping):
        return {str(name): told(inside) for name, inside in value.items()}
    if isinstance(value, list | tuple):
        return [told(inside) for inside in value]
    return value


def as_kept(value: Any) -> Any:
    """A value as it is once it was written to a file and read again."""
    return json.loads(json.dumps(told(value)))


def by_codes(value: Any) -> Any:
    """A kept value with codes for sentences that were kept by their English, before they had codes."""
    match value:
        case {"template": str(), "values": dict()}:
            return Sentence.from_data(value).as_data()
        case [str(template), dict(values), None | str() as plural]:  # a tuple, in what a ledger folded to
            inside = {name: by_codes(part) for name, part in values.items()}
            return Sentence.from_data({"template": template, "values": inside, "plural": plural}).as_data()
        case list():
            return [by_codes(inside) for inside in value]
        case dict():
            return {name: by_codes(inside) for name, inside in value.items()}
    return value


def columns(row: Model, *names: str) -> Row:
    return {name: told(getattr(row, name)) for name in names}


def ledger_of(evening: Evening) -> list[Row]:
    """The entries as they are stored, first to last."""
    names = ("sequence", "act", "body", "by", "at", "reason", "previous_hash", "hash")
    return [columns(entry, *names) for entry in evening.ledger.order_by("sequence")]


OF_AN_EVENING = (
    *("name", "slug", "date", "plan", "pinned", "status", "current_round", "seed", "salt", "ledger_length"),
    *("ledger_head", "made_at", "started_at", "finished_at", "published_at"),
)
OF_A_TICKET = ("code", "number", "colour", "salt", "start_order", "arrived_in", "left_in")
OF_A_ROUND = ("number", "reasons", "announced_at", "started_at", "ends_at", "stopped_at", "closed_at")
OF_A_GAME = ("points_a", "points_b", "seat_points", "hands_count", "decision", "cut", "winner")
OF_A_HAND = (
    *("number", "hand", "points_a", "points_b", "seat_points", "derivation", "played_at", "entered_at"),
    *("key", "fingerprint", "answer", "state", "confirmed_by", "late_because", "clock_offset"),
)
OF_A_STANDING = (
    *("place", "played", "won_halves", "points_for", "points_difference", "head_table_wins", "bells_rung"),
    *("decided_by", "sat_out", "explanation"),
)


def evening_rows(evening: Evening) -> dict[str, Any]:
    schedule = getattr(evening, "schedule", None)
    tickets = evening.tickets.order_by("number").select_related("player", "replaces")
    return {
        "club": columns(evening.club, "name", "slug", "time_zone"),
        "evening": columns(evening, *OF_AN_EVENING),
        "tickets": [
            {
                **columns(row, *OF_A_TICKET),
                "player": row.player.name,
                "guest": row.player.is_guest,
                "person": row.player_id,
                "replaces": row.replaces and row.replaces.code,
            }
            for row in tickets
        ],
        "tables": list(evening.tables.order_by("number").values_list("number", flat=True)),
        "rounds": [
            {**columns(row, *OF_A_ROUND), "bell": row.bell_table and row.bell_table.number}
            for row in evening.rounds.order_by("number").select_related("bell_table")
        ],
        "games": [
            {"round": row.round.number, "table": row.table.number, **columns(row, *OF_A_GAME)}
            for row in _games(evening)
        ],
        "seats": sorted((_seat(row) for row in _seats(evening)), key=_order_of_a_seat),
        "hands": [
            {
                "entry": row.entry.sequence,
                "round": row.table_round.round.number,
                "table": row.table.number,
                **columns(row, *OF_A_HAND),
            }
            for row in _hands(evening)
        ],
        "standings": [
            {"ticket": row.ticket.code, **columns(row, *OF_A_STANDING)}
            for row in evening.standings.select_related("ticket").order_by("place", "ticket__number")
        ],
        "schedule": schedule and columns(schedule, "announced", "drafted"),
        "publications": [
            columns(row, "number", "ledger_head", "published_at")
            for row in evening.publications.order_by("number")
        ],
    }


def _games(evening: Evening) -> Iterable[TableRound]:
    rows = TableRound.objects.filter(round__evening=evening).select_related("round", "table")
    return rows.order_by("round__number", "table__number")


def _hands(evening: Evening) -> Iterable[Hand]:
    rows = Hand.objects.filter(table__evening=evening).select_related("entry", "table", "table_round__round")
    return rows.order_by("entry__sequence")


def _seats(evening: Evening) -> Iterable[Seat]:
    rows = Seat.objects.filter(round__evening=evening)
    return rows.select_related("round", "ticket", "table_round__table")


def _seat(row: Seat) -> Row:
    return {
        "round": row.round.number,
        "ticket": row.ticket.code,
        "table": row.table_round and row.table_round.table.number,
        "seat": row.seat,
        "sit_out_order": row.sit_out_order,
    }


def _order_of_a_seat(told_one: Row) -> str:
    return json.dumps([told_one["round"], told_one["table"] or 0, told_one["seat"] or 0, told_one["ticket"]])
