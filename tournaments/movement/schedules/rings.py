"""What schedules are built with: finite fields and their products, starters from a file, columns that move on."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product
from pathlib import Path
from typing import Any, Literal

_Rows = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, eq=False)
class Ring:
    """Numbers 0..order-1 that can be added and multiplied; a field where the order is a prime power.

    Arguments:
        order: how many elements there are; 0 and 1 are what they are anywhere.
        spread: elements no two of which differ by a divisor of zero, 0 and 1 first: as many as the smallest
            prime power in the order.
        powers: the powers of a primitive element, from 1 on; empty where the order is no prime power.
    """

    order: int
    plus: _Rows
    times: _Rows
    spread: tuple[int, ...]
    powers: tuple[int, ...] = ()

    def less(self, one: int, other: int) -> int:
        return self.plus[one][self.plus[other].index(0)]


def prime_powers(number: int) -> tuple[tuple[int, int], ...]:
    factors, prime = [], 2
    while number > 1:
        exponent = 0
        while number % prime == 0:
            number, exponent = number // prime, exponent + 1
        if exponent:
            factors.append((prime, exponent))
        prime += 1
    return tuple(factors)


def is_prime_power(number: int) -> bool:
    return number > 1 and len(prime_powers(number)) == 1


@lru_cache(maxsize=128)
def ring(order: int) -> Ring:
    """Return the ring of that order: the field, or the product of the fields of its prime powers.

    Raises:
        ValueError: the order is less than 2.
    """
    if order < 2:
        raise ValueError(f"there is no ring of {order} elements to reckon in")
    fields = [_field(prime, exponent) for prime, exponent in prime_powers(order)]
    whole = fields[0]
    for factor in fields[1:]:
        whole = _product(whole, factor)
    return whole


@lru_cache(maxsize=32)
def integers(order: int) -> Ring:
    """Return the whole numbers modulo `order`, which are what cyclic starters are developed with."""
    numbers = range(order)
    return Ring(
        order,
        tuple(tuple((element + other) % order for other in numbers) for element in numbers),
        tuple(tuple(element * other % order for other in numbers) for element in numbers),
        tuple(range(min(prime for prime, _ in prime_powers(order)))),
    )


def _field(prime: int, exponent: int) -> Ring:
    # An element is a polynomial, its coefficients the digits of the number to base `prime`.
    order = prime**exponent
    powers = _primitive_powers(prime, exponent)
    logarithm = {element: place for place, element in enumerate(powers)}

    def times(one: int, other: int) -> int:
        return powers[(logarithm[one] + logarithm[other]) % (order - 1)] if one and other else 0

    elements = range(order)
    return Ring(
        order,
        tuple(tuple(_added(element, other, prime) for other in elements) for element in elements),
        tuple(tuple(times(element, other) for other in elements) for element in elements),
        tuple(elements),
        powers,
    )


def _added(element: int, other: int, prime: int) -> int:
    total, place = 0, 1
    while element or other:
        total += (element + other) % prime * place
        element, other, place = element // prime, other // prime, place * prime
    return total


def _primitive_powers(prime: int, exponent: int) -> tuple[int, ...]:
    ways = _powers_of_number(prime) if exponent == 1 else _powers_of_x(prime, exponent)
    return next(powers for powers in ways if len(powers) == prime**exponent - 1)


def _powers_of_number(prime: int) -> Iterator[tuple[int, ...]]:
    for base in range(1, prime):
        powers = [1]
        while (following := powers[-1] * base % prime) != 1:
            powers.append(following)
        yield tuple(powers)


def _powers_of_x(prime: int, exponent: int) -> Iterator[tuple[int, ...]]:
    # A constant of 0 would make x a divisor of zero.
    order = prime**exponent
    for reduced in range(1, order):
        if reduced % prime == 0:
            continue
        powers, element = [1], prime
        while element != 1:
            powers.append(element)
            top, rest = divmod(element * prime, order)
            element = rest
            for _ in range(top):
                element = _added(element, reduced, prime)
        yield tuple(powers)


def _product(one: Ring, other: Ring) -> Ring:
    # The pair (a, b) is the number a * other.order + b, but for the pair (1, 1).
    pairs = list(product(range(one.order), range(other.order)))
    # 1 has to be 1: the unit changes places with the pair that would have had its number.
    place = other.order + 1
    pairs[1], pairs[place] = pairs[place], pairs[1]
    number = {pair: at for at, pair in enumerate(pairs)}
    return Ring(
        len(pairs),
        tuple(tuple(number[one.plus[a][c], other.plus[b][d]] for c, d in pairs) for a, b in pairs),
        tuple(tuple(number[one.times[a][c], other.times[b][d]] for c, d in pairs) for a, b in pairs),
        tuple(number[pair] for pair in zip(one.spread, other.spread, strict=False)),
    )


# How a few tables become all rounds: a starter is turned into a whole round, and a round into the others.
# The players of a schedule that is developed stand in `levels` circles of `around` places, and some in
# the middle: player `level * around + place`, those in the middle after them. A round becomes the next
# one when everybody in the circles moves on by one place (R. C. Bose, "On the construction of balanced
# incomplete block designs", 1939).

Table = tuple[int, ...]
Card = tuple[Table, ...]
Built = tuple[tuple[Card, ...], str]
"""The rounds of a schedule, and in a few words where they come from."""


@dataclass(frozen=True)
class Starter:
    """The tables from which a schedule grows.

    Arguments:
        rounds: rounds from which all others follow, each with one table of every turn.
        times: what places are multiplied with in a turn.
        step: by how many circles a turn moves everybody; as many in the middle as there are circles move too.
        transversals: tables that make a whole round each when they are moved round the circle.
        extra: rounds besides, with one table of every turn, that are not moved round the circle.
    """

    around: int
    rounds: tuple[Card, ...]
    levels: int = 1
    middle: int = 0
    times: int = 1
    step: int = 0
    transversals: Card = ()
    extra: tuple[Card, ...] = ()

    @property
    def players(self) -> int:
        return self.levels * self.around + self.middle

    def whole(self, tables: Iterable[Table]) -> Card:
        tables_by_people: dict[frozenset[int], Table] = {}
        for table in tables:
            turned = table
            while (people := frozenset(turned)) not in tables_by_people:
                tables_by_people[people] = turned
                turned = tuple(self._turned(player) for player in turned)
        return tuple(tables_by_people.values())

    def _turned(self, player: int) -> int:
        level, place = divmod(player, self.around)
        if level < self.levels:
            return (level + self.step) % self.levels * self.around + place * self.times % self.around
        first = self.levels * self.around
        moves = self.middle == self.levels
        return first + (player - first + self.step) % self.levels if moves else player

    def cards(self) -> tuple[Card, ...]:
        numbers = integers(self.around)
        grown = [
            card for tables in self.rounds for card in developed(self.whole(tables), numbers, self.levels)
        ]
        for table in self.transversals:
            grown.append(tuple(moved[0] for moved in developed((table,), numbers, self.levels)))
        return (*grown, *(self.whole(tables) for tables in self.extra))


def developed(card: Card, ring: Ring, levels: int = 1) -> tuple[Card, ...]:
    """Return the rounds that come from one by adding each element of the ring to all places.

    Arguments:
        ring: the places of a circle.
        levels: how many circles; whoever has a higher number stands in the middle and stays.
    """
    order, last = ring.order, levels * ring.order
    middle = range(last, max((player for table in card for player in table), default=0) + 1)
    rounds = []
    for added in range(order):
        row = ring.plus[added]
        moved = [level * order + row[place] for level in range(levels) for place in range(order)]
        moved += middle
        rounds.append(tuple(tuple([moved[player] for player in table]) for table in card))
    return tuple(rounds)


def renamed(card: Iterable[Sequence[int]], names: Sequence[int]) -> Card:
    return tuple(tuple([names[player] for player in table]) for table in card)


Family = Literal[
    "whist",
    "whist_with_holes",
    "whist_around_four",
    "meeting_3_groups",
    "meeting_3",
    "meeting_4",
    "meeting_5",
    "meeting_3_short",
    "meeting_3_around",
    "meeting_4_with_holes",
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
            so many where no two meet twice; `meeting_3_short`, where some of those tables have two;
            `meeting_3_around`, by the players of the room, for one group and the middle, of whom nobody meets
            another nor plays in the last rounds;
            `meeting_4_with_holes`, where in each round all but one hole plays;
            `couples_in_circles`, by the number of couples, whose tables are man, man, and the woman of each.
    """
    return {int(players): _starter(entry) for players, entry in data_file()[family].items()}


