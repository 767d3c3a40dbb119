"""The days of a club's nights, and of evenings that come again."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Mapping
from datetime import date, timedelta
from enum import StrEnum
from typing import Any, Final

from games.definition import Game

PROGRESSIVE_TARGETS: Final[Mapping[str, int]] = {"chantecler": 42}
"""What a progressive evening plays to unless it says otherwise, where it is not what the game alone is played to."""


def usual_rules(game: Game) -> dict[str, Any]:
    """Every house rule of a game with its value, as a party plays it where nobody says otherwise."""
    target = {"target": PROGRESSIVE_TARGETS[game.slug]} if game.slug in PROGRESSIVE_TARGETS else {}
    return {**game.options_as_data(game.defaults), **target}


WEEK: Final = 7
EVERY_WEEK: Final = 0
LAST_WEEK: Final = 5
"""The fifth weekday of a month; where a month has none, its last one is meant."""


def in_month(year: int, month: int, weekday: int, week: int) -> date:
    """The weekday (0 for Monday) of a month in a week counted by it. Raises OverflowError where the calendar ends."""
    if year > date.max.year:
        raise OverflowError("the calendar ends before")
    begins, length = monthrange(year, month)
    day = 1 + (weekday - begins) % WEEK + WEEK * (week - 1)
    return date(year, month, day if day <= length else day - WEEK)


def falls_on(weekday: int, week: int, day: date) -> bool:
    if day.weekday() != weekday:
        return False
    return week == EVERY_WEEK or in_month(day.year, day.month, weekday, week) == day


def days_from(weekday: int, week: int, since: date, count: int) -> list[date]:
    """The next `count` days of a night, `since` included. Raises OverflowError where the calendar ends before."""
    if week == EVERY_WEEK:
        first = since + timedelta(days=(weekday - since.weekday()) % WEEK)
        return [first + timedelta(days=WEEK * place) for place in range(count)]
    months = since.year * 12 + since.month - 1
    # The night of this very month may be past.
    days = [_in_nth_month(months + more, weekday, week) for more in range(count + 1)]
    return [day for day in days if day >= since][:count]


def _in_nth_month(months: int, weekday: int, week: int) -> date:
    year, month = divmod(months, 12)
    return in_month(year, month + 1, weekday, week)


class Rhythm(StrEnum):
    WEEKLY = "weekly"
    FORTNIGHTLY = "fortnightly"
    MONTHLY = "monthly"


WEEKS: Final = {Rhythm.WEEKLY: 1, Rhythm.FORTNIGHTLY: 2}


def days_of(rhythm: Rhythm, first: date, count: int) -> list[date]:
    """`count` days from the first on, the earliest first. Raises OverflowError where the calendar ends before.

    Monthly is the same weekday in the same week of the month: the second Friday. Where the first day is the fifth of
    its weekday, it is the last one of every month.
    """
    if rhythm in WEEKS:
        return [first + timedelta(days=WEEK * WEEKS[rhythm] * place) for place in range(count)]
    month, weekday, week = first.year * 12 + first.month - 1, first.weekday(), week_of_month(first)
    return [_in_nth_month(month + more, weekday, week) for more in range(count)]


def week_of_month(day: date) -> int:
    """In which week of its month a day comes, counted by its weekday: 2 for the second Friday."""
    return (day.day - 1) // WEEK + 1
