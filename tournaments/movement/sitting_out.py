"""Who sits out where somebody must: it goes round, so that nobody sits out twice before everybody has once."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TypeAlias

Turn: TypeAlias = Callable[[str], str | int | tuple[bool, int]]
"""What decides between those who have sat out equally often: the lowest is the first to sit out."""
TurnBeside: TypeAlias = Callable[[str, Sequence[str]], str | int | tuple[bool, int] | tuple[int, int]]
"""The same where it depends on who sits out besides."""


def chosen_to_sit_out(
    present: Sequence[str],
    count: int,
    counts: Mapping[str, int],
    rested: Collection[str],
    turn: Turn,
) -> frozenset[str]:
    """Choose who sits out: who has done so least, of those who did not just now, then by `turn`.

    Arguments:
        present: everybody there.
        count: how many have no seat.
        counts: how often each has sat out; whoever is missing counts as one of those who have least.
        rested: who sat out the last round.
        turn: what decides after that.
    """
    return chosen_one_by_one(present, count, counts, rested, lambda player, _before: turn(player))


def chosen_one_by_one(
    present: Sequence[str],
    count: int,
    counts: Mapping[str, int],
    rested: Collection[str],
    turn: TurnBeside,
) -> frozenset[str]:
    """Choose as `chosen_to_sit_out` does, where whose turn it is depends on those chosen before.

    Arguments:
        present: everybody there.
        count: how many have no seat.
        counts: how often each has sat out; whoever is missing counts as one of those who have least.
        rested: who sat out the last round.
        turn: what decides after that, of a player and of those chosen before.
    """
    often = _how_often(present, counts)
    left, out = list(present), list[str]()
    for _ in range(count):
        low = min((often[player], player in rested) for player in left)
        equals = [player for player in left if (often[player], player in rested) == low]
        out.append(min(equals, key=lambda player: turn(player, out)))
        left.remove(out[-1])
    return frozenset(out)


def _how_often(present: Sequence[str], counts: Mapping[str, int]) -> dict[str, int]:
    """Return how often everybody there has sat out."""
    fewest = min((counts[player] for player in present if player in counts), default=0)
    return {player: counts.get(player, fewest) for player in present}
