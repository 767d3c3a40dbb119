"""Couples of an evening who are never at one table: the men's partners change, and the women's.

Spouse-avoiding mixed doubles: everybody partners and opposes everyone of the other sex but their own spouse once,
and opposes everyone of their own sex once (R. K. Brayton, D. Coppersmith and A. J. Hoffman, "Self-orthogonal
latin squares of all orders n other than 2, 3, 6", 1974). Rounds in which nobody rests are a symmetric square
orthogonal to that (S. P. Wang, "On self-orthogonal Latin squares and partial transversals of Latin squares", 1978).
Most starters come from searches for whist in which everybody opposes everybody once on either hand: each table of
it makes two games, men and women changed over.
"""

from collections.abc import Sequence
from itertools import combinations

from tournaments.movement.schedules.developing import Card, renamed
from tournaments.movement.schedules.meeting import Built
from tournaments.movement.schedules.rings import Ring, ring
from tournaments.movement.schedules.starters import couples_games
from tournaments.movement.schedules.transversals import mixed_table, steps

_SEATS = 4
# Couples: how many groups of how many, with one more couple that belongs to none.
_GROUPS = {50: (7, 7)}


def couples_rounds(couples: int) -> Built | None:
    """Return the rounds for so many couples; None where no recipe is known.

    Arguments:
        couples: how many; couple number i is players i and `couples` + i.

    Returns:
        The rounds, partners in seats 1 and 3, and in a few words where they come from: one fewer than there are
        couples where their number is even, and nobody ever rests; else as many as there are, and each couple
        rests once.
    """
    if games := couples_games().get(couples):
        return _moved_on(couples, games), f"couples starter over Z_{couples - (couples + 1) % 2}"
    if couples in _GROUPS:
        groups, width = _GROUPS[couples]
        return _of_groups(groups, width), f"{groups} groups of {width} couples, and one more"
    numbers = ring(couples) if couples > 3 else None
    factor = _factor(numbers) if numbers else None
    if numbers is None or factor is None:
        return None
    return _rounds(numbers, factor), f"self-orthogonal square of order {couples}"


def _moved_on(couples: int, games: Sequence[tuple[int, int, int, int]]) -> tuple[Card, ...]:
    """Return the rounds that come from the first; where the number is even, the last couple stays."""
    around = couples - (couples + 1) % 2

    def moved(person: int, added: int) -> int:
        return (person + added) % around if person < around else person

    return tuple(
        tuple(
            _table(couples, *(moved(person, added) for person in (man, rival, woman, other)))
            for man, woman, rival, other in games
        )
        for added in range(around)
    )


def _factor(numbers: Ring) -> int | None:
    """Return a factor such that it, one less and their sum are no divisors of zero."""
    units = {element for element, row in enumerate(numbers.times) if 1 in row}
    return next(
        (
            factor
            for factor in range(2, numbers.order)
            if {factor, numbers.less(factor, 1), numbers.less(numbers.plus[factor][factor], 1)} <= units
        ),
        None,
    )


def _rounds(numbers: Ring, factor: int) -> tuple[Card, ...]:
    """Return the rounds: in each of them the numbers of two couples at one table have the same sum."""
    order, plus = numbers.order, numbers.plus
    own, others = numbers.times[factor], numbers.times[numbers.less(1, factor)]
    rounds: list[list[tuple[int, ...]]] = [[] for _ in range(order)]
    for man, rival in combinations(range(order), 2):
        woman, other = plus[own[man]][others[rival]], plus[own[rival]][others[man]]
        rounds[plus[man][rival]].append(_table(order, man, rival, woman, other))
    return tuple(tuple(card) for card in rounds if card)


def _table(couples: int, man: int, rival: int, woman: int, other: int) -> tuple[int, ...]:
    return man, rival, couples + woman, couples + other


def _of_groups(groups: int, width: int) -> tuple[Card, ...]:
    """Return the rounds in which each couple of a small schedule stands for a group, and one more belongs to none.

    In each round one couple of the small schedule rests: its group plays with the one more, by their own schedule.

    Arguments:
        groups: how many there are, an odd number.
        width: how many couples are in each, an odd number.
    """
    small, _ = couples_rounds(groups) or ((), "")
    inside, _ = couples_rounds(width + 1) or ((), "")
    numbers, apart = ring(width), steps(_SEATS, width) or ()
    last = groups * width
    names = [*range(last), *range(last + 1, 2 * last + 1)]
    rounds = []
    for card in small:
        (hole,) = set(range(groups)).difference(*card)
        men = [*range(hole * width, (hole + 1) * width), last]
        people = [*men, *(last + 1 + man for man in men)]
        for moved, within in enumerate(inside):
            across = (
                mixed_table(table, numbers, apart, place, moved) for table in card for place in range(width)
            )
            rounds.append(renamed(across, names) + renamed(within, people))
    return tuple(rounds)
