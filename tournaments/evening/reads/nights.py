"""The nights of a club, and the days on which they are."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import date, time, timedelta
from typing import Any

from django.db.models import QuerySet
from django.http import Http404

from tournaments.club.models import Club, ClubNight
from tournaments.evening.models import Evening
from tournaments.evening.presets import OF_A_GAME
from tournaments.evening.status import Status

__all__ = ["ClubNight", "evenings_left", "next_days", "of_club", "one", "start_on"]

MOST_DAYS = 800
"""Of so many days ahead the nights are counted: more than two years."""
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


def evenings_left(
    clubs: QuerySet[Club, Any], games: Collection[str], *, since: date, today: date, until: date
) -> int | None:
    """How many evenings of these games are still to come at the nights of clubs; None where they have no nights.

    A day is counted once for each club, today too. An evening that was made for another day counts as well, and one
    of the days before from `since` on that was played and is not published; a night on which something else is, or
    was, does not. Two queries.
    """
    nights = [
        night
        for night in ClubNight.objects.filter(club__in=clubs)
        if not night.begins_with.startswith(OF_A_GAME) or night.begins_with.removeprefix(OF_A_GAME) in games
    ]
    if not nights:
        return None
    first = max(since, today)
    ahead = [first + timedelta(days=more) for more in range(min((until - first).days + 1, MOST_DAYS))]
    found = {(night.club_id, day) for day in ahead for night in nights if night.falls_on(day)}
    made = Evening.objects.filter(club__in=clubs, date__gte=since, date__lte=until)
    made = made.exclude(status=Status.ABANDONED).order_by("pk")
    to_come = set()
    for club, day, status, game in made.values_list("club_id", "date", "status", "plan__game"):
        found.discard((club, day))
        if game in games and (status == Status.FINISHED or (status != Status.PUBLISHED and day >= today)):
            to_come.add((club, day))
    return len(found | to_come)
