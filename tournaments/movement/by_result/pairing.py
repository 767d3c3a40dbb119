"""Swiss pairing: like with like, nobody twice where that can be avoided, the differences as small as can be.

This is the core alone. It knows people by an id, whole scores, who has met whom and who has had the bye: an
evening pairs by it, and so may a league between evenings. What is best is settled in this order: fewest
earlier meetings; a bye for somebody who has had it least, and of those for the lowest; the smallest sum of
differences in score; the fold within each score, the upper half against the lower half.

- Up to `SMALL` people that is solved exactly, all of it (`matching`).
- More are folded: each score by itself, and where they are odd in number the last of them plays the first of
  the next score. That sum of differences is the least there can be. Pairs who have met before exchange
  opponents with neighbours where this costs nothing; around those left the neighbourhood is solved exactly,
  and a wider one as long as that is better.
- Up to `MEDIUM` people the whole room is solved exactly after that, unless the differences are the least
  there can be already; pairs that could only make them larger are left out.

A neighbourhood in which everybody has met fewer than half of the others can always be paired without meeting
anybody again (Dirac), so that in a large room too nobody meets anybody twice who need not.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, groupby

# --- Exact pairings of a few people out of a ranking: a matching of least weight, solved by rustworkx -
# What is best is settled in an order: earlier meetings of those paired first, then how often whoever has the
# bye has had it already, then how far from the foot that is, then the differences in score, then the shape.
# Each of these is a digit of one large number, wide enough that no sum of the lower ones ever reaches it.
#
# The shape asked for within people of one score is the fold: the first of the upper half against the first of
# the lower half. Between two scores the last of the one plays the first of the other.
#
# Two matchings may be equally good in all of that. A mark of each pair, mixed from the two ranks and nothing
# else, is the lowest digit: it leaves one best matching, so that the same people are paired alike everywhere.

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
    """

    scores: Sequence[int]
    met: Sequence[Mapping[int, int]]
    byes: Sequence[int]
    no_bye: frozenset[int] = frozenset()

    @cached_property
    def brackets(self) -> list[range]:
        ranks = groupby(range(len(self.scores)), key=self.scores.__getitem__)
        brackets = [list(same) for _, same in ranks]
        return [range(same[0], same[-1] + 1) for same in brackets]

    @cached_property
    def _bracket_of(self) -> list[range]:
        return [bracket for bracket in self.brackets for _ in bracket]

    def strain(self, high: int, low: int) -> int:
        bracket, below = self._bracket_of[high], self._bracket_of[low]
        if bracket is below:
            return abs(low - high - len(bracket) // 2)
        return bracket[-1] - high + low - below[0]

    def repeats(self, pairs: Sequence[Ranks]) -> int:
        return sum(self.met[high].get(low, 0) for high, low in pairs)

    def difference(self, pairs: Sequence[Ranks]) -> int:
        return sum(self.scores[high] - self.scores[low] for high, low in pairs)

    def least_difference(self, ranks: Sequence[int]) -> int:
        """The least sum of differences with which these people, highest first and even in number, can be paired.

        Above each step of the ranking stand as many people as there are places above it; if they are odd in
        number, one of them plays somebody below, and the step is paid for.
        """
        scores = [self.scores[rank] for rank in ranks]
        return sum(scores[place] - scores[place + 1] for place in range(0, len(scores) - 1, 2))


def exact(field: Field, ranks: Sequence[int], *, spare: int | None = None) -> list[Ranks]:
    """Return the best pairs of some people of a field.

    Arguments:
        ranks: those to be paired, highest placed first. If they are odd in number, one of them has the bye.
        spare: where it is known that they can be paired with nobody meeting again, and by how much the sum of
            differences is then above the least: pairs that cannot be part of anything better are left out.

    Returns:
        The pairs, that of the highest placed first; the one with the bye as a pair with `BYE`.

    Raises:
        ValueError: they are odd in number, and nobody of them may have the bye.
    """
    import rustworkx  # 3 MB, where most clubs pair nobody so

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
    graph.add_edges_from([(node, other, most - cost) for node, other, cost in weighed])
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(matched) < len(ranks) + odd:
        raise ValueError("somebody must have the bye, and nobody may")
    names = [*ranks, BYE]
    return sorted((names[min(pair)], names[max(pair)]) for pair in matched)


def _worth_while(field: Field, ranks: Sequence[int], spare: int) -> Iterator[tuple[int, int]]:
    # The least sum pays for every other step. Whoever plays across some of those between pays twice: for
    # this pair, and because the others around it are then odd in number where they were even.
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
    """What each pair of some people costs, as one number: its digits are the criteria in their order."""

    def __init__(self, field: Field, ranks: Sequence[int]) -> None:
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
        field = self.field
        return (
            self.repeat * field.met[high].get(low, 0)
            + self.step * (field.scores[high] - field.scores[low])
            + self.place * field.strain(high, low)
            + _mark(high, low)
        )

    def of_bye(self, rank: int) -> int:
        field = self.field
        return (
            self.bye * (field.byes[rank] - self.fewest)
            + self.height * (field.scores[rank] - field.scores[self.foot])
            + self.place * (self.foot - rank)
            + _mark(rank, len(field.scores))
        )


def _mark(high: int, low: int) -> int:
    mixed = (high * 0x9E3779B97F4A7C15 ^ low * 0xC2B2AE3D27D4EB4F) & 0xFFFFFFFFFFFFFFFF
    mixed = (mixed ^ mixed >> 29) * 0xBF58476D1CE4E5B9 & 0xFFFFFFFFFFFFFFFF
    return (mixed >> 32) % _MARKS


SMALL = 100
"""Up to so many people the whole room is solved exactly at once."""
MEDIUM = 400
"""Up to so many the differences are the least there can be, whatever it takes."""
_NEAR = 4
"""How many pairs to either side make up the first neighbourhood."""
_FAR = 64
"""Beyond so many pairs a neighbourhood is made wider only for the sake of those who have met."""

Met = Mapping[str, Mapping[str, int]]
"""For each person, how often they have met each other person."""
_NOBODY: Mapping[str, int] = {}


@dataclass(frozen=True)
class Pairing:
    """Who plays whom.

    Arguments:
        pairs: the pairs from the top, in each the one with the higher place first.
        bye: who plays nobody; None where they are even in number.
    """

    pairs: tuple[tuple[str, str], ...]
    bye: str | None = None


def pair_up(
    scores: Mapping[str, int],
    met: Met,
    *,
    byes: Mapping[str, int] | None = None,
    no_bye: Collection[str] = (),
) -> Pairing:
    """Pair people by their scores.

    Arguments:
        scores: the score of each; those with equal scores are placed in the order in which they stand.
        met: who has met whom; both must name the other. It may name people who are not paired now.
        byes: how often each has had the bye; whoever is missing has had none.

    Raises:
        ValueError: they are odd in number, and nobody may have the bye.
    """
    ranked = sorted(scores, key=lambda player: -scores[player])
    rank = {player: place for place, player in enumerate(ranked)}
    field = Field(
        [scores[player] for player in ranked],
        [_in_ranks(met.get(player, _NOBODY), rank) for player in ranked],
        [(byes or _NOBODY).get(player, 0) for player in ranked],
        frozenset(rank[player] for player in no_bye if player in rank),
    )
    pairs = _paired(field)
    bye = next((ranked[high] for high, low in pairs if low == BYE), None)
    return Pairing(tuple((ranked[high], ranked[low]) for high, low in pairs if low != BYE), bye)


def _in_ranks(known: Mapping[str, int], rank: Mapping[str, int]) -> dict[int, int]:
    return {rank[player]: times for player, times in known.items() if times and player in rank}


def _paired(field: Field) -> list[Ranks]:
    everybody = range(len(field.scores))
    if len(everybody) <= SMALL:
        return exact(field, everybody)
    bye = _lowest_for_the_bye(field)
    pairs = _repaired(field, _folded(field, bye))
    if len(everybody) <= MEDIUM:
        playing = [rank for rank in everybody if rank != bye]
        spare = field.difference(pairs) - field.least_difference(playing)
        if field.repeats(pairs) or (spare and bye is not None):
            return exact(field, everybody)
        if spare:
            return exact(field, playing, spare=spare)
    return pairs if bye is None else [*pairs, (bye, BYE)]


def _lowest_for_the_bye(field: Field) -> int | None:
    if len(field.scores) % 2 == 0:
        return None
    free = [rank for rank in range(len(field.scores)) if rank not in field.no_bye]
    if not free:
        raise ValueError("somebody must have the bye, and nobody may")
    return min(free, key=lambda rank: (field.byes[rank], -rank))


def _folded(field: Field, bye: int | None) -> list[Ranks]:
    pairs: list[Ranks] = []
    left: int | None = None
    for bracket in field.brackets:
        people = [rank for rank in bracket if rank != bye]
        if left is not None and people:
            pairs.append((left, people.pop(0)))
            left = None
        if len(people) % 2:
            left = people.pop()
        half = len(people) // 2
        pairs += zip(people[:half], people[half:], strict=True)
    return pairs


def _repaired(field: Field, pairs: list[Ranks]) -> list[Ranks]:
    # The pairs end up in the order of their higher placed.
    met = field.met
    for place, (high, low) in enumerate(pairs):
        if low in met[high]:
            _exchange(field, pairs, place)
    pairs.sort()
    for place in range(len(pairs)):
        if pairs[place][1] in met[pairs[place][0]]:
            _solve_around(field, pairs, place)
    return pairs


def _exchange(field: Field, pairs: list[Ranks], place: int) -> None:
    high, low = pairs[place]
    before = field.scores[high] - field.scores[low]
    for step in range(1, 2 * _NEAR + 1):
        for other in (place - step, place + step):
            if not 0 <= other < len(pairs):
                continue
            first, second = pairs[other]
            now = before + field.scores[first] - field.scores[second]
            for ways in (((high, second), (first, low)), ((high, first), (low, second))):
                new = [(min(pair), max(pair)) for pair in ways]
                if not field.repeats(new) and field.difference(new) <= now:
                    pairs[place], pairs[other] = new
                    return


def _solve_around(field: Field, pairs: list[Ranks], place: int) -> None:
    reach, before = _NEAR, None
    while True:
        start, end = max(0, place - reach), min(len(pairs), place + reach + 1)
        ranks = sorted(rank for pair in pairs[start:end] for rank in pair)
        best = exact(field, ranks)
        repeats = field.repeats(best)
        fault = (repeats, field.difference(best) - field.least_difference(ranks))
        is_all = end - start == len(pairs)
        if fault == (0, 0) or is_all or (not repeats and (fault == before or reach >= _FAR)):
            pairs[start:end] = best
            return
        reach, before = 2 * reach, fault
