"""An old way of the REST API says so in its answers, and until when it stays (RFC 9745, RFC 8594)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

from django.utils.http import http_date

DEPRECATION: Final = "deprecation"
"""The attribute of a view's method that says whether it is an old way."""
LEAST: Final = timedelta(days=365)
"""For so long at the least an old way stays after it was called old; `docs/rest.md` promises it."""


@dataclass(frozen=True, slots=True)
class Deprecation:
    """Since when an operation is an old way, when it goes, and the address to use in its stead.

    `instead` may name parts of the operation's own address: `/api/v1/clubs/{club}/people/`; "" where there is none.

    Raises ValueError for one that goes too soon.
    """

    since: date
    sunset: date
    instead: str = ""

    def __post_init__(self) -> None:
        if self.sunset - self.since < LEAST:
            raise ValueError(f"an old way stays {LEAST.days} days at the least, not until {self.sunset}")

    def headers(self, docs: str, place: Mapping[str, Any]) -> dict[str, str]:
        """What an answer says of it.

        Arguments:
            docs: the address at which the policy can be read.
            place: the parts of the address that was asked.
        """
        links = [f'<{docs}>; rel="deprecation"; type="text/html"']
        if self.instead:
            links.append(f'<{self.instead.format(**place)}>; rel="successor-version"')
        return {
            "Deprecation": f"@{_seconds(self.since)}",
            "Sunset": http_date(_seconds(self.sunset)),
            "Link": ", ".join(links),
        }


def _seconds(day: date) -> int:
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp())
