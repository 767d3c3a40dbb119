"""What is announced: for the front doors, the calendar, and the page of one evening. It names nobody."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from enum import StrEnum
from typing import Annotated, Any, Final
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import Q, QuerySet, Sum
from django.db.models.functions import Coalesce
from pydantic import Field

from games.catalogue import name_of
from scoring.derivation import gettext_noop
from tournaments.club.models import Club, MailKind
from tournaments.club.reads.access import Visitor
from tournaments.club.reads.members import Namesakes
from tournaments.club.roles import Part, Role
from tournaments.club.services import audit, mails
from tournaments.evening.models import Evening
from tournaments.evening.reads import access, public
from tournaments.evening.round_rules import Status
from tournaments.evening.services.evenings import change_plan, make_evening
from tournaments.refusals import LONGEST_NOTE, refuse
from tournaments.signup.models import Announcement, SignUp
from tournaments.site.arguments import ActorId, Body, Clock, Example
from tournaments.site.cleaning import clean_name, clean_words


def lock_places(announcement: Announcement) -> Announcement:
    """The row, locked: nobody else gives or takes its places until the transaction is over."""
    return Announcement.objects.select_for_update(no_key=True).get(pk=announcement.pk)


def live_sign_ups(announcement: Announcement) -> QuerySet[SignUp]:
    return announcement.sign_ups.filter(withdrawn_at__isnull=True).order_by("number")


def give_places(announcement: Announcement, *, at: datetime) -> None:
    """Give places to the first waiting who fit. The caller has locked the row of `announcement`."""
    waiting = live_sign_ups(announcement).filter(placed_at__isnull=True)
    if not waiting:
        return
    free = None
    if announcement.places is not None:
        seated = live_sign_ups(announcement).filter(placed_at__isnull=False)
        free = announcement.places - (seated.aggregate(taken=Sum("people"))["taken"] or 0)
    placed = [waiting[place] for place in placed_now([row.people for row in waiting], free)]
    announcement.sign_ups.filter(pk__in=[row.pk for row in placed]).update(placed_at=at)
    if waited := [row for row in placed if row.made_at < at]:
        _tell_placed(announcement.evening, waited, at)


def _tell_placed(evening: Evening, rows: Sequence[SignUp], at: datetime) -> None:
    # Those of the club whom a name of the list means alone.
    known = Namesakes(evening.club_id)
    called = [known.called(name) for row in rows for name in (row.name, row.companion) if name]
    players = [people[0].pk for people in called if len(people) == 1]
    mails.tell(MailKind.PLACE, evening, players, number=rows[-1].number, at=at)


def tell_next(club: Club, *, at: datetime) -> None:
    """Tell of the club's next evening whoever asks to be told, and was not yet; to be called when another is next."""
    rows = _announced().filter(evening__club=club, evening__date__gte=today_at(club, at))
    row = rows.filter(evening__status=Status.DRAFT).order_by("evening__date", "starts", "pk").first()
    if row is not None:
        mails.tell(MailKind.EVENING, row.evening, None, number=0, at=at)


MOST_PLACES: Final = 400
"""More than any room holds."""
BEFORE_PLAY: Final = (Status.DRAFT, Status.CHECK_IN)


class NewAnnouncement(Body):
    """When an evening begins, for how many there is room (null: any number), a note, whether people may sign up."""

    starts: Annotated[Clock, Example("19:30")]
    places: Annotated[Annotated[int, Field(ge=1, le=MOST_PLACES)] | None, Example(24)] = None
    note: Annotated[Annotated[str, Field(max_length=LONGEST_NOTE)], Example("Bring a cake")] = ""
    takes_sign_ups: bool = True


@audit.command(needs=Role.DIRECTOR)
def announce(*, evening: Evening, new: NewAnnouncement, by: ActorId, at: datetime) -> Announcement:
    """Announce the evening, again too, or change what is announced of it, until seats are drawn.

    A plan that says nothing of when it starts, or what was announced before, says this from now on. Where there is
    room for more than before, the first waiting who fit get places; where there is room for fewer, nobody loses
    theirs. Raises Faults once seats are drawn (`too-late`).
    """
    row = Evening.objects.select_for_update(no_key=True).get(pk=evening.pk)
    if row.status not in BEFORE_PLAY:
        refuse("", "too-late", "the seats are drawn, so there is nothing left to announce")
    announced = {name: getattr(new, name) for name in NewAnnouncement.model_fields}
    columns = {**announced, "note": clean_words("note", new.note), "changed_at": at, "withdrawn_at": None}
    former = Announcement.objects.filter(evening=row).values_list("starts", flat=True).first()
    announcement, _ = Announcement.objects.select_for_update(no_key=True).update_or_create(
        evening=row, defaults=columns, create_defaults={**columns, "made_by": by, "made_at": at}
    )
    if row.plan.get("starts_at") in (None, former and f"{former:%H:%M}") and former != new.starts:
        plan = {**row.plan, "starts_at": f"{new.starts:%H:%M}"}
        change_plan(evening=row, name=row.name, date=row.date, plan=plan, by=by, at=at)
    give_places(announcement, at=at)
    tell_next(row.club, at=at)
    audit.note(row.club, "evening-announced", at=at, evening=row.name, places=new.places)
    return announcement


