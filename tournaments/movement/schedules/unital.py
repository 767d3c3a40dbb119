"""Everybody meets everybody at the tables that a Hermitian curve makes of its lines.

The curve x^(q+1) + y^(q+1) + z^(q+1) = 0 in the projective plane over the field of q^2 elements has q^3 + 1 points; a
line has one of them or q + 1, which sit at one table. From a point beside the curve, those lines through it that
make tables leave q + 1 points out, which are on one line again: a whole round. The points of one line that touches
the curve give all rounds (R. C. Bose, "On the application of finite projective geometry", 1959).
"""

from collections.abc import Iterator

from tournaments.movement.schedules.developing import Card
from tournaments.movement.schedules.rings import Ring, ring

_Point = tuple[int, int, int]


def unital_rounds(size: int) -> tuple[Card, ...]:
    """Return the rounds for (size - 1)^3 + 1 players in which everybody meets everybody once.

    Arguments:
        size: how many sit at each table, one more than a prime power.
    """
    field = ring((size - 1) ** 2)
    curve = [point for point in _points(field) if not _form(field, size, point, point)]
    touched, *others = curve
    beside = [
        point for point in _points(field) if point not in curve and not _form(field, size, point, touched)
    ]
    return tuple(_round(field, curve, point) for point in beside) if others else ()


def _points(field: Ring) -> Iterator[_Point]:
    """Yield the points of the plane, the first coordinate that is not 0 being 1."""
    elements = range(field.order)
    yield (0, 0, 1)
    yield from ((0, 1, last) for last in elements)
    yield from ((1, middle, last) for middle in elements for last in elements)


def _form(field: Ring, size: int, one: _Point, other: _Point) -> int:
    """Return the Hermitian form: 0 for a point of the curve with itself, and with a point of its tangent."""
    total = 0
    for here, there in zip(one, other, strict=True):
        total = field.plus[total][field.times[here][_raised(field, there, size - 1)]]
    return total


def _raised(field: Ring, element: int, exponent: int) -> int:
    product = 1
    for _ in range(exponent):
        product = field.times[product][element]
    return product


def _round(field: Ring, curve: list[_Point], beside: _Point) -> Card:
    """Return the tables of the lines through a point; those alone on their line sit together."""
    tables: dict[_Point, list[int]] = {}
    for player, point in enumerate(curve):
        tables.setdefault(_line(field, point, beside), []).append(player)
    full = [tuple(table) for table in tables.values() if len(table) > 1]
    return (*full, tuple(table[0] for table in tables.values() if len(table) == 1))


def _line(field: Ring, one: _Point, other: _Point) -> _Point:
    """Return the line through two points, its first coordinate that is not 0 being 1."""

    def minor(first: int, second: int) -> int:
        return field.less(field.times[one[first]][other[second]], field.times[one[second]][other[first]])

    line = (minor(1, 2), minor(2, 0), minor(0, 1))
    scale = field.times[next(number for number in line if number)].index(1)
    return (field.times[line[0]][scale], field.times[line[1]][scale], field.times[line[2]][scale])
