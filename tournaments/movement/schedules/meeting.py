"""Rounds in which nobody meets anybody twice, as many as we can build; and whist, some of which is made of them.

Meetings at tables of three, four and five:

- Every table a line of an affine space (9, 27, 81 by threes; 16, 64 by fours; 25, 125 by fives): everybody meets all.
- By threes, for 3q and 2q + 1 players with q = 6t + 1 a prime power: D. K. Ray-Chaudhuri and R. M. Wilson,
  "Solution of Kirkman's schoolgirl problem", 1971.
- By fours, for 3q + 1 players with q = 4n + 1 a prime power: R. C. Bose, 1939.
- By threes, for 69: blocks of points each of which stands for two.
- For 90 by threes and some larger rooms: a schedule for fewer players, each of whom stands for several, who meet
  together with those of their group in a schedule of the group; or rounds with holes, as for whist below.
- By fives, for 65: the Hermitian curve.
- By fours, for 32: A. Aguado, "A 10 days solution to the social golfer problem", 2004.
- Otherwise a starter of our own, or columns that move on, with a smaller schedule inside each column.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from tournaments.movement.schedules.rings import (
    Built,
    Card,
    Family,
    Ring,
    Table,
    columns,
    developed,
    is_prime_power,
    lines,
    mixed_rounds,
    renamed,
    ring,
    side_by_side,
    starters,
    wide,
    widened,
    with_holes,
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


_STARTERS: dict[int, Family] = {3: "meeting_3", 4: "meeting_4", 5: "meeting_5"}


def meeting_rounds(players: int, size: int) -> Built:
    """Return the longest schedule known here in which no two meet twice, and where it comes from."""
    return max(_ways(players, size), key=lambda built: len(built[0]))


def _ways(players: int, size: int) -> Iterator[Built]:
    # Where a formula has everybody meet everybody, there is no need of another way.
    if built := _by_formula(players, size):
        yield built
        return
    if starter := starters(_STARTERS[size]).get(players):
        yield starter.cards(), f"starter over Z_{starter.around}" if starter.rounds else "Aguado's rounds"
    if (players, size) in _IN_GROUPS:
        yield _in_groups(players, size)
    if (players, size) in _AROUND_HOLES:
        yield _around_holes(players, size)
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
    return tuple(side_by_side(card, columns(size, tables)) for card in inside)


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


# Players and size: how many stand for each player of a smaller schedule, of which one round makes the groups.
_IN_GROUPS = {(90, 3): 3, (105, 3): 7, (120, 3): 4, (126, 3): 14, (150, 3): 5, (140, 4): 5, (150, 5): 5}
# Players and size: how many stand for each player of rounds with holes, and how many belong to no group.
_AROUND_HOLES = {
    (102, 3): (12, 6),
    (114, 3): (14, 2),
    (132, 3): (15, 12),
    (138, 3): (17, 2),
    (141, 3): (7, 1),
    (108, 4): (7, 3),
    (136, 4): (9, 1),
    (152, 4): (5, 2),
}


def _in_groups(players: int, size: int) -> Built:
    # Who stands for one player, or players of one group, meets in the smaller schedule of the group.
    width = _IN_GROUPS[players, size]
    small = players // width
    starter = starters("meeting_3_groups").get(small) if size == 3 else None
    if starter:
        rounds = (*starter.cards(), columns(starter.levels, starter.around))
    else:
        rounds, _ = meeting_rounds(small, size)
    *cards, groups = rounds
    people = [wide(group, width) for group in groups]
    across = [moved for card in cards for moved in widened(card, width)]
    inside, _ = meeting_rounds(len(people[0]), size)
    within = [side_by_side(card, people) for card in inside]
    return (*across, *within), f"{len(people)} groups of {len(people[0])}"


def _around_holes(players: int, size: int) -> Built:
    # Rounds with holes grow from a starter, or are those in which everybody meets everybody, of whom one left.
    width, more = _AROUND_HOLES[players, size]
    last = (players - more) // width
    if starter := starters("meeting_4_with_holes").get(last):
        small = starter.cards()
    else:
        whole, _ = meeting_rounds(last + 1, size)
        small = tuple(tuple(table for table in card if last not in table) for card in whole)
    frame = wide_frame(small, width)
    groups, width = len(frame.groups), len(frame.groups[0])
    inside, _ = meeting_rounds(width + more, size)
    holed = starters("meeting_3_around").get(players)
    cards = filled(frame, holed.cards(), more, inside) if holed else filled(frame, inside, more)
    return cards, f"{groups} groups of {width} around {more}"


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


# --- Rooms that are not full: some tables are one short ------------------------------------------------
# Whoever leaves a full room leaves a short table behind, and a round is lost where two leavers sit together
# (A. Miller, I. Valkov and R. J. R. Abel, Symmetry 18 (2026) 269).


def uneven_rounds(players: int, tables: int) -> Built:
    """Return the longest schedule known here at so many tables of two sizes, one apart; see `meeting_rounds`."""
    size = players // tables + 1
    whole, out = tables * size, tables * size - players
    cards, source = meeting_rounds(whole, size)
    ways = [
        (without(cards, whole, out), f"{whole} players without {out}: {source}"),
        (without(mixed_rounds(size, tables), whole, out), f"{size} columns of {tables} without {out}"),
    ]
    starter = starters("meeting_3_short").get(players)
    if starter and tables == len(starter.extra[0]):
        ways.append((starter.cards(), "rounds from a search"))
    return max(ways, key=lambda built: len(built[0]))


def without(cards: Sequence[Card], players: int, out: int) -> tuple[Card, ...]:
    """Return the rounds in which no two leavers sit together, for those who stay; leavers so that many are left."""
    meets: list[dict[int, int]] = [{} for _ in range(players)]
    for number, card in enumerate(cards):
        for table in card:
            for first, other in combinations(table, 2):
                meets[first][other] = meets[other][first] = number
    ways = (_leavers(meets, out, first) for first in (0, players - 1))
    leavers, lost = min(ways, key=lambda way: len(way[1]))
    staying = [player for player in range(players) if player not in leavers]
    names = {player: name for name, player in enumerate(staying)}
    return tuple(
        tuple(tuple(names[player] for player in table if player in names) for table in card)
        for number, card in enumerate(cards)
        if number not in lost
    )


def _leavers(meets: Sequence[Mapping[int, int]], out: int, first: int) -> tuple[list[int], set[int]]:
    # One after the other, whoever costs the fewest rounds; and the rounds lost.
    leavers, lost = [first], set[int]()

    def costs(player: int) -> set[int]:
        return {meets[player][leaver] for leaver in leavers if leaver in meets[player]} - lost

    while len(leavers) < out:
        others = (player for player in range(len(meets)) if player not in leavers)
        leaver = min(others, key=lambda player: len(costs(player)))
        lost |= costs(leaver)
        leavers.append(leaver)
    return leavers, lost


# Whist schedules: over a full cycle everybody partners everybody once and opposes everybody twice.
#
# They exist for every number of players that is a multiple of four, or one more (E. H. Moore, "Tactical
# Memoranda", 1896; R. D. Baker, "Whist tournaments", 1975). With one more, everybody rests once.
#
# Large ones come from small ones: rounds with a hole, and small schedules that fill the holes.
# Each player of a small schedule for `groups` players stands for a whole group. In a round somebody of the
# small schedule rests: that group is the hole, and plays among itself at the same time (R. D. Baker,
# "Factorization of graphs", 1975; R. M. Wilson's filling of holes).

_SEATS = 4


@dataclass(frozen=True)
class Frame:
    """Rounds with holes: every two of different groups partner once and oppose twice.

    Arguments:
        groups: the players of each group.
        rounds: for each group the rounds in which just this group does not play, as many as it has players.
    """

    groups: tuple[tuple[int, ...], ...]
    rounds: tuple[tuple[Card, ...], ...]


def wide_frame(small: Sequence[Card], width: int) -> Frame:
    """Return the frame in which each player of a small one stands for a column of `width`.

    Arguments:
        small: rounds in each of which a group rests.
        width: how large the columns are; see `widened`.
    """
    rounds: dict[Table, list[Card]] = {}
    for resting, moved in with_holes(small, width):
        rounds.setdefault(resting, []).extend(moved)
    groups = sorted(rounds)
    return Frame(
        tuple(wide(resting, width) for resting in groups),
        tuple(tuple(rounds[resting]) for resting in groups),
    )


def filled(
    frame: Frame, small: Sequence[Card], more: int, last: Sequence[Card] | None = None
) -> tuple[Card, ...]:
    """Return the schedule in which each group of a frame plays a small schedule while the others play round it.

    Arguments:
        frame: the rounds with holes.
        small: a schedule for one group and those who belong to none; these come last in it.
        more: how many belong to none: they play along in every hole.
        last: a schedule for the last group in which those of no group meet too, where they must.

    Returns:
        Rounds for everybody. Where a small schedule has more rounds than a group has holes, those rounds, in
        which nobody plays along, are played together, as the last ones.
    """
    first = sum(map(len, frame.groups))
    along = len(frame.groups[0])
    small = sorted(small, key=lambda card: more > 0 and not any(along in table for table in card))
    schedules = [*[small] * (len(frame.groups) - 1), last or small]
    people = [(*group, *range(first, first + more)) for group in frame.groups]
    rounds = [
        around + renamed(inside, names)
        for names, with_hole, cards in zip(people, frame.rounds, schedules, strict=True)
        for around, inside in zip(with_hole, cards, strict=False)
    ]
    for number in range(len(frame.rounds[0]), len(small)):
        together = zip(schedules, people, strict=True)
        rounds.append(tuple(table for cards, names in together for table in renamed(cards[number], names)))
    return tuple(rounds)


# Players: how many groups of how many, and how many belong to none.
_FILLED = {
    36: (5, 7, 1),
    45: (9, 5, 0),
    56: (5, 11, 1),
    65: (13, 5, 0),
    69: (17, 4, 1),
    84: (5, 16, 4),
    85: (17, 5, 0),
    92: (13, 7, 1),
    93: (23, 4, 1),
    96: (5, 19, 1),
}
_IN_COLUMNS = 80


def whist_rounds(players: int) -> Built | None:
    """Return a whist schedule and its source in a few words; None where no recipe is known."""
    if players % 4 == 1 and is_prime_power(players):
        field = ring(players)
        return developed(_baker(players), field), f"Baker's starter over GF({players})"
    if starter := starters("whist").get(players):
        return starter.cards(), f"whist starter over Z_{starter.around}"
    if players in _FILLED:
        return _whist_from_groups(players)
    if players == _IN_COLUMNS:
        return _whist_from_columns(players)
    if players % 12 == 4:
        rounds, source = meeting_rounds(players, 4)
        if len(rounds) == (players - 1) // 3:
            return tuple(turned for card in rounds for turned in three_ways(card)), f"three ways, {source}"
    return None


def three_ways(card: Card) -> tuple[Card, Card, Card]:
    return (
        card,
        tuple((first, second, fourth, third) for first, second, third, fourth in card),
        tuple((first, third, second, fourth) for first, second, third, fourth in card),
    )


def _baker(players: int) -> Card:
    # Couples x, -x against couples y, -y with y a quarter turn from x.
    powers, quarter = ring(players).powers, (players - 1) // 4
    return tuple(tuple(powers[at::quarter]) for at in range(quarter))


def _whist_from_groups(players: int) -> Built | None:
    groups, width, more = _FILLED[players]
    starter = starters("whist_with_holes").get(groups * width)
    frame = wide_frame(starter.cards(), 1) if starter else wide_frame(_small(groups), width)
    source = f"{groups} groups of {width}"
    if more != _SEATS:
        return filled(frame, _small(width + more), more), source
    # Those whose places differ by a multiple of a quarter of the group meet in the last rounds, as the four do.
    quarters = [range(start, width, width // _SEATS) for start in range(width // _SEATS)]
    inside = starters("whist_around_four")[width + more].cards()
    small, last = (
        (*inside, *(side_by_side(card, people) for card in _small(_SEATS)))
        for people in (quarters, [*quarters, range(width, width + _SEATS)])
    )
    return filled(frame, small, more, last), f"{source} around four"


def _small(players: int) -> Sequence[Card]:
    built = whist_rounds(players)
    return built[0] if built else ()


def _whist_from_columns(players: int) -> Built:
    tables = players // 4
    across = [turned for card in mixed_rounds(4, tables) for turned in three_ways(card)]
    inside = [side_by_side(card, columns(4, tables)) for card in _small(tables)]
    return (*across, *inside), f"four columns of {tables}"
