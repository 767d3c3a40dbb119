"""Rooms that do not fill their tables: the schedule of the next full room, in which some seats have nobody."""

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations

from tournaments.movement.schedules.catalogue import Schedule, perfect
from tournaments.movement.schedules.developing import Card, renamed


@lru_cache(maxsize=64)
def with_ghosts(players: int, *, size: int) -> Schedule | None:
    """Return rounds at tables of `size` and of one less, in which nobody meets anybody twice and nobody rests.

    The schedule of the next full room, with as many people left out as are missing: some who never meet, or
    else some of one table, and then without the round of that table, so that no table misses two.

    Arguments:
        players: how many there are.
        size: how many sit at a full table: 3, 4 or 5. The game must allow tables of one less as well.

    Returns:
        The rounds; of a full room those of its own schedule. None where there are too few people, so that
        there would not be enough tables that miss one, or no schedule is known.
    """
    missing = -players % size
    full = perfect("meeting", players + missing, size=size)
    if full is None or missing * size > full.players:
        return None
    if not missing:
        return full
    ghosts, cards = _nobody(full, missing)
    names = _names(full.players, ghosts)
    left = tuple(_without(card, ghosts, names) for card in cards)
    return Schedule("meeting", players, size, left, f"{full.source}, {missing} left out") if left else None


def _nobody(full: Schedule, missing: int) -> tuple[frozenset[int], tuple[Card, ...]]:
    """Return who is left out, and the rounds in which no two of them are at one table."""
    strangers = _strangers(full, missing)
    if strangers:
        return strangers, full.cards
    return frozenset(full.cards[-1][0][-missing:]), full.cards[:-1]


def _strangers(full: Schedule, wanted: int) -> frozenset[int]:
    """Return so many who never meet each other, the last ones where there is a choice; nobody if there are none."""
    met = {frozenset(pair) for card in full.cards for table in card for pair in combinations(table, 2)}
    for last in reversed(range(full.players)):
        group = [last]
        for other in reversed(range(last)):
            if len(group) < wanted and not any(frozenset((one, other)) in met for one in group):
                group.append(other)
        if len(group) == wanted:
            return frozenset(group)
    return frozenset()


def _names(players: int, ghosts: Iterable[int]) -> list[int]:
    """Return new numbers for everybody who is there, without gaps; what a ghost is called is never used."""
    absent = set(ghosts)
    names, given = [], 0
    for player in range(players):
        names.append(given)
        given += player not in absent
    return names


def _without(card: Card, ghosts: frozenset[int], names: list[int]) -> Card:
    return renamed(([player for player in table if player not in ghosts] for table in card), names)
