"""Seats that people keep all evening, as far as who is there allows it."""

from collections.abc import Collection, Iterator, Sequence

from tournaments.movement.seating import Seating, Table


def kept_tables(last: Seating, seated: Sequence[str], sizes: Sequence[int]) -> tuple[Table, ...]:
    """Return the tables of the next round with everybody in their seat of the last one, where that is there.

    Whoever had no seat takes one that is free, from table 1 up, the lower seat first. Where the tables change
    their sizes or their number, the highest are broken up first, and the tables with most people left become
    the largest; of a table that becomes smaller those in the highest seats look for another.

    Arguments:
        last: the round just played.
        seated: who is to have a seat, in the order in which free seats are taken.
        sizes: the sizes of the tables; as many seats as there are people.
    """
    there = set(seated)
    before = [_left(table, there) for table in last.tables[: len(sizes)]]
    before += [[] for _ in range(len(sizes) - len(before))]
    kept = [_cut_down(table, size) for table, size in zip(before, _matched(before, sizes), strict=True)]
    in_seats = {player for table in kept for player in table if player is not None}
    waiting = iter([player for player in seated if player not in in_seats])
    return tuple(tuple(_filled(table, waiting)) for table in kept)


_Kept = list[str | None]


def _left(table: Table, there: Collection[str]) -> _Kept:
    return [player if player in there else None for player in table]


def _matched(tables: Sequence[_Kept], sizes: Sequence[int]) -> list[int]:
    """Return a size for each table: its own where that is among them, else the more people the larger."""
    free = list(sizes)
    found = [0] * len(tables)
    for place, table in enumerate(tables):
        if len(table) in free:
            found[place] = len(table)
            free.remove(len(table))
    others = [place for place, size in enumerate(found) if not size]
    others.sort(key=lambda place: sum(player is None for player in tables[place]) - len(tables[place]))
    for place, size in zip(others, sorted(free, reverse=True), strict=True):
        found[place] = size
    return found


def _cut_down(table: _Kept, size: int) -> _Kept:
    """Return the table with as many places: empty ones go or come first, then the highest seats go."""
    if len(table) == size:
        return table
    people = [player for player in table if player is not None][:size]
    return [*people, *[None] * (size - len(people))]


def _filled(table: _Kept, waiting: Iterator[str]) -> Iterator[str]:
    for player in table:
        yield next(waiting) if player is None else player
