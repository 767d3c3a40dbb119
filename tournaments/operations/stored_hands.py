"""The hands of an evening as they are stored, to be scored once more."""

from __future__ import annotations

from typing import Any, NamedTuple

from tournaments.evening.models import Evening, Hand


class StoredHand(NamedTuple):
    """A hand that counts: where it was played, what was entered, what it counts."""

    round: int
    table: int
    number: int
    hand: dict[str, Any]
    points: tuple[int, ...]


def stored_hands(evening: Evening) -> list[StoredHand]:
    """All hands of the evening that count but void deals, by round, table and number; one query."""
    rows = (
        Hand.objects.filter(table_round__round__evening=evening, live=True)
        .order_by("table_round__round__number", "table__number", "number")
        .values_list(
            "table_round__round__number",
            "table__number",
            "number",
            "hand",
            "seat_points",
            "points_a",
            "points_b",
        )
    )
    return [
        StoredHand(round_, table, number, hand, tuple(seats) or (points_a, points_b))
        for round_, table, number, hand, seats, points_a, points_b in rows
        if hand is not None
    ]
