"""How even some numbers are: how far they lie from the value they would have if all were alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

DIGITS = 4
"""Fractions are written with so many decimals."""


@dataclass(frozen=True)
class Evenness:
    """How far numbers lie from the even value.

    Arguments:
        least: the smallest number.
        most: the largest.
        even: the even value, or None where it is not the same for all.
        worst: the largest distance of a number from its even value.
        mean: the mean distance.
        least_worst: no whole numbers have a smaller largest distance.
        least_mean: no whole numbers have a smaller mean distance.
    """

    least: int
    most: int
    even: Fraction | None
    worst: Fraction
    mean: Fraction
    least_worst: Fraction
    least_mean: Fraction

    def as_data(self) -> dict[str, object]:
        """Return it as JSON data, fractions as numbers with four decimals."""
        return {
            "least": self.least,
            "most": self.most,
            "even": None if self.even is None else decimal(self.even),
            "worst": decimal(self.worst),
            "mean": decimal(self.mean),
            "least_worst": decimal(self.least_worst),
            "least_mean": decimal(self.least_mean),
        }


def decimal(value: Fraction) -> float:
    """Return the value with four decimals."""
    return round(float(value), DIGITS)


def of_one_sum(numbers: Sequence[int]) -> Evenness:
    """Return how even numbers are whose sum is given: all would be alike at their mean.

    Of whole numbers with that sum and a mean between two whole numbers, one at least lies on either side; the
    sum of the distances is smallest when all are one of the two. That gives the least deviations.
    """
    if not numbers:
        return of_each((), ())
    even = Fraction(sum(numbers), len(numbers))
    over = even - even.__floor__()
    found = Counter(numbers)
    return Evenness(
        min(found),
        max(found),
        even,
        max(abs(number - even) for number in found),
        sum((abs(number - even) * times for number, times in found.items()), Fraction()) / len(numbers),
        max(over, 1 - over) if over else Fraction(),
        2 * over * (1 - over),
    )


def of_each(numbers: Iterable[int], evens: Iterable[Fraction]) -> Evenness:
    """Return how even numbers are that have each their own even value.

    The least deviations follow from each number being whole; nothing is assumed of their sums.
    """
    found = Counter(zip(numbers, evens, strict=True))
    if not found:
        return Evenness(0, 0, Fraction(), Fraction(), Fraction(), Fraction(), Fraction())
    whole = {even: abs(even - round(even)) for _, even in found}
    total = found.total()
    return Evenness(
        min(number for number, _ in found),
        max(number for number, _ in found),
        next(iter(whole)) if len(whole) == 1 else None,
        max(abs(number - even) for number, even in found),
        sum((abs(number - even) * times for (number, even), times in found.items()), Fraction()) / total,
        max(whole.values()),
        sum((whole[even] * times for (_, even), times in found.items()), Fraction()) / total,
    )
