"""A calendar as a file that calendars subscribe to: iCalendar, as RFC 5545 has it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from typing import Final

from tournaments.club.nights import WEEK, in_month

# The days of evenings that come again: every week, every second week, every month on the same weekday.


class Rhythm(StrEnum):
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


# --- Who gets a place: the first of those waiting who fit ---------------------------------------------


def placed_now(waiting: Sequence[int], free: int | None) -> list[int]:
    """Which of those waiting get places now, by where they stand in the list, counted from 0.

    Whoever needs more places than are left is passed over, and stays where they are.

    Arguments:
        waiting: how many places each of them needs, the first first.
        free: how many places are left; None where there is no limit.
    """
    if free is None:
        return list(range(len(waiting)))
    indexes = []
    for at, needed in enumerate(waiting):
        if needed <= free:
            free -= needed
            indexes.append(at)
    return indexes


LONGEST_LINE: Final = 75
"""Octets of a line without its break (RFC 5545, 3.1)."""
NEW_LINE: Final = "\r\n"
ASKED_AGAIN: Final = "PT6H"
"""How long a calendar may wait before it asks again."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something in a calendar.

    Attributes:
        uid: what tells it from every other event of the world, for ever.
        changed: when what is said of it was changed last.
        starts: when it begins; a date where only the day is known.
        ends: when it ends; None where nobody knows.
        is_off: whether it was called off.
    """

    uid: str
    changed: datetime
    starts: datetime | date
    ends: datetime | None
    title: str
    about: str = ""
    place: str = ""
    url: str = ""
    is_off: bool = False


def written(name: str, events: Iterable[Event]) -> str:
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Head Table//Evenings//EN",
        "METHOD:PUBLISH",
        f"X-WR-CALNAME:{escaped(name)}",
        f"REFRESH-INTERVAL;VALUE=DURATION:{ASKED_AGAIN}",
        f"X-PUBLISHED-TTL:{ASKED_AGAIN}",
        *(line for event in events for line in _event(event)),
        "END:VCALENDAR",
    ]
    return "".join(folded_line(line) + NEW_LINE for line in lines)


def escaped(text: str) -> str:
    # RFC 5545, 3.3.11.
    for mark in ("\\", ";", ","):
        text = text.replace(mark, f"\\{mark}")
    return "\\n".join(text.splitlines())


def folded_line(line: str) -> str:
    """A line in pieces of at most 75 octets, each but the first after a break and a space; no letter is cut."""
    pieces, piece, length = [], "", 0
    for letter in line:
        size = len(letter.encode())
        if length + size > LONGEST_LINE:
            pieces.append(piece)
            piece, length = " ", 1
        piece += letter
        length += size
    return NEW_LINE.join([*pieces, piece])


def _event(event: Event) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{event.uid}"
    yield f"DTSTAMP:{_moment(event.changed)}"
    yield f"LAST-MODIFIED:{_moment(event.changed)}"
    yield from _when(event)
    yield f"SUMMARY:{escaped(event.title)}"
    for name, value in (("DESCRIPTION", event.about), ("LOCATION", event.place)):
        if value:
            yield f"{name}:{escaped(value)}"
    if event.url:
        yield f"URL:{event.url}"
    yield f"STATUS:{'CANCELLED' if event.is_off else 'CONFIRMED'}"
    yield "END:VEVENT"


def _when(event: Event) -> Iterator[str]:
    if not isinstance(event.starts, datetime):
        yield f"DTSTART;VALUE=DATE:{event.starts:%Y%m%d}"
        yield f"DTEND;VALUE=DATE:{event.starts + timedelta(days=1):%Y%m%d}"
        return
    yield f"DTSTART:{_moment(event.starts)}"
    if event.ends is not None:
        yield f"DTEND:{_moment(event.ends)}"


def _moment(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"
