"""Which tables have reached the target in a round, and when; and which of them have rung."""

from __future__ import annotations

import json
from datetime import datetime

from tournaments.evening import Setup
from tournaments.models import Evening, Hand, Round
from tournaments.status import Act


def reached_at(setup: Setup, round_: Round) -> dict[int, datetime]:
    """When each table that may ring finished the hand that brought a couple there; one query."""
    if setup.target is None:
        return {}
    running: dict[int, tuple[int, ...]] = {}
    reached: dict[int, datetime] = {}
    hands = Hand.objects.filter(table_round__round=round_, live=True).order_by("table", "number")
    for hand in hands.select_related("table"):
        table = hand.table.number
        before = running.get(table, (0,) * len(hand.points))
        running[table] = tuple(map(sum, zip(before, hand.points, strict=True)))
        if setup.may_ring(table, running[table]):
            reached.setdefault(table, hand.played_at)
        else:
            reached.pop(table, None)
    return reached


def rang_in(evening: Evening, number: int) -> set[int]:
    """The tables that have rung the bell of a round since it was last taken back; one query."""
    entries = evening.ledger.filter(act__in=(Act.RING, Act.MOVE_BELL, Act.TAKE_BACK_BELL)).order_by(
        "sequence"
    )
    found: set[int] = set()
    for act, body in entries.values_list("act", "body"):
        told = json.loads(body)
        if told["round"] != number:
            continue
        if act == Act.TAKE_BACK_BELL:
            found.clear()
        elif act == Act.RING or told.get("rang"):
            found.add(told["table"])
    return found
