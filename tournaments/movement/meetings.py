"""Who has met whom at the tables so far, who with whom as partners, in which seats, and who sat out."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from tournaments.movement.seating import SEATS, Seating, Table

Pair = frozenset[str]
_NOBODY: Mapping[str, int] = {}


@dataclass(frozen=True)
class Meetings:
    """The memory of an evening whose seats are drawn each round, worked out from its seatings.

    Arguments:
        met: for each player, how many rounds they have sat at a table with each other player.
        partners: how many rounds two have been partners; empty where everybody plays alone.
        in_seat: how many rounds a player has had a seat.
    """

    met: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    partners: Mapping[Pair, int] = field(default_factory=dict)
    in_seat: Mapping[tuple[str, int], int] = field(default_factory=dict)

    @classmethod
    def of(cls, seatings: Iterable[Seating], *, partnership: bool) -> "Meetings":
        """Work out the meetings of the rounds played; with `partnership` seats 1+3 and 2+4 are partners."""
        met: dict[str, dict[str, int]] = {}
        partners: Counter[Pair] = Counter()
        in_seat: Counter[tuple[str, int]] = Counter()
        for seating in seatings:
            for table in seating.tables:
                in_seat.update((player, seat) for seat, player in enumerate(table, start=1))
                for one, other in combinations(table, 2):
                    for player, opposite in ((one, other), (other, one)):
                        known = met.setdefault(player, {})
                        known[opposite] = known.get(opposite, 0) + 1
                if partnership:
                    partners.update(frozenset(couple) for couple in couples(table))
        return cls(met, partners, in_seat)

    def between(self, player: str, others: Iterable[str]) -> int:
        """How often a player has met these others, added up."""
        known = self.met.get(player, _NOBODY)
        return sum(known.get(other, 0) for other in others)

    def at(self, table: Sequence[str]) -> int:
        """How often any two of a table have met, added up."""
        return sum(self.between(player, table[place + 1 :]) for place, player in enumerate(table))

    def as_partners(self, table: Table) -> int:
        """How often the couples of a table have been partners, added up."""
        return sum(self.partners.get(frozenset(couple), 0) for couple in couples(table))


def couples(table: Table) -> tuple[tuple[str, str], ...]:
    """Return the two couples of a table of four; none of a table of another size."""
    return ((table[0], table[2]), (table[1], table[3])) if len(table) == SEATS else ()


def sat_out(seatings: Iterable[Seating], tickets: Mapping[str, str]) -> dict[str, int]:
    """Return how often each ticket has sat out, for the choice of who sits out next.

    A substitute goes on with the count of the player replaced. Whoever came late begins with the fewest that
    anybody has: a round not seen is no sit-out, and coming late is no reason to sit out more often than others.

    Arguments:
        seatings: the rounds, first round first.
        tickets: for each substitute, the player replaced.
    """
    counts: dict[str, int] = {}
    for seating in seatings:
        there = list(seating.players())
        fewest = min((counts[player] for player in there if player in counts), default=0)
        for player in there:
            if player not in counts:
                counts[player] = counts.get(tickets.get(player, ""), fewest)
        for player in seating.sitting_out:
            counts[player] += 1
    return counts
