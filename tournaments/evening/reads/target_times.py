"""Which tables have reached the target in a round, and when."""

from __future__ import annotations

from datetime import datetime

from tournaments.evening.models import Hand, Round
from tournaments.evening.plan import Setup


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
