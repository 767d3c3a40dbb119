"""Exact pairings of a few people out of a ranking: a matching of least weight, solved by rustworkx.

What is best is settled in an order: earlier meetings of those paired first, then how often whoever has the bye
has had it already, then how far from the foot that is, then the differences in score, then the shape. Each
of these is a digit of one large number, wide enough that no sum of the lower ones ever reaches it.

The shape asked for within people of one score is the fold: the first of the upper half against the first of
the lower half. Between two scores the last of the one plays the first of the other.

Two matchings may be equally good in all of that. A mark of each pair, mixed from the two ranks and nothing
else, is the lowest digit: it leaves one best matching, so that the same people are paired alike everywhere.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import rustworkx

Ranks = tuple[int, int]
"""Two people by their places in the ranking from 0, the higher placed first."""

BYE = -1
"""Who somebody with the bye is paired with."""
_MARKS = 1 << 24


@dataclass(frozen=True)
class Field:
    """People who are to be paired, known by their places in the ranking from 0.

    Arguments:
        scores: the score of each, highest first.
        met: for each, how often they have met the others they have met.
        byes: how often each has had the bye.
        no_bye: who must not have it.
    """

    scores: Sequence[int]
    met: Sequence[Mapping[int, int]]
    byes: Sequence[int]
    no_bye: frozenset[int] = frozenset()

    @cached_property
    def brackets(self) -> list[range]:
        """The people of each score, from the top."""
        found: list[range] = []
        start = 0
        for rank in range(1, len(self.scores) + 1):
            if rank == len(self.scores) or self.scores[rank] != self.scores[start]:
                found.append(range(start, rank))
                start = rank
        return found

    @cached_property
    def _bracket_of(self) -> list[range]:
        return [bracket for bracket in self.brackets for _ in bracket]

    def strain(self, high: int, low: int) -> int:
        """How far a pair is from the shape asked for, in places."""
        bracket, below = self._bracket_of[high], self._bracket_of[low]
        if bracket is below:
            return abs(low - high - len(bracket) // 2)
        return bracket[-1] - high + low - below[0]

    def repeats(self, pairs: Sequence[Ranks]) -> int:
        """How often those paired have met before, added up."""
        return sum(self.met[high].get(low, 0) for high, low in pairs)

    def difference(self, pairs: Sequence[Ranks]) -> int:
        """The differences in score of those paired, added up."""
        return sum(self.scores[high] - self.scores[low] for high, low in pairs)

    def least_difference(self, ranks: Sequence[int]) -> int:
        """What the differences of these people, highest first and even in number, add up to at the least.

        Above each step of the ranking stand as many people as there are places above it; are they odd in
        number, then somebody of them plays somebody below, and the step is paid for.
        """
        scores = [self.scores[rank] for rank in ranks]
        return sum(scores[place] - scores[place + 1] for place in range(0, len(scores) - 1, 2))


def exact(field: Field, ranks: Sequence[int], *, spare: int | None = None) -> list[Ranks]:
    """Return the best pairs of some people of a field.

    Arguments:
        field: everybody.
        ranks: those to be paired, highest placed first. Are they odd in number, then one of them has the bye.
        spare: where it is known that they can be paired with nobody meeting again, and by how much the sum of
            differences is then above the least: pairs that cannot be part of anything better are left out.

    Returns:
        The pairs, that of the highest placed first; the one with the bye as a pair with `BYE`.

    Raises:
        ValueError: they are odd in number, and nobody of them may have the bye.
    """
    costs = _Costs(field, ranks)
    possible = combinations(range(len(ranks)), 2) if spare is None else _worth_while(field, ranks, spare)
    weighed = [(place, other, costs.of(ranks[place], ranks[other])) for place, other in possible]
    if odd := len(ranks) % 2:
        weighed += [
            (place, len(ranks), costs.of_bye(rank))
            for place, rank in enumerate(ranks)
            if rank not in field.no_bye
        ]
    most = 1 + max((cost for _, _, cost in weighed), default=0)
    graph = rustworkx.PyGraph[None, int](multigraph=False)
    graph.add_nodes_from([None] * (len(ranks) + odd))
    graph.add_edges_from([(one, other, most - cost) for one, other, cost in weighed])
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(matched) < len(ranks) + odd:
        raise ValueError("somebody must have the bye, and nobody may")
    names = [*ranks, BYE]
    return sorted((names[min(pair)], names[max(pair)]) for pair in matched)


def _worth_while(field: Field, ranks: Sequence[int], spare: int) -> Iterator[tuple[int, int]]:
    """Yield, by their places among these people, the pairs that may be part of the best pairing.

    The least sum pays for every other step, the first, the third and so on. Whoever plays across some of the
    steps between pays for those twice: once for this pair, and once because the others around it, too, are then
    odd in number where they were even.
    """
    scores = [field.scores[rank] for rank in ranks]
    for place, rank in enumerate(ranks):
        extra = 0
        for other in range(place + 1, len(ranks)):
            if other % 2 == 0:
                extra += 2 * (scores[other - 1] - scores[other])
            if extra > spare:
                break
            if ranks[other] not in field.met[rank]:
                yield place, other


class _Costs:
    """What each pair of some people costs, as one number."""

    def __init__(self, field: Field, ranks: Sequence[int]) -> None:
        """Work out how wide each digit has to be for these people."""
        self.field = field
        self.foot = ranks[-1] if ranks else 0
        pairs = len(ranks) // 2 + 1
        span = field.scores[ranks[0]] - field.scores[ranks[-1]] if ranks else 0
        self.fewest = min((field.byes[rank] for rank in ranks), default=0)
        most_byes = max((field.byes[rank] for rank in ranks), default=0) - self.fewest
        self.place = _MARKS * pairs
        self.step = self.place * (2 * len(field.scores) * pairs + 1)
        self.height = self.step * (span * pairs + 1)
        self.bye = self.height * (span + 1)
        self.repeat = self.bye * (most_byes + 1)

    def of(self, high: int, low: int) -> int:
        """What it costs that two play each other."""
        field = self.field
        return (
            self.repeat * field.met[high].get(low, 0)
            + self.step * (field.scores[high] - field.scores[low])
            + self.place * field.strain(high, low)
            + _mark(high, low)
        )

    def of_bye(self, rank: int) -> int:
        """What it costs that somebody has the bye."""
        field = self.field
        return (
            self.bye * (field.byes[rank] - self.fewest)
            + self.height * (field.scores[rank] - field.scores[self.foot])
            + self.place * (self.foot - rank)
            + _mark(rank, len(field.scores))
        )


def _mark(high: int, low: int) -> int:
    """A number from the two ranks that looks like any other."""
    mixed = (high * 0x9E3779B97F4A7C15 ^ low * 0xC2B2AE3D27D4EB4F) & 0xFFFFFFFFFFFFFFFF
    mixed = (mixed ^ mixed >> 29) * 0xBF58476D1CE4E5B9 & 0xFFFFFFFFFFFFFFFF
    return (mixed >> 32) % _MARKS