@audit.command(needs=Role.DIRECTOR, done=gettext_noop("The announcement is withdrawn."))
def withdraw(*, announcement: Announcement, at: datetime) -> Announcement:
    """Announce it no longer; whoever has signed up stays in the list."""
    standing = Announcement.objects.filter(pk=announcement.pk, withdrawn_at__isnull=True)
    if standing.update(withdrawn_at=at, changed_at=at):
        evening = announcement.evening
        audit.note(evening.club, "announcement-withdrawn", at=at, evening=evening.name)
        tell_next(evening.club, at=at)
    announcement.refresh_from_db()
    return announcement


FEWEST: Final = 2
MOST: Final = 12
"""So many evenings are planned at once."""


@transaction.atomic
def plan_several(
    *,
    club: Club,
    name: str,
    days: Sequence[date],
    plan: Mapping[str, Any],
    told: NewAnnouncement,
    by: str,
    at: datetime,
) -> list[Evening]:
    """An evening on each of these days, each announced; nothing is made where one of them is refused.

    Raises Faults on a bad name or plan, for no day, too many or one twice (`days`), and where the club has an evening
    of this name on one of them (`already-there`).
    """
    if not 1 <= len(days) <= MOST:
        refuse(
            "days",
            "how-many",
            "%(entered)s days were chosen; choose 1 to %(most)s",
            entered=len(days),
            most=MOST,
        )
    if len(set(days)) < len(days):
        refuse("days", "twice", "a day was chosen twice; an evening is made once on each")
    name = clean_name("name", name)
    # Whoever plans the same days at the same moment waits, and is told that they are taken.
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    evenings = club.evenings.filter(date__in=days).exclude(status=Status.ABANDONED).order_by("date")
    namesake = next((row for row in evenings if row.name.casefold() == name.casefold()), None)
    if namesake is not None:
        refuse(
            "days",
            "already-there",
            "there is an evening “%(name)s” on %(day)s already; look at the dates again",
            name=namesake.name,
            day=namesake.date.isoformat(),
        )
    new_evenings, plan = [], {"starts_at": f"{told.starts:%H:%M}", **plan}
    for day in days:
        evening = make_evening(club=club, name=name, date=day, plan=plan, by=by, at=at)
        announce(evening=evening, new=told, by=by, at=at)
        new_evenings.append(evening)
    return new_evenings


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
    """An evening to come: how many people have a place, and how many wait for one.

    `announcement` is None for one whose doors are open and that never was announced.
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
        return name_of(self.evening.plan)

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
        starts = self.announcement.starts if self.announcement else time.max
        return self.evening.date, starts, self.evening.pk


def today_at(club: Club, at: datetime) -> date:
    return at.astimezone(ZoneInfo(club.time_zone)).date()


def why_closed(announcement: Announcement, *, today: date) -> Closed | None:
    evening = announcement.evening
    if evening.status == Status.ABANDONED:
        return Closed.OFF
    if not announcement.is_announced:
        return Closed.WITHDRAWN
    if evening.status == Status.CHECK_IN:
        return Closed.OPEN_DOORS
    if evening.status != Status.DRAFT:
        # It has begun once its seats are drawn.
        return Closed.OVER if evening.status in public.OVER else Closed.BEGUN
    if evening.date < today:
        return Closed.PAST
    return None if announcement.takes_sign_ups else Closed.NOT_WANTED


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
    rows = _shown_to(visitor).filter(evening__club=club, evening__date__gte=since)
    rows = rows.order_by("evening__date", "pk")[:MOST_IN_CALENDAR]
    coming_by_evening = {row.evening_id: _coming(row) for row in rows}
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


def placed_now(waiting: Sequence[int], free: int | None) -> list[int]:
    """Which of those waiting get places now: their indexes, by how many places each needs.

    Whoever needs more places than are left (`free`, None for no limit) is passed over, and stays where they are.
    """
    if free is None:
        return list(range(len(waiting)))
    indexes = []
    for at, needed in enumerate(waiting):
        if needed <= free:
            free -= needed
            indexes.append(at)
    return indexes
