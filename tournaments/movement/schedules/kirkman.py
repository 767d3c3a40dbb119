"""Tables of three at which everybody meets everybody once, over a field of q = 6t + 1 elements.

D. K. Ray-Chaudhuri and R. M. Wilson, "Solution of Kirkman's schoolgirl problem", 1971.
"""

from tournaments.movement.schedules.developing import Card, developed
from tournaments.movement.schedules.rings import Ring


def on_three_circles(field: Ring) -> tuple[Card, ...]:
    """Return the rounds over three circles, for 3q players: one developed, and tables that make a round each."""
    order, powers = field.order, field.powers
    part = (order - 1) // 6

    def across(at: int) -> tuple[int, ...]:
        return tuple(level * order + powers[(at + 2 * part * level) % (order - 1)] for level in range(3))

    card: list[tuple[int, ...]] = [(0, order, 2 * order)]
    for at in range(part):
        card += [
            tuple(level * order + powers[at + 2 * part * turn] for turn in range(3)) for level in range(3)
        ]
    card += [across(at + part * odd) for odd in (1, 3, 5) for at in range(part)]
    own = (across(at + part * even) for even in (0, 2, 4) for at in range(part))
    return developed(tuple(card), field, 3) + tuple(
        tuple(moved[0] for moved in developed((table,), field, 3)) for table in own
    )


def on_two_circles(field: Ring) -> tuple[Card, ...]:
    """Return the rounds over two circles and one player in the middle, for 2q + 1 players."""
    order, powers = field.order, field.powers
    part = (order - 1) // 6
    half = powers.index(field.plus[powers[part]][1])
    two = powers.index(field.plus[1][1])
    middle = half - two

    def power(at: int) -> int:
        return powers[at % (order - 1)]

    card: list[tuple[int, ...]] = [(0, order, 2 * order)]
    for at in range(part):
        card += [
            (power(at + turn), power(at + turn + part), order + power(at + turn + middle))
            for turn in (0, 2 * part, 4 * part)
        ]
        card.append(tuple(order + power(at + middle + odd * part) for odd in (1, 3, 5)))
    return developed(tuple(card), field, 2)
