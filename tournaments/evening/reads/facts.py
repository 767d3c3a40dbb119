"""An evening's rows as the plain values that the pure maths works on."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache

from django.db.models import Exists, OuterRef, Q

from games.definition import Game
from tournaments.evening.models import Evening, Round, Schedule, Seat, Ticket
from tournaments.evening.plan import Plan, Setup, read_plan, setup_for
from tournaments.evening.record.record import Record
from tournaments.evening.replay.fold import fold
from tournaments.evening.rulebook import Rulebook, rulebook
from tournaments.ledger.records import entries_after
from tournaments.movement.interface import Announced
from tournaments.movement.seating import Seating
from tournaments.prepared_sql import Prepared, Slot


def is_player() -> Q:
    """Which tickets are players of an evening, as every page, list and program counts them.

    Whoever is there, seated or sitting out, and whoever has left after a seat at a table in a round that began: so
    a substitute and the player replaced are two. Not whoever left, or handed the ticket on, before that.
    """
    played = Seat.objects.filter(
        ticket=OuterRef("pk"),
        table_round__isnull=False,
        round__started_at__isnull=False,
        round__number__lte=OuterRef("left_in"),
    )
    return Q(left_in=None) | Q(Exists(played))


def players_count(evening: Evening) -> int:
    return evening.tickets.filter(is_player()).count()


def setup_of(evening: Evening) -> Setup:
    return _setup(json.dumps(evening.plan))


@lru_cache(maxsize=256)
def _setup(text: str) -> Setup:
    return setup_for(read_plan(json.loads(text)))


_LAST_KNOWN: dict[int, Setup] = {}
MOST_KNOWN = 256
_PLAN = Prepared(lambda: Evening.objects.filter(pk=Slot("evening")).order_by().values_list("plan"))


def last_known_setup(evening_id: int) -> Setup:
    """What an evening was played by when this process last looked; it may have been changed since.

    Read without a lock, and only by the first who asks. Raises Evening.DoesNotExist.
    """
    known = _LAST_KNOWN.get(evening_id)
    if known is not None:
        return known
    row = _PLAN.fetch(evening=evening_id)
    if row is None:
        raise Evening.DoesNotExist(f"there is no evening {evening_id}")
    return remember_setup(evening_id, _setup(json.dumps(row[0])))


def remember_setup(evening_id: int, setup: Setup) -> Setup:
    if evening_id not in _LAST_KNOWN and len(_LAST_KNOWN) >= MOST_KNOWN:
        _LAST_KNOWN.clear()
    _LAST_KNOWN[evening_id] = setup
    return setup


def rulebook_of(evening: Evening) -> Rulebook:
    return rulebook(setup_of(evening))


def plan_of(evening: Evening) -> Plan:
    return setup_of(evening).plan


def game_of(evening: Evening) -> Game:
    return setup_of(evening).game


def target_of(evening: Evening) -> int | None:
    """The points at which a table rings tonight, or has finished its game; None where neither ends a round."""
    return setup_of(evening).target


def seating_of(round_: Round) -> Seating:
    return seatings([round_])[round_.pk]


def seatings(rounds: Iterable[Round]) -> dict[int, Seating]:
    tables: dict[int, dict[int, dict[int, str]]] = {round_.pk: {} for round_ in rounds}
    sitting: dict[int, list[str]] = defaultdict(list)
    rows = (
        Seat.objects.filter(round__in=tables)
        .order_by("round", "table_round__table__number", "seat", "sit_out_order")
        .values_list("round_id", "table_round__table__number", "seat", "ticket__code")
    )
    for round_id, table, seat, code in rows:
        if table is None or seat is None:
            sitting[round_id].append(code)
        else:
            tables[round_id].setdefault(table, {})[seat] = code
    return {
        round_id: Seating(
            tables=tuple(
                tuple(code for _, code in sorted(seats.items())) for _, seats in sorted(of_round.items())
            ),
            sitting_out=tuple(sitting[round_id]),
        )
        for round_id, of_round in tables.items()
    }


def schedule_of(evening: Evening) -> Announced | None:
    return schedules_of(evening)[0]


def schedules_of(evening: Evening) -> tuple[Announced | None, Announced | None]:
    """The schedule that stands, and the one that takes its place with the drafted move; one query."""
    rows = Schedule.objects.filter(evening=evening).values_list("announced", "drafted")
    standing, drafted = (row and Announced.from_data(row) for row in rows.first() or (None, None))
    return standing, drafted


def record_of(evening: Evening) -> Record:
    """The evening as its ledger tells it; one query."""
    return fold(entry for entry, _row in entries_after(evening, 0))


def replaced(tickets: Iterable[Ticket]) -> dict[str, str]:
    """For each substitute, the ticket replaced, by their codes; read with `replaces`."""
    return {ticket.code: ticket.replaces.code for ticket in tickets if ticket.replaces}
