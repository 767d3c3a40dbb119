"""The games that were played at published evenings, as ratings and fixtures read them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import QuerySet

from tournaments.evening.models import Evening, Seat, TableRound
from tournaments.movement.seating import SEATS
from tournaments.ranking.ratings.history import MOST_SIDES, RatedGame

SEAT = (
    "table_round",
    "seat",
    "ticket__player",
    "round__evening",
    "round__number",
    "table_round__table__number",
    "table_round__points_a",
    "table_round__points_b",
    "table_round__seat_points",
)
"""What is read of each seat to know the game: who sat where, and the points of the table."""


def seats_played() -> QuerySet[Seat]:
    """The seats of all games that were played: at tables of closed rounds, but those declared not played."""
    seats = Seat.objects.filter(table_round__isnull=False, round__closed_at__isnull=False)
    return seats.exclude(table_round__decision=TableRound.Decision.NOT_PLAYED)


def rated_games(evenings: Iterable[Evening]) -> Iterator[RatedGame]:
    """Every game that was played at these evenings, by player; one query.

    A game that the director declared not played is none; one whose score was adjusted counts as adjusted.
    """
    known = {evening.pk: evening for evening in evenings}
    rows = (
        seats_played()
        .filter(round__evening__in=list(known))
        .order_by("round__evening", "round__number", "table_round__table__number", "seat")
        .values(*SEAT, "table_round__outright")
    )
    for _, seats in groupby(rows, key=itemgetter("table_round")):
        here: list[dict[str, Any]] = [dict(seat) for seat in seats]
        game = _game(known[here[0]["round__evening"]], here)
        if game is not None:
            yield game


def _in_order(own: Sequence[int], outright: str) -> tuple[int, ...]:
    """The points of each seat, as a rating reads who came before whom: a seat that won outright before all others."""
    points = list(own)
    if outright:
        points[int(outright) - 1] = max(points) + 1
    return tuple(points)


def _game(evening: Evening, seats: Sequence[dict[str, Any]]) -> RatedGame | None:
    """The game of one table; None where nobody could be rated by it."""
    first = seats[0]
    people = [str(row["ticket__player"]) for row in seats]
    own: list[int] = first["table_round__seat_points"]
    if own:
        sides: tuple[tuple[str, ...], ...] = tuple((person,) for person in people)
        points = _in_order([own[row["seat"] - 1] for row in seats], first["table_round__outright"])
    elif len(people) != SEATS:
        return None
    else:
        sides = tuple(tuple(people[place] for place in couple) for couple in ((0, 2), (1, 3)))
        points = (first["table_round__points_a"], first["table_round__points_b"])
    if not 2 <= len(sides) <= MOST_SIDES:
        return None
    return RatedGame(
        game=evening.plan["game"],
        date=evening.date,
        evening=str(evening.pk),
        round=first["round__number"],
        table=first["table_round__table__number"],
        sides=sides,
        points=points,
    )
