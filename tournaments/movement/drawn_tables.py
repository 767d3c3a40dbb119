"""A new draw for a round in which people meet again as seldom as a quick search finds.

The tables are filled one after the other in the order of the draw: whoever is next opens a table, and to each
seat comes the first of the next few who has met those at the table least. Then single people change places as
long as that makes the meetings fewer. This is not the best schedule there is, but it is found at once, for any
number of players, whoever comes and goes; and anybody who knows the order of the draw finds the same.
"""

from collections.abc import Sequence

from tournaments.movement.meetings import Meetings
from tournaments.movement.seating import SEATS, Table

LOOK_AHEAD = 48
"""How many of the draw are looked at for a seat."""

PASSES = 3
NEIGHBOURS = 150
"""How many other tables are looked at for a change of places: the whole of a room of ordinary size."""


def drawn_tables(
    order: Sequence[str], sizes: Sequence[int], meetings: Meetings, *, partnership: bool
) -> tuple[Table, ...]:
    """Seat everybody.

    Arguments:
        order: the players as drawn; as many as there are seats.
        sizes: the sizes of the tables.
        meetings: who has met whom.
        partnership: whether partners sit opposite each other; they are put together by fewest partnerships.
    """
    waiting = list(order)
    tables = [_gathered(waiting, size, meetings) for size in sizes]
    for _ in range(PASSES):
        moved = [_improved(place, tables, meetings) for place in range(len(tables))]
        if not any(moved):
            break
    drawn = {player: place for place, player in enumerate(order)}
    seat = _as_couples if partnership else in_turn
    return tuple(seat(sorted(table, key=drawn.__getitem__), meetings) for table in tables)


def _gathered(waiting: list[str], size: int, meetings: Meetings) -> list[str]:
    """Take the people of one table from the front of those who wait."""
    table = [waiting.pop(0)]
    while len(table) < size:
        best, fewest = 0, None
        for place, player in enumerate(waiting[:LOOK_AHEAD]):
            count = meetings.between(player, table)
            if fewest is None or count < fewest:
                best, fewest = place, count
            if not count:
                break
        table.append(waiting.pop(best))
    return table


def _improved(number: int, tables: list[list[str]], meetings: Meetings) -> bool:
    """Exchange people of a table with others as long as they meet less often then; whether anybody moved."""
    moved = False
    for seat in range(len(tables[number])):
        if not meetings.at(tables[number]):
            return moved
        best = min(_exchanges(number, seat, tables, meetings), default=(0, 0, 0))
        gain, other, place = best
        if gain < 0:
            mine, theirs = tables[number], tables[other]
            mine[seat], theirs[place] = theirs[place], mine[seat]
            moved = True
    return moved


def _exchanges(
    number: int, seat: int, tables: list[list[str]], meetings: Meetings
) -> list[tuple[int, int, int]]:
    """Return what each exchange of one player would change, with the other table and the place there."""
    player = tables[number][seat]
    left = tables[number][:seat] + tables[number][seat + 1 :]
    before = meetings.between(player, left)
    if not before:
        return []
    found = []
    for step in range(1, min(len(tables), NEIGHBOURS)):
        other = (number + step) % len(tables)
        table = tables[other]
        to_all = meetings.between(player, table)
        for place, opposite in enumerate(table):
            theirs = meetings.between(opposite, table)
            after = to_all - meetings.between(player, (opposite,)) + meetings.between(opposite, left)
            found.append((after - before - theirs, other, place))
    return found


def in_turn(table: Sequence[str], meetings: Meetings) -> Table:
    """Give each seat, from 1 on, to the one who has had it least; of equals to the first drawn."""
    waiting, seated = list(table), []
    for seat in range(1, len(table) + 1):
        had = [meetings.in_seat.get((player, seat), 0) for player in waiting]
        seated.append(waiting.pop(had.index(min(had))))
    return tuple(seated)


def _as_couples(table: Sequence[str], meetings: Meetings) -> Table:
    """Of the three ways to make two couples of four, the one with the fewest earlier partnerships."""
    if len(table) != SEATS:
        return tuple(table)
    one, two, three, four = table
    ways = ((one, two, three, four), (one, two, four, three), (one, three, two, four))
    return min(ways, key=meetings.as_partners)