@cache
def further_columns() -> dict[int, tuple[tuple[int, ...], ...]]:
    """Return how far further columns move on in each round, by the number of tables.

    The first column stays, the second one moves on by the number of the round.
    """
    return {int(tables): tuple(tuple(row) for row in rows) for tables, rows in data_file()["columns"].items()}


@cache
def columns_from_tables() -> dict[int, tuple[int, Card]]:
    """Return how many places are moved round together, and tables of one round each, by the number of tables.

    Of each table the first numbers are places in the columns, the last one is the number of its round: numbers
    that stand in circles of so many places as players do in a `Starter`, those in the middle after them.
    """
    return {
        int(tables): (entry["around"], tuple(tuple(table) for table in entry["tables"]))
        for tables, entry in data_file()["columns_from_tables"].items()
    }


@cache
def data_file() -> Any:
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


# Rounds in which everybody meets somebody new from another column, for any tables in a full room.
#
# Player `column * tables + number` sits in the seat of that column. From round to round each column moves on by its
# own step ("skip" or Mitchell movement): no two ever meet twice, and nobody meets anybody of their own column
# (E. H. Moore, "Tactical Memoranda", 1896; H. F. MacNeish, 1922, for rooms that are no prime power; for twelve tables
# A. L. Dulmage, D. M. Johnson and N. S. Mendelsohn, 1961; for fourteen and for twenty D. T. Todorov, 2012 and 1989;
# for fifteen P. J. Schellenberg, G. H. J. van Rees and S. A. Vanstone, 1978; for eighteen R. J. R. Abel, 2015). The
# numbers for fourteen (squares by I. M. Wanless), 18, 24, 26 and 28 are as SageMath's table of designs gives them.


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
    plus = ring(tables).plus
    return tuple(
        tuple(
            tuple([seat * tables + plus[place][distances[moved]] for seat, distances in enumerate(apart)])
            for place in range(tables)
        )
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


def widened(card: Card, width: int) -> tuple[Card, ...]:
    """Return the rounds that one becomes when each of its people stands for a whole column of `width`.

    Raises:
        ValueError: columns of that width cannot be kept apart.
    """
    if width == 1:
        return (card,)
    rounds = mixed_rounds(len(card[0]), width)
    if not rounds:
        raise ValueError(f"columns of {width} cannot be kept apart")
    columns = [wide(people, width) for people in card]
    return tuple(side_by_side(moved, columns) for moved in rounds)


def wide(people: Iterable[int], width: int) -> tuple[int, ...]:
    """Return who stands for these people where each of them stands for `width`."""
    return tuple(player * width + place for player in people for place in range(width))


def side_by_side(card: Card, groups: Iterable[Sequence[int]]) -> Card:
    """Return the round in which each of the groups plays this one."""
    return tuple(table for group in groups for table in renamed(card, group))


def with_holes(small: Sequence[Card], width: int) -> Iterator[tuple[Table, tuple[Card, ...]]]:
    """Yield for each round of a small schedule who rests in it, and what `widened` makes of it."""
    everybody = {player for card in small for table in card for player in table}
    for card in small:
        yield tuple(sorted(everybody.difference(*card))), widened(card, width)


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
