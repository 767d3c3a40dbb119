"""Every plan there is, for evenings small enough: written without anything of the planner but what a card is."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

from tournaments.movement.planner.task import Card, Cards

Groups = tuple[tuple[int, ...], ...]


def groups(people: Sequence[int], sizes: Sequence[int]) -> Iterator[Groups]:
    """Every way to divide people into tables of these sizes; who is left sits out. Tables have no numbers."""
    yield from _groups(tuple(sorted(people)), tuple(sorted(sizes)), sum(sizes) == len(people))


def _groups(people: tuple[int, ...], sizes: tuple[int, ...], full: bool) -> Iterator[Groups]:
    if not sizes:
        yield ()
        return
    if not full:
        for seated in combinations(people, sum(sizes)):
            yield from _groups(seated, sizes, True)
        return
    first, others = people[0], people[1:]
    for size in sorted(set(sizes)):
        rest = list(sizes)
        rest.remove(size)
        for company in combinations(others, size - 1):
            left = tuple(player for player in others if player not in company)
            for tables in _groups(left, tuple(rest), True):
                yield ((first, *company), *tables)


def paired(tables: Groups, *, partnership: bool) -> Iterator[Groups]:
    """Every way to make partners (seats 1+3, 2+4) at every table of four."""
    if not tables:
        yield ()
        return
    first, *rest = tables
    ways: list[tuple[int, ...]] = [first]
    if partnership and len(first) == 4:
        a, b, c, d = first
        ways = [(a, b, c, d), (a, c, b, d), (a, b, d, c)]
    for others in paired(tuple(rest), partnership=partnership):
        for way in ways:
            yield (way, *others)


def rounds(people: Sequence[int], sizes: Sequence[int], *, partnership: bool) -> list[Groups]:
    return [seated for tables in groups(people, sizes) for seated in paired(tables, partnership=partnership)]


def numbered(card: Groups, sizes: Sequence[int]) -> Iterator[Card]:
    for order in permutations(card):
        if tuple(map(len, order)) == tuple(sizes):
            yield order


class Evening:
    """Counts of an evening to which rounds are added and taken away again."""

    def __init__(self, players: int, past: Cards, *, partnership: bool) -> None:
        self.players = players
        self.partnership = partnership
        self.met: Counter[tuple[int, int]] = Counter()
        self.partners: Counter[tuple[int, int]] = Counter()
        self.out = [0] * players
        for card in past:
            self.add(card, 1)

    def add(self, card: Groups, sign: int) -> None:
        playing = {player for table in card for player in table}
        for player in range(self.players):
            self.out[player] += sign * (player not in playing)
        for table in card:
            for one, other in combinations(sorted(table), 2):
                self.met[one, other] += sign
            if self.partnership and len(table) == 4:
                for one, other in (sorted(table[0::2]), sorted(table[1::2])):
                    self.partners[one, other] += sign

    def costs(self, met_limit: int, opposed_limit: int) -> tuple[int, int, int, int]:
        """Sit-outs beyond fair, partners repeated, crowded, meetings."""
        fewest = min(self.out)
        opposed = [c - self.partners[p] for p, c in self.met.items()] if self.partnership else []
        return (
            sum(max(0, count - fewest - 1) for count in self.out),
            sum(count * (count - 1) // 2 for count in self.partners.values()),
            sum(max(0, count - met_limit) for count in self.met.values())
            + sum(max(0, count - opposed_limit) for count in opposed),
            sum(count * (count - 1) // 2 for count in self.met.values()),
        )


def best(
    players: int,
    number: int,
    sizes: Sequence[int],
    *,
    partnership: bool,
    met_limit: int,
    opposed_limit: int,
) -> tuple[int, int, int, int]:
    """The least cost of any evening; the first round can be taken to be any one of its kind."""
    every = rounds(range(players), sizes, partnership=partnership)
    evening = Evening(players, (), partnership=partnership)
    # Whoever is called what does not matter, so the first round is fixed but for tables of unequal size; and
    # the order of rounds does not matter, so that the others come in the order of the list.
    evening.add(every[0], 1)
    found: list[tuple[int, int, int, int]] = []

    def go_on(left: int, first: int) -> None:
        if not left:
            costs = evening.costs(met_limit, opposed_limit)
            if not found or costs < found[0]:
                found[:] = [costs]
            return
        for place in range(first, len(every)):
            evening.add(every[place], 1)
            go_on(left - 1, place)
            evening.add(every[place], -1)

    go_on(number - 1, 0)
    return found[0]
