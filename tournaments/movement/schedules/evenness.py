"""Which rounds of a schedule an evening of any length plays, and at which table and in which seat.

A schedule says who is with whom. The order of its rounds, the numbers of the tables and the seats are free, and
chosen one after the other so that they fall as evenly as they can.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, permutations
from math import gcd
from typing import NamedTuple

from tournaments.movement.schedules.rings import Card, Table, renamed

Rename = Callable[[int, int], tuple[int, ...]]
_RESTS, _PARTNERS = 64, 4
_COPIES_TRIED = 6


class _Pairs(NamedTuple):
    """A round as places in the counts of an evening: see `_Evening`."""

    card: Card
    met: tuple[int, ...]
    partners: tuple[int, ...]
    resting: tuple[int, ...]


class _Evening:
    """How often, so far, each two have met and been partners, and each one rested."""

    def __init__(self, players: int, partnership: bool) -> None:
        self.players, self.partnership = players, partnership
        self.met = [0] * players**2
        self.partners = [0] * players**2
        self.rests = [0] * players

    def pairs(self, card: Card) -> _Pairs:
        together = [pair for table in card for pair in combinations(table, 2)]
        couples = [couple for table in card for couple in _couples(table)] if self.partnership else []
        seated = {player for table in card for player in table}
        return _Pairs(
            card,
            tuple(self._place(*pair) for pair in together),
            tuple(self._place(*pair) for pair in couples),
            tuple(player for player in range(self.players) if player not in seated),
        )

    def _place(self, one: int, other: int) -> int:
        return min(one, other) * self.players + max(one, other)

    def cost(self, pairs: _Pairs) -> int:
        """Return how much a round repeats; what weighs most is that nobody rests again before the others."""
        met, partners = self.met, self.partners
        return (
            sum([met[place] for place in pairs.met])
            + _PARTNERS * sum([partners[place] for place in pairs.partners])
            + _RESTS * sum([self.rests[player] for player in pairs.resting])
        )

    def play(self, pairs: _Pairs) -> None:
        for place in pairs.met:
            self.met[place] += 1
        for place in pairs.partners:
            self.partners[place] += 1
        for player in pairs.resting:
            self.rests[player] += 1


def in_order(
    cards: Sequence[Card], rounds: int, *, players: int, partnership: bool, rename: Rename
) -> Iterator[Card]:
    """Yield as many rounds in the most even order; beyond the schedule its copies under other names.

    Arguments:
        rename: the names of all players in the copy that goes with a factor and a number to add.
    """
    evening = _Evening(players, partnership)
    waiting = [evening.pairs(card) for card in cards]
    for _ in range(rounds):
        if not waiting:
            waiting = _least(evening, cards, _copies(players, rename))
        chosen = _cheapest(evening, waiting)
        waiting.remove(chosen)
        evening.play(chosen)
        yield chosen.card


def _cheapest(evening: _Evening, waiting: Sequence[_Pairs]) -> _Pairs:
    best, least = waiting[0], evening.cost(waiting[0])
    for pairs in waiting[1:]:
        if least == 0:
            break
        cost = evening.cost(pairs)
        if cost < least:
            best, least = pairs, cost
    return best


def _copies(players: int, rename: Rename) -> list[tuple[int, ...]]:
    factors = [factor for factor in range(2, players) if gcd(factor, players) == 1] or [1]
    return [rename(factor, added) for added, factor in enumerate(factors[:_COPIES_TRIED], start=1)]


def _least(evening: _Evening, cards: Sequence[Card], copies: Iterable[tuple[int, ...]]) -> list[_Pairs]:
    tried = [[evening.pairs(renamed(card, names)) for card in cards] for names in copies]
    return min(tried, key=lambda rounds: sum(evening.cost(pairs) for pairs in rounds))


def anybody(players: int) -> Rename:
    """Return how players take each other's names where anybody may be anybody."""
    return lambda factor, added: tuple((player * factor + added) % players for player in range(players))


def couples_together(players: int) -> Rename:
    """Return how couples take each other's names: `players` / 2 men, then their wives in the same order."""
    couples = players // 2
    names = anybody(couples)

    def rename(factor: int, added: int) -> tuple[int, ...]:
        while gcd(factor, couples) > 1:
            factor += 1
        men = names(factor, added)
        return (*men, *(couples + man for man in men))

    return rename


def evenly_seated(
    cards: Iterable[Card], players: int, *, partnership: bool, seats_fixed: bool
) -> Iterator[Card]:
    """Yield the rounds with numbers of tables and seats chosen so that everybody has each about equally often.

    Arguments:
        cards: the rounds, in the order in which they are played.
        partnership: whether seats 1+3 and 2+4 stay partners; where they need not, at tables of four those
            become partners who have least often been.
        seats_fixed: whether the schedule itself says who has which seat.
    """
    at_table = [[0] * (players // 2 + 1) for _ in range(players)]
    seats = _Seats([[0] * players for _ in range(players)], {}, partnership)
    for card in cards:
        numbered = _numbered(card, at_table)
        yield tuple(numbered if seats_fixed else (seats.seat_table(table) for table in numbered))


def _numbered(card: Card, at_table: Sequence[list[int]]) -> list[Table]:
    numbers = range(len(card))
    costs = [
        [sum([at_table[player][number] ** 2 for player in table]) for number in numbers] for table in card
    ]
    numbered = [card[which] for which in _cheap_assignment(costs)]
    for number, table in enumerate(numbered):
        for player in table:
            at_table[player][number] += 1
    return numbered


def _cheap_assignment(costs: Sequence[Sequence[int]]) -> list[int]:
    # Done when no exchange of two makes the sum of the costs less.
    rows = list(range(len(costs)))
    better = True
    while better:
        better = False
        for first, other in combinations(range(len(rows)), 2):
            left, right = costs[rows[first]], costs[rows[other]]
            if left[other] + right[first] < left[first] + right[other]:
                rows[first], rows[other] = rows[other], rows[first]
                better = True
    return rows


class _Seats(NamedTuple):
    """How often everybody has had each seat, and each two have been partners."""

    had: list[list[int]]
    partners: dict[tuple[int, int], int]
    partnership: bool

    def seat_table(self, table: Table) -> Table:
        counts = [self.had[player] for player in table]
        best, least = table, -1
        for way in _arrangements(len(table), self.partnership):
            cost = sum([counts[who][seat] ** 2 for seat, who in enumerate(way)])
            if not self.partnership:
                cost += _PARTNERS * sum(
                    self.partners.get(_sorted((table[first], table[other])), 0)
                    for first, other in _couples(way)
                )
            if least < 0 or cost < least:
                best, least = tuple([table[who] for who in way]), cost
        for seat, player in enumerate(best):
            self.had[player][seat] += 1
        for couple in _couples(best):
            self.partners[_sorted(couple)] = self.partners.get(_sorted(couple), 0) + 1
        return best


@lru_cache(maxsize=16)
def _arrangements(size: int, partnership: bool) -> tuple[tuple[int, ...], ...]:
    # With partners only those that keep them opposite each other.
    partners = set(_couples(range(size))) if partnership else set()
    return tuple(
        way
        for way in permutations(range(size))
        if not partners or partners == {_sorted(pair) for pair in _couples(way)}
    )


def _sorted(pair: tuple[int, int]) -> tuple[int, int]:
    return min(pair), max(pair)


def _couples(table: Sequence[int]) -> tuple[tuple[int, int], ...]:
    return ((table[0], table[2]), (table[1], table[3])) if len(table) == 4 else ()
