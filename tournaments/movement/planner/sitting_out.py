"""Who sits out in which round: whoever has done so least, and those who stay together both at once."""

from __future__ import annotations

from collections.abc import Collection

from tournaments.movement.planner.task import Task

Sitters = tuple[frozenset[int], ...]


def sitters(task: Task, wished: Sitters = ()) -> Sitters:
    """Return who sits out in each coming round.

    Everybody there sits out as often as everybody else, or once more. Among those who have sat out equally
    often those wished come first, then those who have had no chair out for longest, then the lower number.

    Arguments:
        task: what is planned.
        wished: who might sit out in each round, from a plan to begin with; need not be fair.
    """
    counts = list(task.sat_out)
    last = [-1] * task.players
    mate = {one: other for pair in task.together for one, other in (pair, pair[::-1])}
    found = []
    for number, (there, sizes) in enumerate(zip(task.there, task.sizes, strict=True)):
        here = wished[number] if number < len(wished) else frozenset()
        order = sorted(there, key=lambda p: (counts[p], p not in here, last[p], p))
        out = _chosen(order, len(there) - sum(sizes), mate, counts)
        for player in out:
            counts[player] += 1
            last[player] = number
        found.append(frozenset(out))
    return tuple(found)


def _chosen(order: list[int], wanted: int, mate: dict[int, int], counts: list[int]) -> Collection[int]:
    """Take so many from the front, couples as a whole where both are due and both fit."""
    out: list[int] = []
    while len(out) < wanted:
        left = [player for player in order if player not in out]
        due = [player for player in left if counts[player] == counts[left[0]]]
        whole = [p for p in due if mate.get(p) not in left or (mate[p] in due and wanted - len(out) > 1)]
        player = (whole or due)[0]
        out.append(player)
        if player in whole and mate.get(player) in due:
            out.append(mate[player])
    return out
