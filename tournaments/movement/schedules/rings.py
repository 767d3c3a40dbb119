"""Arithmetic that schedules are built with: finite fields, and their products for orders that are no prime power."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

_Rows = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, eq=False)
class Ring:
    """Numbers 0..order-1 that can be added and multiplied; a field where the order is a prime power.

    Arguments:
        order: how many elements there are; 0 and 1 are what they are anywhere.
        plus: the sum of two elements.
        times: their product.
        spread: elements no two of which differ by a divisor of zero, 0 and 1 first: as many as the smallest
            prime power in the order.
        powers: the powers of a primitive element, from 1 on; empty where the order is no prime power.
    """

    order: int
    plus: _Rows
    times: _Rows
    spread: tuple[int, ...]
    powers: tuple[int, ...] = ()

    def negative(self, element: int) -> int:
        return self.plus[element].index(0)

    def less(self, one: int, other: int) -> int:
        return self.plus[one][self.negative(other)]


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


def _added(one: int, other: int, prime: int) -> int:
    total, place = 0, 1
    while one or other:
        total += (one + other) % prime * place
        one, other, place = one // prime, other // prime, place * prime
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


@dataclass(frozen=True)
class Starter:
    """The tables from which a schedule grows.

    Arguments:
        around: how many places a circle has.
        rounds: rounds from which all others follow, each with one table of every turn.
        levels: how many circles there are.
        middle: how many players stand in the middle.
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
        card: the round.
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
