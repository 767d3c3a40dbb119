"""How a few tables become all rounds: a starter is turned into a whole round, and a round into the others.

The players of a schedule that is developed stand in `levels` circles of `around` places, and some in the middle:
player `level * around + place`, those in the middle after them. A round becomes the next one when everybody
in the circles moves on by one place (R. C. Bose, "On the construction of balanced incomplete block designs", 1939).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.movement.schedules.rings import Ring, integers

Table = tuple[int, ...]
Card = tuple[Table, ...]


@dataclass(frozen=True)
class Starter:
    """The tables from which a schedule grows.

    Arguments:
        around: how many places a circle has.
        rounds: rounds from which all others follow, each with one table of every turn.
        levels: how many circles there are.
        middle: how many players stand in the middle.
        times: what places are multiplied with in a turn.
        step: by how many circles a turn moves everybody; as many in the middle as there are circles move too.
        transversals: tables that make a whole round each when they are moved round the circle.
        extra: rounds besides, with one table of every turn, that are not moved round the circle.
    """

    around: int
    rounds: tuple[Card, ...]
    levels: int = 1
    middle: int = 0
    times: int = 1
    step: int = 0
    transversals: Card = ()
    extra: tuple[Card, ...] = ()

    @property
    def players(self) -> int:
        return self.levels * self.around + self.middle

    def whole(self, tables: Iterable[Table]) -> Card:
        tables_by_people: dict[frozenset[int], Table] = {}
        for table in tables:
            turned = table
            while (people := frozenset(turned)) not in tables_by_people:
                tables_by_people[people] = turned
                turned = tuple(self._turned(player) for player in turned)
        return tuple(tables_by_people.values())

    def _turned(self, player: int) -> int:
        level, place = divmod(player, self.around)
        if level < self.levels:
            return (level + self.step) % self.levels * self.around + place * self.times % self.around
        first = self.levels * self.around
        moves = self.middle == self.levels
        return first + (player - first + self.step) % self.levels if moves else player

    def cards(self) -> tuple[Card, ...]:
        numbers = integers(self.around)
        grown = [
            card for tables in self.rounds for card in developed(self.whole(tables), numbers, self.levels)
        ]
        for table in self.transversals:
            grown.append(tuple(moved[0] for moved in developed((table,), numbers, self.levels)))
        return (*grown, *(self.whole(tables) for tables in self.extra))


def developed(card: Card, ring: Ring, levels: int = 1) -> tuple[Card, ...]:
    """Return the rounds that come from one by adding each element of the ring to all places.

    Arguments:
        card: the round.
        ring: the places of a circle.
        levels: how many circles; whoever has a higher number stands in the middle and stays.
    """
    order, last = ring.order, levels * ring.order
    middle = range(last, max((player for table in card for player in table), default=0) + 1)
    rounds = []
    for added in range(order):
        row = ring.plus[added]
        moved = [level * order + row[place] for level in range(levels) for place in range(order)]
        moved += middle
        rounds.append(tuple(tuple([moved[player] for player in table]) for table in card))
    return tuple(rounds)


def renamed(card: Iterable[Sequence[int]], names: Sequence[int]) -> Card:
    return tuple(tuple([names[player] for player in table]) for table in card)
