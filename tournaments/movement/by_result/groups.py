"""Tables of people who stand near each other and have met little, and who sits where at a table.

The tables are filled from the top of the standings: whoever is next opens a table, and to each other seat comes
the first of those who stand near who has met those at the table least. Then single people change places with
those of tables near by as long as that makes the meetings fewer or, these being equal, brings like closer to
like. It looks at a neighbourhood of the standings only, so that the top stays the top.
"""

from collections.abc import Callable, Iterator, Sequence

from tournaments.movement.draw import in_turn
from tournaments.movement.history import Meetings
from tournaments.movement.seating import SEATS, Table

NEAR = 3
"""How many tables' people are near."""
PASSES = 4

Score = Callable[[str], int]


def like_with_like(
    ranked: Sequence[str], sizes: Sequence[int], score: Score, meetings: Meetings
) -> list[list[str]]:
    """Put people together at tables.

    Arguments:
        ranked: the people in the order of the standings; as many as there are seats.

    Returns:
        The people of each table in the order of the standings.
    """
    waiting = list(ranked)
    tables = [_gathered(waiting, size, meetings) for size in sizes]
    for _ in range(PASSES):
        moved = [_improved(number, tables, score, meetings) for number in range(len(tables))]
        if not any(moved):
            break
    place = {player: number for number, player in enumerate(ranked)}
    return [sorted(table, key=place.__getitem__) for table in tables]


def seated(table: Sequence[str], meetings: Meetings, *, partnership: bool) -> Table:
    """Seat the people of a table, given in the order of the standings.

    Partners are the first and the last against the two between, unless another way to make couples of the four
    repeats fewer partnerships. Where everybody plays alone, each seat goes to whoever has had it least.
    """
    if not partnership or len(table) != SEATS:
        return in_turn(table, meetings)
    first, second, third, fourth = table
    ways = (
        (first, second, fourth, third),
        (first, second, third, fourth),
        (first, third, second, fourth),
    )
    return min(ways, key=meetings.as_partners)


def _gathered(waiting: list[str], size: int, meetings: Meetings) -> list[str]:
    table = [waiting.pop(0)]
    while len(table) < size:
        near = waiting[: NEAR * size]
        counts = [meetings.between(player, table) for player in near]
        table.append(waiting.pop(counts.index(min(counts))))
    return table


def _improved(number: int, tables: list[list[str]], score: Score, meetings: Meetings) -> bool:
    moved = False
    for seat in range(len(tables[number])):
        if not meetings.at(tables[number]):
            return moved
        best = min(_exchanges(number, seat, tables, score, meetings), default=None)
        if best is not None and best[:2] < (0, 0):
            _, _, other, place = best
            mine, theirs = tables[number], tables[other]
            mine[seat], theirs[place] = theirs[place], mine[seat]
            moved = True
    return moved


def _exchanges(
    number: int, seat: int, tables: list[list[str]], score: Score, meetings: Meetings
) -> Iterator[tuple[int, int, int, int]]:
    # Each is (change in meetings, change in distance, table, place).
    mine = tables[number]
    for other in range(max(0, number - NEAR), min(len(tables), number + NEAR + 1)):
        theirs = tables[other]
        if other == number:
            continue
        before = meetings.at(mine) + meetings.at(theirs)
        apart = _apart(mine, score) + _apart(theirs, score)
        for place in range(len(theirs)):
            own = [*mine[:seat], theirs[place], *mine[seat + 1 :]]
            two = [*theirs[:place], mine[seat], *theirs[place + 1 :]]
            after = meetings.at(own) + meetings.at(two)
            if after <= before:
                yield after - before, _apart(own, score) + _apart(two, score) - apart, other, place


def _apart(table: Sequence[str], score: Score) -> int:
    # The differences in score of any two people of the table, added up.
    scores = sorted(map(score, table))
    return sum(value * (2 * place - len(scores) + 1) for place, value in enumerate(scores))
