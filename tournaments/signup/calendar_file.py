"""A calendar as a file that calendars subscribe to: iCalendar, as RFC 5545 has it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Final

LONGEST_LINE: Final = 75
"""Octets of a line without its break (RFC 5545, 3.1)."""
NEW_LINE: Final = "\r\n"
ASKED_AGAIN: Final = "PT6H"
"""How long a calendar may wait before it asks again."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something in a calendar; its `uid` tells it from every other event of the world, for ever.

    It starts on a date where only the day is known; it ends None where nobody knows.
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
