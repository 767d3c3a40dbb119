"""What is to be planned: who plays how many rounds at which tables, what has been played, and what people wish."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from scoring.faults import Faults
from tournaments.movement.plug import Tables
from tournaments.movement.seating import SEATS

Card = tuple[tuple[int, ...], ...]
"""One round: its tables from table 1 up, each with its players from seat 1 up; the others sit out."""

Cards = tuple[Card, ...]
Pair = tuple[int, int]
COUPLES_OF_FOUR = Tables((SEATS,), partnership=True)
Present = tuple[frozenset[int], ...]


@dataclass(frozen=True)
class Task:
    """An evening to be planned; players are the numbers from 0.

    Arguments:
        players: how many there are in all, those who have left or are still to come included.
        rounds: how many rounds the evening has, those already played included.
        tables: the sizes the game allows and the one wanted, and whether seats 1+3 and 2+4 are partners.
        past: the rounds already played, as they were really seated; they count and stay as they are.
        past_present: who was there in each of those; empty for everybody. A round not seen is no sit-out.
        present: who is there in each coming round; empty for everybody.
        announced: the coming rounds as they were announced, for a repair; rounds after those are free.
        apart: pairs who are never to sit at one table.
        never_partners: pairs who are never to be partners.
        together: pairs who always sit at one table, as partners where there are partners, in every round in
            which both play; where the numbers allow it they sit out together.
        unmoved: who keeps one seat at one table in every round they play.

    Raises:
        Faults: wishes that contradict each other or cannot be kept, or numbers that nobody has.
    """

    players: int
    rounds: int
    tables: Tables = COUPLES_OF_FOUR
    past: Cards = ()
    past_present: Present = ()
    present: Present = ()
    announced: Cards = ()
    apart: tuple[Pair, ...] = ()
    never_partners: tuple[Pair, ...] = ()
    together: tuple[Pair, ...] = ()
    unmoved: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        """Refuse what cannot be planned."""
        from tournaments.movement.planner.wishes import faults_of

        if faults := tuple(faults_of(self)):
            raise Faults(faults)

    @property
    def coming(self) -> int:
        """How many rounds are to be planned."""
        return self.rounds - len(self.past)

    @cached_property
    def there(self) -> Present:
        """Who is there in each coming round."""
        return self.present or (frozenset(range(self.players)),) * self.coming

    @cached_property
    def sizes(self) -> tuple[tuple[int, ...], ...]:
        """The sizes of the tables of each coming round, table 1 first."""
        known = {number: self.tables.sizes(number) for number in {len(there) for there in self.there}}
        return tuple(known[len(there)] for there in self.there)

    @cached_property
    def sat_out(self) -> tuple[int, ...]:
        """How often each player has sat out so far; whoever comes later begins with the fewest anybody has."""
        counts: dict[int, int] = {}
        everybody = frozenset(range(self.players))
        for card, there in zip(self.past, self.past_present or (everybody,) * len(self.past), strict=True):
            fewest = min(counts.values(), default=0)
            playing = {player for table in card for player in table}
            for player in there | playing:
                counts[player] = counts.get(player, fewest) + (player not in playing)
        fewest = min(counts.values(), default=0)
        return tuple(counts.get(player, fewest) for player in range(self.players))

    @cached_property
    def always_there(self) -> tuple[int, ...]:
        """Who is there in every coming round: only they can be dealt with evenly."""
        return tuple(sorted(frozenset.intersection(*self.there))) if self.coming else ()

    @cached_property
    def seats_kept(self) -> dict[int, tuple[int, int]]:
        """For everybody who must not move their table and seat, counted from 0.

        It is the seat they have had last, else the one announced first, as long as it is there in every coming
        round; else seat 1 of the first table at which nobody else stays, opposite somebody they stay with.
        """
        if not self.coming:
            return {}
        least = tuple(min(column) for column in zip(*self.sizes, strict=False))
        kept: dict[int, tuple[int, int]] = {}
        for player in self.unmoved:
            for table, seat in _seats_of(player, (*reversed(self.past), *self.announced)):
                if table < len(least) and seat < least[table] and (table, seat) not in kept.values():
                    kept[player] = (table, seat)
                    break
        for player in self.unmoved:
            if player not in kept:
                kept[player] = self._free_seat(player, kept, least)
        return kept

    def _free_seat(
        self, player: int, kept: dict[int, tuple[int, int]], least: Sequence[int]
    ) -> tuple[int, int]:
        """A seat for somebody who must not move and has had none."""
        taken = set(kept.values())
        for pair in self.together:
            mate = pair[0] if pair[1] == player else pair[1]
            if player in pair and mate in kept:
                table, seat = kept[mate]
                opposite = seat ^ 2 if least[table] == SEATS else (seat + 1) % least[table]
                if (table, opposite) not in taken:
                    return table, opposite
        used = {table for table, _ in taken}
        free = (table for table in range(len(least)) if table not in used)
        return next(free, 0), 0

    def partners_at(self, size: int) -> bool:
        """Whether a table of this size has partners."""
        return self.tables.partnership and size == SEATS


def _seats_of(player: int, cards: Iterable[Card]) -> Iterable[tuple[int, int]]:
    for card in cards:
        for number, table in enumerate(card):
            if player in table:
                yield number, table.index(player)
