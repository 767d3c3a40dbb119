"""Who gets a place: the first of those waiting who fit."""

from __future__ import annotations

from collections.abc import Sequence


def placed_now(waiting: Sequence[int], free: int | None) -> list[int]:
    """Which of those waiting get places now, by where they stand in the list, counted from 0.

    Whoever needs more places than are left is passed over, and stays where they are.

    Arguments:
        waiting: how many places each of them needs, the first first.
        free: how many places are left; None where there is no limit.
    """
    if free is None:
        return list(range(len(waiting)))
    found = []
    for at, needed in enumerate(waiting):
        if needed <= free:
            free -= needed
            found.append(at)
    return found
