"""Rounds in which everybody meets somebody new from another column, for any tables in a full room.

Player `column * tables + number` sits in the seat of that column. From round to round each column moves on by its
own step ("skip" or Mitchell movement): no two ever meet twice, and nobody meets anybody of their own column
(E. H. Moore, "Tactical Memoranda", 1896; H. F. MacNeish, 1922, for rooms that are no prime power; for twelve tables
A. L. Dulmage, D. M. Johnson and N. S. Mendelsohn, 1961; for fourteen and for twenty D. T. Todorov, 2012 and 1989;
for fifteen P. J. Schellenberg, G. H. J. van Rees and S. A. Vanstone, 1978; for eighteen R. J. R. Abel, 2015). The
numbers for fourteen (squares by I. M. Wanless) and eighteen are as SageMath's table of designs gives them.
"""

import json
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal

from tournaments.movement.schedules.couples_holes import CouplesStarter, Game, StayingStarter
from tournaments.movement.schedules.developing import Card, Starter, Table, developed
from tournaments.movement.schedules.rings import Ring, ring

# --- The starters that no formula gives, from the data file beside this module ------------------------

Family = Literal[
    "whist",
    "whist_with_holes",
    "whist_around_four",
    "meeting_3_groups",
    "meeting_3",
    "meeting_4",
    "meeting_5",
    "couples_in_circles",
]
_FILE = Path(__file__).with_name("starters.json")


@cache
def starters(family: Family) -> dict[int, Starter]:
    """Return the starters of a family, by the number of players.

    Arguments:
        family: `whist`; `whist_with_holes`, where in each round all but one hole plays; `whist_around_four`,
            where four players of the middle never meet; `meeting_3_groups`, where nobody meets anybody of
            their own circle; `meeting_3`, `meeting_4`, `meeting_5` for tables of
            so many where no two meet twice; `couples_in_circles`, by the number of couples, whose tables are
            man, man, and the woman of each.
    """
    return {int(players): _starter(entry) for players, entry in _data()[family].items()}


@cache
def couples_staying() -> dict[int, StayingStarter]:
    return {
        int(couples): StayingStarter(
            int(couples), entry["around"], _games(entry["games"]), _games(entry.get("among", ()))
        )
        for couples, entry in _data()["couples_staying"].items()
    }


@cache
def couples_with_holes() -> dict[int, CouplesStarter]:
    """Return the starters of rounds with holes, by the number of couples: those of the holes, and one more."""
    return {
        int(couples): CouplesStarter(
            **{**entry, "games": _games(entry["games"]), "among": _games(entry.get("among", ()))}
        )
        for couples, entry in _data()["couples_with_holes"].items()
    }


@cache
def further_columns() -> dict[int, tuple[tuple[int, ...], ...]]:
    """Return how far further columns move on in each round, by the number of tables.

    The first column stays, the second one moves on by the number of the round.
    """
    return {int(tables): tuple(tuple(row) for row in rows) for tables, rows in _data()["columns"].items()}


@cache
def columns_from_tables() -> dict[int, tuple[int, Card]]:
    """Return how many places are moved round together, and tables of one round each, by the number of tables.

    Of each table the first numbers are places in the columns, the last one is the number of its round: numbers
    that stand in circles of so many places as players do in a `Starter`, those in the middle after them.
    """
    return {
        int(tables): (entry["around"], tuple(tuple(table) for table in entry["tables"]))
        for tables, entry in _data()["columns_from_tables"].items()
    }


@cache
def _data() -> Any:
    return json.loads(_FILE.read_text(encoding="utf-8"))


def _starter(entry: dict[str, Any]) -> Starter:
    tables = {
        "rounds": _cards(entry["rounds"]),
        "transversals": tuple(tuple(table) for table in entry.get("transversals", ())),
        "extra": _cards(entry.get("extra", ())),
    }
    return Starter(**{**entry, **tables})


