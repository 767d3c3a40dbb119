"""Money divided between people who are level, in whole smallest units, nothing lost and nothing added.

Hort's way (as federations of chess have it): half of a prize goes by place, the other half is shared by all who
are level in points.
"""

from collections.abc import Sequence
from fractions import Fraction

from tournaments.ranking.series.rules import Split


def equal_shares(amount: int, count: int) -> tuple[int, ...]:
    """An amount in parts as equal as whole units allow; the first have what is left over.

    Arguments:
        amount: so many units.
        count: among how many.

    Raises:
        ValueError: among nobody.
    """
    if count < 1:
        raise ValueError("nothing is divided among nobody")
    part, left = divmod(amount, count)
    return tuple(part + (number < left) for number in range(count))


def whole(parts: Sequence[Fraction]) -> tuple[int, ...]:
    """Parts of a whole number as whole numbers: rounded down, what is left over to the largest remainders.

    Of equal remainders the first have it, so that the better place is never behind.

    Raises:
        ValueError: the parts do not make a whole number.
    """
    total = sum(parts)
    if Fraction(total).denominator != 1:
        raise ValueError("parts of a whole number make a whole number")
    units = [part.numerator // part.denominator for part in parts]
    left = int(total) - sum(units)
    by_remainder = sorted(range(len(parts)), key=lambda number: (units[number] - parts[number], number))
    for number in by_remainder[:left]:
        units[number] += 1
    return tuple(units)


def divided(prizes: Sequence[int], places: Sequence[int], ties: Split) -> tuple[int, ...]:
    """What each of those who are level gets of the prizes that fall to them.

    Arguments:
        prizes: from the best of them down; no more than there are people, fewer where they run out.
        places: of those people, best first; equal ones share a place that nothing parted.
        ties: "hort": half by place and half shared; else all of it is shared.

    Raises:
        ValueError: there are more prizes than people.
    """
    if len(prizes) > len(places):
        raise ValueError("everybody has one place")
    total = sum(prizes)
    if ties != "hort":
        return equal_shares(total, len(places))
    by_rank = [*prizes, *[0] * (len(places) - len(prizes))]
    shared = Fraction(total, 2 * len(places))
    return whole([shared + Fraction(own, 2) for own in _by_place(by_rank, places)])


def _by_place(by_rank: Sequence[int], places: Sequence[int]) -> list[Fraction]:
    """The prize of each rank; those who share a place have the average of its ranks."""
    found: list[Fraction] = []
    for place in dict.fromkeys(places):
        ranks = [rank for rank, own in enumerate(places) if own == place]
        average = Fraction(sum(by_rank[rank] for rank in ranks), len(ranks))
        found += [average] * len(ranks)
    return found
