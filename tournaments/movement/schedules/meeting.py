"""Rounds at tables of three, four or five in which nobody meets anybody twice: as many as we can build.

- Every table a line of an affine space (9, 27, 81 by threes; 16, 64 by fours; 25 by fives): everybody meets all.
- By threes, for 3q and 2q + 1 players with q = 6t + 1 a prime power: D. K. Ray-Chaudhuri and R. M. Wilson,
  "Solution of Kirkman's schoolgirl problem", 1971.
- By fours, for 3q + 1 players with q = 4n + 1 a prime power: R. C. Bose, 1939.
- By threes, for 69: blocks of points each of which stands for two (doubling.py).
- By threes, for 90: a schedule for 30 in groups of 6, each player standing for three, and one for 18 in each group.
- By fives, for 65: the Hermitian curve (unital.py).
- By fours, for 32: A. Aguado, "A 10 days solution to the social golfer problem", 2004.
- Otherwise a starter of our own, or columns that move on, with a smaller schedule inside each column.
"""

from collections.abc import Iterator

from tournaments.movement.schedules.developing import Card, developed, renamed
from tournaments.movement.schedules.doubling import POINTS, blocks, doubled
from tournaments.movement.schedules.kirkman import on_three_circles, on_two_circles
from tournaments.movement.schedules.rings import Ring, is_prime_power, ring
from tournaments.movement.schedules.starters import Family, starters
from tournaments.movement.schedules.transversals import columns, lines, mixed_rounds, mixed_table, steps
from tournaments.movement.schedules.unital import unital_rounds

Built = tuple[tuple[Card, ...], str]
_STARTERS: dict[int, Family] = {3: "meeting_3", 4: "meeting_4", 5: "meeting_5"}


def meeting_rounds(players: int, size: int) -> Built:
    """Return the longest schedule known here in which no two sit at one table twice.

    Arguments:
        players: how many there are, a multiple of the size.
        size: how many sit at each table: 3, 4 or 5.

    Returns:
        The rounds, at least one, and in a few words where they come from.
    """
    return max(_ways(players, size), key=lambda built: len(built[0]))


def _ways(players: int, size: int) -> Iterator[Built]:
    """Yield the ways we know; where a formula has everybody meet everybody, there is no need of another."""
    if found := _by_formula(players, size) or _from_groups(players, size):
        yield found
        return
    if starter := starters(_STARTERS[size]).get(players):
        yield starter.cards(), f"starter over Z_{starter.around}" if starter.rounds else "Aguado's rounds"
    tables = players // size
    if mixed := mixed_rounds(size, tables):
        yield mixed + _in_columns(players, size), f"{size} columns of {tables} that move on"
    yield (tuple(tuple(range(at, players, tables)) for at in range(tables)),), "one round"


def _power(players: int, size: int) -> int:
    """Return the dimension of the affine space with so many points; 0 where there is none."""
    power = 0
    while players > 1 and players % size == 0:
        players, power = players // size, power + 1
    return power if players == 1 else 0


def _in_columns(players: int, size: int) -> tuple[Card, ...]:
    """Return the rounds in which those of each column, who have not met, play among themselves."""
    tables = players // size
    if tables % size:
        return ()
    inside, _ = meeting_rounds(tables, size)
    return tuple(
        tuple(table for column in columns(size, tables) for table in renamed(card, column)) for card in inside
    )


def _by_formula(players: int, size: int) -> Built | None:
    """Return the rounds that a formula gives; everybody meets everybody in all of these."""
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
    """Return the rounds in which each player of a schedule in groups stands for as many as sit at a table.

    Whoever stands for the same player, or for one of the same group, meets in the rounds of a smaller schedule,
    which each group plays on its own.
    """
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
    """Return the base round: couples x, -x of one circle meet couples y, -y of the next."""
    order, powers = field.order, field.powers
    quarter = (order - 1) // 4
    card = [(3 * order, 0, order, 2 * order)]
    for level in range(3):
        here, there = level * order, (level + 1) % 3 * order
        card += [
            (
                here + powers[at],
                there + powers[at + quarter],
                here + powers[at + 2 * quarter],
                there + powers[at + 3 * quarter],
            )
            for at in range(quarter)
        ]
    return tuple(card)
