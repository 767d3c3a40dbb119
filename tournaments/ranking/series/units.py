"""Whole numbers of a unit: divided with a stated rounding, and written as people do."""

from collections.abc import Mapping
from typing import Final

from scoring.derivation import Sentence, coded, gettext_noop, ngettext_lazy, points_phrase, wordings

wordings(
    {
        "season.points": gettext_noop("%(amount)s points"),
        "season.half-point": gettext_noop("%(amount)s point"),
        "season.evenings": ngettext_lazy("%(count)s evening", "%(count)s evenings"),
        "season.decimals": gettext_noop("%(whole)s.%(part)s"),
    }
)
_DIGITS: Final[Mapping[int, int]] = {1: 0, 10: 1, 100: 2}


def nearest(numerator: int, denominator: int) -> int:
    """The nearest whole number to a quotient, halves up."""
    return (2 * numerator + denominator) // (2 * denominator)


def points_text(amount: int, unit: int) -> str:
    """Write units as points, for programs and in English: 9 halves are "4½", -125 tenths "-12.5".

    Arguments:
        amount: so many units.
        unit: how many make a point: 1, 2, 10 or 100.
    """
    sign, (whole, part) = "-" * (amount < 0), divmod(abs(amount), unit)
    if unit == 2:
        return f"{sign}{whole or ''}½" if part else f"{sign}{whole}"
    return f"{sign}{whole}.{part:0{_DIGITS[unit]}}" if unit > 1 else f"{sign}{whole}"


def decimal(amount: int, unit: int) -> str:
    """Units as points with a decimal point, for programs: 9 halves are "4.5"."""
    return points_text(5 * amount, 10) if unit == 2 else points_text(amount, unit)


def amount_said(amount: int, unit: int) -> str | Sentence:
    """Units as the number in a sentence, with the decimal point of its language: -125 tenths are "-12,5" in French.

    Arguments and what is written are those of `points_text`.
    """
    text = points_text(amount, unit)
    whole, point, part = text.partition(".")
    return coded("season.decimals", whole=whole, part=part) if point else text


def points_said(amount: int, unit: int) -> Sentence:
    """`½ point`, `1 point`, `4½ points`."""
    if amount % unit == 0:
        return points_phrase(amount // unit)
    half = unit == 2 and abs(amount) == 1
    return coded("season.half-point" if half else "season.points", amount=amount_said(amount, unit))


def evenings_said(count: int) -> Sentence:
    """`1 evening`, `4 evenings`."""
    return coded("season.evenings", count=count)
