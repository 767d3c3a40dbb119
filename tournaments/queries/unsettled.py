"""Hands that somebody has still to agree to: disputed ones, and those that have to be confirmed."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.evening import Plan
from tournaments.models import Hand, Round
from tournaments.replay.agreement import is_confirmed
from tournaments.replay.record import HandState


@dataclass(frozen=True, slots=True)
class Unsettled:
    """A hand of a round: disputed, or not confirmed where that is needed; `entry` is that of the hand that counts."""

    table: int
    number: int
    disputed: bool
    entry: int = 0


def unsettled_hands(round_: Round, plan: Plan) -> list[Unsettled]:
    """What is to be agreed before the round can be closed, by table and number; one query."""
    rows = Hand.objects.filter(
        table_round__round=round_, state__in=(HandState.COUNTS, HandState.DISPUTES)
    ).order_by("table__number", "number", "live")
    found: dict[tuple[int, int], Unsettled] = {}
    told = rows.values_list(
        "table__number",
        "number",
        "state",
        "entry__by",
        "confirmed_by",
        "table_round__hands_count",
        "entry__sequence",
    )
    for table, number, state, by, confirmed_by, hands, entry in told:
        if state == HandState.DISPUTES:
            found[table, number] = Unsettled(table, number, disputed=True)
            continue
        confirmed = is_confirmed(
            entered_by=by,
            confirmed_by=confirmed_by,
            rule=plan.confirmation,
            number=number,
            hands=hands,
            stopped=round_.stopped_at is not None,
        )
        if not confirmed:
            found.setdefault((table, number), Unsettled(table, number, disputed=False, entry=entry))
    return list(found.values())
