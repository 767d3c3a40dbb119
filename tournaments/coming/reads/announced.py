"""What is announced: for the front doors, the calendar, and the page of one evening. It names nobody."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo

from django.db.models import Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from games.catalogue import GAMES
from tournaments.club.models import Club
from tournaments.club.publicity import Part
from tournaments.club.reads.visitors import Visitor
from tournaments.coming.models import Announcement
from tournaments.evening.models import Evening
from tournaments.evening.reads import access, public
from tournaments.evening.score import Status

MOST_SHOWN = 12
"""So many evenings to come are shown at a front door."""
MOST_IN_CALENDAR = 200
KEPT_IN_CALENDAR = timedelta(days=31)
"""So long an evening that is past stays in calendars that subscribe."""
A_DAY = timedelta(days=1)


class Closed(StrEnum):
    WITHDRAWN = "withdrawn"
    OFF = "off"
    OPEN_DOORS = "open-doors"
    BEGUN = "begun"
    OVER = "over"
    PAST = "past"
    NOT_WANTED = "not-wanted"


@dataclass(frozen=True, slots=True)
class Coming:
    """An evening to come, and how many say that they come.

    Attributes:
        announcement: None for one whose doors are open and that never was announced.
        come: how many people have a place; `waiting` how many wait for one.
    """

    evening: Evening
    announcement: Announcement | None = None
    come: int = 0
    waiting: int = 0

    @property
    def left(self) -> int | None:
        limit = self.announcement.places if self.announcement else None
        return None if limit is None else max(limit - self.come, 0)

    @property
    def starts_at(self) -> datetime | None:
        """When it begins, by the club's clock; None where only the day is known."""
        if self.announcement is None:
            return None
        zone = ZoneInfo(self.evening.club.time_zone)
        return datetime.combine(self.evening.date, self.announcement.starts, tzinfo=zone)

    @property
    def game(self) -> str:
        slug = self.evening.plan["game"]
        return GAMES[slug].name if slug in GAMES else slug

    @property
    def is_before_doors(self) -> bool:
        return self.evening.status == Status.DRAFT

    @property
    def is_off(self) -> bool:
        return self.evening.status == Status.ABANDONED

    @property
    def takes_sign_ups(self) -> bool:
        return self.announcement is not None and self.announcement.takes_sign_ups

    @property
    def order(self) -> tuple[date, time, int]:
        """Its place among others: by day and hour, those without an hour last of their day."""
        starts = self.announcement.starts if self.announcement else time.max
        return self.evening.date, starts, self.evening.pk


def today_at(club: Club, at: datetime) -> date:
    return at.astimezone(ZoneInfo(club.time_zone)).date()


def why_closed(announcement: Announcement, *, today: date) -> Closed | None:
    evening = announcement.evening
    if evening.status == Status.ABANDONED:
        return Closed.OFF
    if announcement.withdrawn_at is not None:
        return Closed.WITHDRAWN
    if evening.status != Status.DRAFT:
        return _how_far(evening)
    if evening.date < today:
        return Closed.PAST
    return None if announcement.takes_sign_ups else Closed.NOT_WANTED


def _how_far(evening: Evening) -> Closed:
    # An evening has begun once its seats are drawn.
    if evening.status in public.OVER:
        return Closed.OVER
    return Closed.OPEN_DOORS if evening.status == Status.CHECK_IN else Closed.BEGUN


def coming_of(clubs: Collection[Club] | None, visitor: Visitor, *, at: datetime) -> list[Coming]:
    """The announced evenings whose doors are still closed, of these clubs or of all, the next first; one query."""
    rows = _shown_to(visitor).filter(evening__status=Status.DRAFT, evening__date__gte=at.date() - A_DAY)
    rows = rows if clubs is None else rows.filter(evening__club__in=clubs)
    upcoming = map(_coming, rows.order_by("evening__date", "starts", "pk")[: 2 * MOST_SHOWN])
    return [coming for coming in upcoming if coming.evening.date >= today_at(coming.evening.club, at)][
        :MOST_SHOWN
    ]


def told_of(evenings: Iterable[Evening]) -> dict[int, Coming]:
    """What is announced of these evenings, by primary key; the others are left out; one query."""
    rows = _announced().filter(evening__in=[evening.pk for evening in evenings])
    return {row.evening_id: _coming(row) for row in rows}


def calendar_of(club: Club, visitor: Visitor, *, since: date) -> list[Coming]:
    """The evenings of a club from a day on that are announced or have open doors, the earliest first; two queries.

    Announced ones are there as long as they are announced, however far they have got, and when they were called off.
    """
    rows = (
        _shown_to(visitor)
        .filter(evening__club=club, evening__date__gte=since)
        .order_by("evening__date", "pk")
    )
    coming_by_evening = {row.evening_id: _coming(row) for row in rows[:MOST_IN_CALENDAR]}
    opened = (
        access.public_evenings(visitor).filter(club=club, date__gte=since).exclude(status__in=public.OVER)
    )
    for evening in opened.exclude(pk__in=coming_by_evening)[:MOST_IN_CALENDAR]:
        coming_by_evening[evening.pk] = Coming(evening)
    return sorted(coming_by_evening.values(), key=lambda coming: coming.order)


def still_to_come(found: Iterable[Coming]) -> list[Coming]:
    return [coming for coming in found if coming.evening.status in (Status.DRAFT, Status.CHECK_IN)]


def announced_at(visitor: Visitor, club: str, evening: str) -> Coming | None:
    """The announced evening at an address, also when it was called off or its doors are open; one query.

    None where nothing is announced, it was withdrawn, or the club does not show it to the visitor.
    """
    row = _shown_to(visitor).filter(evening__club__slug=club, evening__slug=evening).first()
    return _coming(row) if row else None


def _shown_to(visitor: Visitor) -> QuerySet[Announcement]:
    return _announced().filter(visitor.visible(Part.COMING, "evening__club"))


def _announced() -> QuerySet[Announcement]:
    announcements = Announcement.objects.filter(
        withdrawn_at__isnull=True, evening__club__put_away_at__isnull=True
    )
    live = Q(sign_ups__withdrawn_at__isnull=True)
    return announcements.select_related("evening__club").annotate(
        come=Coalesce(Sum("sign_ups__people", filter=live & Q(sign_ups__placed_at__isnull=False)), 0),
        waiting=Coalesce(Sum("sign_ups__people", filter=live & Q(sign_ups__placed_at__isnull=True)), 0),
    )


def _coming(row: Announcement) -> Coming:
    return Coming(row.evening, row, getattr(row, "come", 0), getattr(row, "waiting", 0))
