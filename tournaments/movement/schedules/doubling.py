"""Tables of three for 69: each of 34 points stands for two people, and one more belongs to none.

The points lie on blocks of four and seven, every two of them on exactly one. Each point has a round, in which its
two sit with the one who belongs to none, and each block through it plays its own part of a smaller schedule
(R. M. Wilson's closure: H. Hanani, D. K. Ray-Chaudhuri and R. M. Wilson, "On resolvable designs", 1972).
"""

from collections.abc import Mapping, Sequence

from tournaments.movement.schedules.developing import Card, Table
from tournaments.movement.schedules.rings import ring
from tournaments.movement.schedules.transversals import lines

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
    """Return for each point of a block the tables of its round: without the one at which the last player sits."""
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
