"""Seats of one ticket colour each: whose going out and coming in leaves most of them with their colour.

A seat, by its number, is of the colour that most held there in the first round. Of those whose turn it is to sit out
whoever goes leaves a seat to somebody who waits, or ought not to have been in it: where both colours wait for a seat,
one of each goes.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from tournaments.movement.by_result.room import Room
from tournaments.movement.seating import Table

Colour = str | None


@dataclass(frozen=True)
class ColouredSeats:
    """The seats before the next round, everybody still in theirs.

    Arguments:
        room: who is there.
        moved: the tables as the move alone makes them.
        sizes: those of the next round.
    """

    room: Room
    moved: Sequence[Table]
    sizes: Sequence[int]

    @cached_property
    def of_seats(self) -> Mapping[int, Colour]:
        """The colour of each seat, from 0."""
        return colours_of_seats(self.room.situation.played[0].seating.tables, self.room.situation.colours)

    @cached_property
    def seat_of(self) -> Mapping[str, int]:
        """The seat, from 0, of everybody there who has one."""
        there = set(self.room.present)
        return {player: seat for table in self.moved for seat, player in enumerate(table) if player in there}

    @cached_property
    def free(self) -> Mapping[Colour, int]:
        """How many seats of each colour nobody has; fewer than none where tables are broken up."""
        seats = Counter(self.of_seats.get(seat) for size in self.sizes for seat in range(size))
        seats.subtract(self.of_seats.get(seat) for seat in self.seat_of.values())
        return seats

    @cached_property
    def waiting(self) -> Mapping[Colour, int]:
        """How many of each colour have no seat."""
        return Counter(self._colour(player) for player in self.room.present if player not in self.seat_of)

    def kept_without(self, player: str, out: Sequence[str]) -> int:
        """How many more seats are with their colour once a player sits out too: 2 at the most, never fewer than -1.

        Arguments:
            out: who sits out besides.
        """
        return self._kept((*out, player)) - self._kept(out)

    def _kept(self, out: Sequence[str]) -> int:
        """Seats filled by their colour, and people who are out of a seat of another."""
        left = [player for player in out if player in self.seat_of]
        free = Counter(self.free)
        free.update(self._seat_colour(player) for player in left)
        waiting = Counter(self.waiting)
        waiting.subtract(self._colour(player) for player in out if player not in self.seat_of)
        filled = sum(max(0, min(free[colour], count)) for colour, count in waiting.items())
        strangers = sum(self._seat_colour(player) != self._colour(player) for player in left)
        return filled + strangers

    def _colour(self, player: str) -> Colour:
        return self.room.situation.colours.get(player)

    def _seat_colour(self, player: str) -> Colour:
        return self.of_seats.get(self.seat_of[player])


def colours_of_seats(tables: Sequence[Table], colours: Mapping[str, str]) -> Mapping[int, Colour]:
    """Return the colour that most hold in each seat, from 0; of two held equally often that nearest the head.

    Arguments:
        tables: the first round.
        colours: ticket colours; whoever has none is missing.
    """
    held: dict[int, Counter[Colour]] = {}
    for table in tables:
        for seat, player in enumerate(table):
            held.setdefault(seat, Counter())[colours.get(player)] += 1
    return {seat: counts.most_common(1)[0][0] for seat, counts in held.items()}
