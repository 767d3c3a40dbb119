"""Rounds at tables of three, four or five in which nobody meets anybody twice: as many as we can build.

- Every table a line of an affine space (9, 27, 81 by threes; 16, 64 by fours; 25 by fives): everybody meets all.
- By threes, for 3q and 2q + 1 players with q = 6t + 1 a prime power: D. K. Ray-Chaudhuri and R. M. Wilson,
  "Solution of Kirkman's schoolgirl problem", 1971.
- By fours, for 3q + 1 players with q = 4n + 1 a prime power: R. C. Bose, 1939.
- By threes, for 69: blocks of points each of which stands for two.
- By threes, for 90: a schedule for 30 in groups of 6, each player standing for three, and one for 18 in each group.
- By fives, for 65: the Hermitian curve.
- By fours, for 32: A. Aguado, "A 10 days solution to the social golfer problem", 2004.
- Otherwise a starter of our own, or columns that move on, with a smaller schedule inside each column.
"""

from collections.abc import Iterator, Mapping, Sequence

from tournaments.movement.schedules.rings import Card, Ring, Table, developed, is_prime_power, renamed, ring
from tournaments.movement.schedules.transversals import (
    Family,
    columns,
    lines,
    mixed_rounds,
    mixed_table,
    starters,
    steps,
)

# --- Everybody meets everybody at the tables that a Hermitian curve makes of its lines ----------------
# The curve x^(q+1) + y^(q+1) + z^(q+1) = 0 in the projective plane over the field of q^2 elements has q^3 + 1
# points; a line has one of them or q + 1, which sit at one table. From a point beside the curve, those lines
# through it that make tables leave q + 1 points out, which are on one line again: a whole round. The points
# of one line that touches the curve give all rounds (R. C. Bose, "On the application of finite projective
# geometry", 1959).

_Point = tuple[int, int, int]


def unital_rounds(size: int) -> tuple[Card, ...]:
    """Return the rounds for (size - 1)^3 + 1 players in which everybody meets everybody once.

    Arguments:
        size: how many sit at each table, one more than a prime power.
    """
    field = ring((size - 1) ** 2)
    curve = [point for point in _points(field) if not _form(field, size, point, point)]
    touched, *others = curve
    points = [
        point for point in _points(field) if point not in curve and not _form(field, size, point, touched)
    ]
    return tuple(_round(field, curve, point) for point in points) if others else ()


def _points(field: Ring) -> Iterator[_Point]:
    # The first coordinate that is not 0 is 1.
    elements = range(field.order)
    yield (0, 0, 1)
    yield from ((0, 1, last) for last in elements)
    yield from ((1, middle, last) for middle in elements for last in elements)


def _form(field: Ring, size: int, one: _Point, other: _Point) -> int:
    # 0 for a point of the curve with itself, and with a point of its tangent.
    total = 0
    for left, right in zip(one, other, strict=True):
        total = field.plus[total][field.times[left][_raised(field, right, size - 1)]]
    return total


def _raised(field: Ring, element: int, exponent: int) -> int:
    product = 1
    for _ in range(exponent):
        product = field.times[product][element]
    return product


def _round(field: Ring, curve: list[_Point], beside: _Point) -> Card:
    # Points that are alone on their line sit together.
    tables: dict[_Point, list[int]] = {}
    for player, point in enumerate(curve):
        tables.setdefault(_line(field, point, beside), []).append(player)
    full = [tuple(table) for table in tables.values() if len(table) > 1]
    return (*full, tuple(table[0] for table in tables.values() if len(table) == 1))


def _line(field: Ring, one: _Point, other: _Point) -> _Point:
    # Scaled so that the first coordinate that is not 0 is 1.
    def minor(first: int, second: int) -> int:
        return field.less(field.times[one[first]][other[second]], field.times[one[second]][other[first]])

    line = (minor(1, 2), minor(2, 0), minor(0, 1))
    scale = field.times[next(number for number in line if number)].index(1)
    return (field.times[line[0]][scale], field.times[line[1]][scale], field.times[line[2]][scale])


