"""Couples of an evening who are never at one table: the men's partners change, and the women's.

Spouse-avoiding mixed doubles: everybody partners and opposes everyone of the other sex but their own spouse once,
and opposes everyone of their own sex once (R. K. Brayton, D. Coppersmith and A. J. Hoffman, "Self-orthogonal
latin squares of all orders n other than 2, 3, 6", 1974).
"""

from itertools import combinations

from tournaments.movement.schedules.developing import Card
from tournaments.movement.schedules.meeting import Built
from tournaments.movement.schedules.rings import Ring, ring
from tournaments.movement.schedules.starters import couples_games


def couples_rounds(couples: int) -> Built | None:
    """Return the rounds for so many couples; None where no recipe is known.

    Arguments:
        couples: how many; couple number i is players i and `couples` + i.

    Returns:
        The rounds, partners in seats 1 and 3, and in a few words where they come from. Where the number of
        couples is odd or a product of an even and an odd one, each couple rests once.
    """
    if games := couples_games().get(couples):
        rounds = tuple(
            tuple(
                _table(couples, *((player + added) % couples for player in (man, rival, woman, other)))
                for man, woman, rival, other in games
            )
            for added in range(couples)
        )
        return rounds, f"couples starter over Z_{couples}"
    numbers = ring(couples) if couples > 3 else None
    factor = _factor(numbers) if numbers else None
    if numbers is None or factor is None:
        return None
    return _rounds(numbers, factor), f"self-orthogonal square of order {couples}"


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