def _cards(rounds: Iterable[Iterable[Iterable[int]]]) -> tuple[Card, ...]:
    return tuple(tuple(tuple(table) for table in card) for card in rounds)


def _games(games: Iterable[Iterable[int]]) -> tuple[Game, ...]:
    return tuple((man, woman, rival, other) for man, woman, rival, other in games)


def columns(seats: int, tables: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(range(seat * tables, (seat + 1) * tables)) for seat in range(seats))


def steps(seats: int, tables: int) -> tuple[tuple[int, ...], ...] | None:
    """Return how far each column has moved on in each round; None where we cannot keep so many apart.

    Any two columns have moved by a different distance from each other in every round.
    """
    if tables < 2:
        return None
    numbers = ring(tables)
    moved = tuple(numbers.times[step] for step in numbers.spread)
    if seats > len(moved):
        moved = (*moved[:2], *further_columns().get(tables, ()))
    return moved[:seats] if seats <= len(moved) else None


def mixed_rounds(seats: int, tables: int) -> tuple[Card, ...]:
    """Return as many rounds as there are tables, every two of different columns at one table exactly once.

    Returns:
        Nothing where the smallest prime power in the number of tables is less than the number of seats, and we
        know of no other way.
    """
    apart = steps(seats, tables)
    if apart is None:
        return _from_tables(seats, tables)
    numbers = ring(tables)
    return tuple(
        tuple(mixed_table(range(seats), numbers, apart, place, moved) for place in range(tables))
        for moved in range(tables)
    )


def _from_tables(seats: int, tables: int) -> tuple[Card, ...]:
    around, base = columns_from_tables().get(tables, (1, ()))
    if not base or seats >= len(base[0]):
        return ()
    # Places and numbers of rounds stand in circles of their own, and some in the middle, as players do.
    grown = developed(base, ring(around), tables // around)
    rounds: list[list[Table]] = [[] for _ in range(tables)]
    for places in dict.fromkeys(table for card in grown for table in card):
        people = tuple(seat * tables + place for seat, place in enumerate(places[:seats]))
        rounds[places[-1]].append(people)
    return tuple(tuple(card) for card in rounds)


def mixed_table(
    people: Iterable[int], numbers: Ring, apart: Sequence[Sequence[int]], place: int, moved: int
) -> tuple[int, ...]:
    """Return one of the tables that a table becomes when each of its people stands for a whole column.

    Arguments:
        people: the columns, in the order of the seats.
        numbers: the places of a column.
        apart: how far each seat has moved on in each round.
        place: the number of the table.
        moved: the number of the round.
    """
    return tuple(
        [
            column * numbers.order + numbers.plus[place][distances[moved]]
            for column, distances in zip(people, apart, strict=False)
        ]
    )


def lines(size: int, dimension: int) -> tuple[Card, ...]:
    """Return the parallel classes of the affine space over the field of `size` elements.

    Everybody meets everybody exactly once; a player is a point, its coordinates the digits of its number.
    """
    field = ring(size)
    points = list(_vectors(size, dimension))
    number = {point: at for at, point in enumerate(points)}
    directions = [point for point in points if next((digit for digit in point if digit), 0) == 1]
    rounds = []
    for direction in directions:
        seated: set[int] = set()
        card = []
        for start, point in enumerate(points):
            if start not in seated:
                line = tuple(
                    number[
                        tuple(
                            field.plus[coordinate][field.times[along][way]]
                            for coordinate, way in zip(point, direction, strict=True)
                        )
                    ]
                    for along in range(size)
                )
                seated.update(line)
                card.append(line)
        rounds.append(tuple(card))
    return tuple(rounds)


def _vectors(size: int, dimension: int) -> Iterable[tuple[int, ...]]:
    if dimension == 0:
        return [()]
    return [(*rest, digit) for rest in _vectors(size, dimension - 1) for digit in range(size)]
