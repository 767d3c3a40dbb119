"""The nights of a club, and the days on which they are."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, time

from django.http import Http404

from tournaments.club.models import Club, ClubNight
from tournaments.evening.status import Status

__all__ = ["ClubNight", "next_days", "of_club", "one", "start_on"]

MOST_AHEAD = 60
"""So many of its days are looked at for the next one of a night that is still free."""


def of_club(club: Club) -> list[ClubNight]:
    """Those of the club, by the day of the week; one query."""
    return list(club.nights.all())


def one(club: Club, pk: int) -> ClubNight:
    """One of them. Raises Http404."""
    found = club.nights.filter(pk=pk).first()
    if found is None:
        raise Http404
    return found


def next_days(club: Club, nights: Iterable[ClubNight], today: date) -> dict[int, date]:
    """The next day of each night, by primary key, today included, on which the club has no evening; one query.

    Where all days ahead have one it is the very next.
    """
    coming = club.evenings.filter(date__gte=today).exclude(status=Status.ABANDONED)
    taken = set(coming.values_list("date", flat=True))
    found = {}
    for night in nights:
        days = night.days_from(today, MOST_AHEAD)
        found[night.pk] = next((day for day in days if day not in taken), days[0])
    return found


def start_on(club: Club, day: date) -> time | None:
    """When the night of this day begins; None where there is none, or it says nothing. One query."""
    rows = club.nights.exclude(starts=None)
    return next((night.starts for night in rows if night.falls_on(day)), None)
