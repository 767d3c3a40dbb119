"""A plan as the search holds it: every chair of every coming round in one flat list, and a code for each pair."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from tournaments.movement.planner.energy import APART, FREE, NEVER_PARTNERS, TOGETHER, Energy
from tournaments.movement.planner.task import Card, Cards, Task


class Board:
    """The coming rounds, and who has met whom in them and in the past.

    The places at tables come first, round by round and table by table; then those of all who sit out. A place
    is a number in that list.

    Arguments:
        task: what is planned.
        energy: what pairs cost.
        cards: who sits where in the coming rounds.

    Attributes:
        people: who has each place.
        places: of each round, its places at tables and those of its sitters.
        mates: for each place the others at its table, each with what meeting there adds to a pair's code.
        round_of: the round of each place.
        stays: whether the person in a place keeps it.
        rows: the code of each pair, by both players.
        weighed: what pairs cost.
        energy: what all pairs cost together.
        sat: how often each player sits out, the past included.
    """

    def __init__(self, task: Task, energy: Energy, cards: Cards) -> None:
        self.task = task
        self.people: list[int] = []
        self.mates: list[tuple[tuple[int, int], ...]] = []
        self.round_of: list[int] = []
        self.places: list[tuple[list[int], list[int]]] = []
        for number, card in enumerate(cards):
            self.places.append(([], []))
            for table in card:
                self._add_table(number, table, energy)
        self.seated = len(self.people)
        for number, (card, there) in enumerate(zip(cards, task.there, strict=True)):
            for player in sorted(there.difference(*card)):
                self.places[number][1].append(len(self.people))
                self._add(number, player, ())
        kept = task.seats_kept
        self.stays = [player in kept for player in self.people]
        self.weigh(energy)
        self.put(list(self.people))

    def weigh(self, energy: Energy) -> None:
        """Let pairs cost something else; `put` is to follow."""
        self.weighed = energy
        self._costs = energy.table

    def put(self, people: list[int]) -> None:
        """Seat everybody anew: who has each place, in a list as `people` is."""
        self.people = people
        self.rows = _codes(self.task, self.weighed)
        for place in range(self.seated):
            for mate, step in self.mates[place]:
                self.rows[people[place]][people[mate]] += step
        self.energy = self.counted()
        self.sat = list(self.task.sat_out)
        for place in range(self.seated, len(people)):
            self.sat[people[place]] += 1

    def _add_table(self, number: int, table: Sequence[int], energy: Energy) -> None:
        first = len(self.people)
        for seat, player in enumerate(table):
            mates = []
            for other in range(len(table)):
                if other != seat:
                    partners = self.task.partners_at(len(table)) and other == seat ^ 2
                    mates.append((first + other, energy.as_partners if partners else 1))
            self.places[number][0].append(len(self.people))
            self._add(number, player, tuple(mates))

    def _add(self, number: int, player: int, mates: tuple[tuple[int, int], ...]) -> None:
        self.people.append(player)
        self.round_of.append(number)
        self.mates.append(mates)

    def counted(self) -> int:
        """The energy of all pairs, worked out from their codes."""
        costs, rows = self._costs, self.rows
        return sum(costs[rows[one][other]] for one, other in combinations(range(self.task.players), 2))

    def exchange(self, place: int, other: int) -> int:
        """Exchange the people of two places of one round; return by how much the energy changes.

        Either place may be a sitter's. Exchanging them again takes it back.
        """
        people, mates = self.people, self.mates
        # At one table both leave each other, and join each other, twice over: that adds up to nothing.
        change = self._meet(place, -1) + self._meet(other, -1)
        if bool(mates[place]) != bool(mates[other]):
            goes, comes = (place, other) if mates[place] else (other, place)
            self.sat[people[goes]] += 1
            self.sat[people[comes]] -= 1
        people[place], people[other] = people[other], people[place]
        change += self._meet(place, 1) + self._meet(other, 1)
        self.energy += change
        return change

    def _meet(self, place: int, sign: int) -> int:
        """Add, or with -1 take away, the meetings of one place with the others at its table."""
        costs, rows, people = self._costs, self.rows, self.people
        player = people[place]
        row = rows[player]
        change = 0
        for mate, step in self.mates[place]:
            other = people[mate]
            before = row[other]
            after = before + sign * step
            change += costs[after] - costs[before]
            row[other] = rows[other][player] = after
        return change

    def cards(self) -> Cards:
        """Who sits where."""
        return self.cards_of(self.people)

    def cards_of(self, people: Sequence[int]) -> Cards:
        """The cards that a list of people in the places stands for."""
        found: list[Card] = []
        place = 0
        for sizes in self.task.sizes:
            tables: list[tuple[int, ...]] = []
            for size in sizes:
                tables.append(tuple(people[place : place + size]))
                place += size
            found.append(tuple(tables))
        return tuple(found)


def _codes(task: Task, energy: Energy) -> list[list[int]]:
    """The codes of all pairs after the past."""
    rows = [[energy.code(FREE)] * task.players for _ in range(task.players)]
    # The stronger wish comes last, so that it stands.
    for kind, pairs in (
        (NEVER_PARTNERS, task.never_partners),
        (APART, task.apart),
        (TOGETHER, task.together),
    ):
        for one, other in pairs:
            rows[one][other] = rows[other][one] = energy.code(kind)
    for card in task.past:
        for table in card:
            for seat, other in combinations(range(len(table)), 2):
                partners = task.partners_at(len(table)) and other == seat ^ 2
                step = energy.as_partners if partners else 1
                rows[table[seat]][table[other]] += step
                rows[table[other]][table[seat]] += step
    return rows
