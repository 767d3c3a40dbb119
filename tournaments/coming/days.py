"""The days of evenings that come again: every week, every second week, every month on the same weekday."""

from __future__ import annotations

from datetime import date, timedelta
from enum import StrEnum
from typing import Final

from tournaments.club.nights import WEEK, in_month


class Rhythm(StrEnum):
    """How often an evening comes again."""

    WEEKLY = "weekly"
    FORTNIGHTLY = "fortnightly"
    MONTHLY = "monthly"


WEEKS: Final = {Rhythm.WEEKLY: 1, Rhythm.FORTNIGHTLY: 2}


def days_of(rhythm: Rhythm, first: date, count: int) -> list[date]:
    """`count` days from the first on, the earliest first.

    Monthly is the same weekday in the same week of the month: the second Friday. Where the first day is the fifth of
    its weekday, it is the last one of every month.

    Raises:
        OverflowError: the calendar ends before.
    """
    if rhythm in WEEKS:
        return [first + timedelta(days=WEEK * WEEKS[rhythm] * place) for place in range(count)]
    return [_nth_weekday(first, months) for months in range(count)]


def week_of_month(day: date) -> int:
    """In which week of its month a day comes, counted by its weekday: 2 for the second Friday."""
    return (day.day - 1) // WEEK + 1


def _nth_weekday(first: date, months: int) -> date:
    year, month = divmod(first.year * 12 + first.month - 1 + months, 12)
    return in_month(year, month + 1, first.weekday(), week_of_month(first))