# --- Tables of three for 69: each of 34 points stands for two people, and one more belongs to none ----
# The points lie on blocks of four and seven, every two of them on exactly one. Each point has a round, in
# which its two sit with the one who belongs to none, and each block through it plays its own part of a
# smaller schedule (R. M. Wilson's closure: H. Hanani, D. K. Ray-Chaudhuri and R. M. Wilson, "On resolvable
# designs", 1972).

# Three steps along the axes of a space of 27 points, and where they start: no two of them lie the same way.
_CORNER = (0, 1, 3, 9)
_SPACE = 27
_FAR = 7
POINTS = _SPACE + _FAR


def blocks() -> tuple[Table, ...]:
    """Return blocks of four, and one of seven, over 34 points: every two of them are in exactly one.

    Corners moved through the space use six of its thirteen directions; the lines of each other direction meet in
    a point far away, and those seven points are the block of seven.
    """
    plus = ring(_SPACE).plus
    corners = [tuple(plus[point][moved] for point in _CORNER) for moved in range(_SPACE)]
    free = [card for card in lines(3, 3) if all(len(set(line).intersection(_CORNER)) < 2 for line in card)]
    extended = [(*line, _SPACE + far) for far, card in enumerate(free) for line in card]
    return (*corners, *extended, tuple(range(_SPACE, POINTS)))


def doubled(blocks: Sequence[Table], small: Mapping[int, Sequence[Card]]) -> tuple[Card, ...]:
    """Return rounds for twice as many people as there are points, and one more: everybody meets everybody.

    Arguments:
        blocks: of points; every two points are in exactly one.
        small: for each length of a block, rounds of three for twice as many people and one more.
    """
    points = 1 + max(point for block in blocks for point in block)
    rounds: list[list[Table]] = [[(2 * point, 2 * point + 1, 2 * points)] for point in range(points)]
    for block in blocks:
        for point, tables in zip(block, _shares(block, small[len(block)]), strict=True):
            rounds[point] += tables
    return tuple(tuple(card) for card in rounds)


def _shares(block: Table, rounds: Sequence[Card]) -> list[list[Table]]:
    # The table at which the last player sits is left out.
    last = 2 * len(block)
    names: dict[int, int] = {}
    for point, card in zip(block, rounds, strict=True):
        pair = next(table for table in card if last in table)
        names.update(
            zip((player for player in pair if player != last), (2 * point, 2 * point + 1), strict=True)
        )
    return [
        [tuple(names[player] for player in table) for table in card if last not in table] for card in rounds
    ]


# --- Tables of three at which everybody meets everybody once, over a field of q = 6t + 1 elements -----
# D. K. Ray-Chaudhuri and R. M. Wilson, "Solution of Kirkman's schoolgirl problem", 1971.


def on_three_circles(field: Ring) -> tuple[Card, ...]:
    """Return the rounds over three circles, for 3q players: one developed, and tables that make a round each."""
    order, powers = field.order, field.powers
    part = (order - 1) // 6

    def across(at: int) -> tuple[int, ...]:
        return tuple(level * order + powers[(at + 2 * part * level) % (order - 1)] for level in range(3))

    card: list[tuple[int, ...]] = [(0, order, 2 * order)]
    for at in range(part):
        card += [
            tuple(level * order + powers[at + 2 * part * turn] for turn in range(3)) for level in range(3)
        ]
    card += [across(at + part * odd) for odd in (1, 3, 5) for at in range(part)]
    own = (across(at + part * even) for even in (0, 2, 4) for at in range(part))
    return developed(tuple(card), field, 3) + tuple(
        tuple(moved[0] for moved in developed((table,), field, 3)) for table in own
    )


def on_two_circles(field: Ring) -> tuple[Card, ...]:
    """Return the rounds over two circles and one player in the middle, for 2q + 1 players."""
    order, powers = field.order, field.powers
    part = (order - 1) // 6
    half = powers.index(field.plus[powers[part]][1])
    two = powers.index(field.plus[1][1])
    middle = half - two

    def power(at: int) -> int:
        return powers[at % (order - 1)]

    card: list[tuple[int, ...]] = [(0, order, 2 * order)]
    for at in range(part):
        card += [
            (power(at + turn), power(at + turn + part), order + power(at + turn + middle))
            for turn in (0, 2 * part, 4 * part)
        ]
        card.append(tuple(order + power(at + middle + odd * part) for odd in (1, 3, 5)))
    return developed(tuple(card), field, 2)


