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

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from tournaments.movement.by_result.matching import BYE, Field, Ranks, exact

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
        bye: who plays nobody, where they are odd in number.
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
        met: who has met whom; both must name the other. People who are not here may be among them.
        byes: how often each has had the bye; whoever is missing has had none.
        no_bye: who must not have it.

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
    """Pair a field in the way its size asks for."""
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
    """Who of those who have had the bye least is placed lowest; nobody where the field is even."""
    if len(field.scores) % 2 == 0:
        return None
    free = [rank for rank in range(len(field.scores)) if rank not in field.no_bye]
    if not free:
        raise ValueError("somebody must have the bye, and nobody may")
    return min(free, key=lambda rank: (field.byes[rank], -rank))


def _folded(field: Field, bye: int | None) -> list[Ranks]:
    """Fold each score, the last of an odd number playing the first of the next score."""
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
    """Mend pairs who have met before; the pairs stay in the order of their higher placed."""
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
    """Exchange opponents with the nearest pair with whom that costs nothing."""
    high, low = pairs[place]
    before = field.scores[high] - field.scores[low]
    for step in range(1, 2 * _NEAR + 1):
        for other in (place - step, place + step):
            if not 0 <= other < len(pairs):
                continue
            one, two = pairs[other]
            now = before + field.scores[one] - field.scores[two]
            for ways in (((high, two), (one, low)), ((high, one), (low, two))):
                new = [(min(pair), max(pair)) for pair in ways]
                if not field.repeats(new) and field.difference(new) <= now:
                    pairs[place], pairs[other] = new
                    return


def _solve_around(field: Field, pairs: list[Ranks], place: int) -> None:
    """Solve the neighbourhood of a pair exactly, and a wider one as long as that is better."""
    reach, before = _NEAR, None
    while True:
        start, end = max(0, place - reach), min(len(pairs), place + reach + 1)
        here = sorted(rank for pair in pairs[start:end] for rank in pair)
        found = exact(field, here)
        repeats = field.repeats(found)
        fault = (repeats, field.difference(found) - field.least_difference(here))
        is_all = end - start == len(pairs)
        if fault == (0, 0) or is_all or (not repeats and (fault == before or reach >= _FAR)):
            pairs[start:end] = found
            return
        reach, before = 2 * reach, fault
