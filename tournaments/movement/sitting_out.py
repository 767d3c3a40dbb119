"""Who sits out where somebody must: it goes round, so that nobody sits out twice before everybody has once."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TypeAlias

Turn: TypeAlias = Callable[[str], str | int]
"""What decides between those who have sat out equally often: the lowest is the first to sit out."""


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
    fewest = min((counts[player] for player in present if player in counts), default=0)
    order = sorted(present, key=lambda player: (counts.get(player, fewest), player in rested, turn(player)))
    return frozenset(order[:count])