Built = tuple[tuple[Card, ...], str]
_STARTERS: dict[int, Family] = {3: "meeting_3", 4: "meeting_4", 5: "meeting_5"}


def meeting_rounds(players: int, size: int) -> Built:
    """Return the longest schedule known here in which no two meet twice, and where it comes from."""
    return max(_ways(players, size), key=lambda built: len(built[0]))


def _ways(players: int, size: int) -> Iterator[Built]:
    # Where a formula has everybody meet everybody, there is no need of another way.
    if built := _by_formula(players, size) or _from_groups(players, size):
        yield built
        return
    if starter := starters(_STARTERS[size]).get(players):
        yield starter.cards(), f"starter over Z_{starter.around}" if starter.rounds else "Aguado's rounds"
    tables = players // size
    if mixed := mixed_rounds(size, tables):
        yield mixed + _in_columns(players, size), f"{size} columns of {tables} that move on"
    yield (tuple(tuple(range(at, players, tables)) for at in range(tables)),), "one round"


def _power(players: int, size: int) -> int:
    power = 0
    while players > 1 and players % size == 0:
        players, power = players // size, power + 1
    return power if players == 1 else 0


def _in_columns(players: int, size: int) -> tuple[Card, ...]:
    # Those of one column have not met.
    tables = players // size
    if tables % size:
        return ()
    inside, _ = meeting_rounds(tables, size)
    return tuple(
        tuple(table for column in columns(size, tables) for table in renamed(card, column)) for card in inside
    )


def _by_formula(players: int, size: int) -> Built | None:
    # In all of these everybody meets everybody.
    if power := _power(players, size):
        return lines(size, power), f"lines of the affine space of {size}^{power} points"
    if size == 4 and players % 12 == 4 and is_prime_power((players - 1) // 3):
        field = ring((players - 1) // 3)
        return developed(_bose(field), field, 3), f"Bose's round over GF({field.order})"
    if size == 3 and players == 2 * POINTS + 1:
        small = {length: meeting_rounds(2 * length + 1, 3)[0] for length in (4, 7)}
        return doubled(blocks(), small), f"{POINTS} points that stand for two each"
    if size == 5 and players == (size - 1) ** 3 + 1:
        return unital_rounds(size), f"the Hermitian curve over GF({(size - 1) ** 2})"
    if size == 3 and players % 18 == 3 and is_prime_power(players // 3):
        field = ring(players // 3)
        return on_three_circles(field), f"Ray-Chaudhuri and Wilson over GF({field.order})"
    if size == 3 and players % 12 == 3 and is_prime_power((players - 1) // 2):
        field = ring((players - 1) // 2)
        return on_two_circles(field), f"Ray-Chaudhuri and Wilson over GF({field.order})"
    return None


def _from_groups(players: int, size: int) -> Built | None:
    # Who stands for one player, or players of one group, meets in the smaller schedule of the group.
    starter = starters("meeting_3_groups").get(players // size) if size == 3 else None
    if starter is None or players % size:
        return None
    numbers, apart, group = ring(size), steps(size, size) or (), starter.around * size
    across = [
        tuple(mixed_table(table, numbers, apart, place, moved) for table in card for place in range(size))
        for card in starter.cards()
        for moved in range(size)
    ]
    inside, _ = meeting_rounds(group, size)
    groups = [range(level * group, (level + 1) * group) for level in range(starter.levels)]
    within = [tuple(table for people in groups for table in renamed(card, people)) for card in inside]
    source = f"{starter.levels} groups of {group}"
    return (*across, *within), source


def _bose(field: Ring) -> Card:
    # Couples x, -x of one circle meet couples y, -y of the next.
    order, powers = field.order, field.powers
    quarter = (order - 1) // 4
    card = [(3 * order, 0, order, 2 * order)]
    for level in range(3):
        base, next_base = level * order, (level + 1) % 3 * order
        card += [
            (
                base + powers[at],
                next_base + powers[at + quarter],
                base + powers[at + 2 * quarter],
                next_base + powers[at + 3 * quarter],
            )
            for at in range(quarter)
        ]
    return tuple(card)
