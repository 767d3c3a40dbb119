"""How many sit where."""

from __future__ import annotations

from tournaments.evening.models import Evening, Seat


def seats_at(evening: Evening, table: int) -> int:
    """How many sit at a table in the round in play; 0 where it is not used. One query."""
    return Seat.objects.filter(
        round__evening=evening, round__number=evening.current_round, table_round__table__number=table
    ).count()
