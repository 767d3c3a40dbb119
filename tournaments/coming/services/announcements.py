"""Announcing an evening, changing what is announced, and withdrawing it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time
from typing import Any, Final, NamedTuple

from django.db import transaction
from django.db.models import QuerySet, Sum

from tournaments.club.models import Club
from tournaments.club.services import audit
from tournaments.coming.calendar_file import placed_now
from tournaments.coming.models import Announcement, SignUp
from tournaments.evening.models import Evening
from tournaments.evening.score import Status
from tournaments.evening.services.evenings import make_evening
from tournaments.limits import LONGEST_NOTE
from tournaments.refusals import refuse
from tournaments.site.cleaning import clean_name, clean_words

# --- Giving places to those who wait. Whoever has a place keeps it: nothing here takes one away -------


def lock_places(announcement: Announcement) -> Announcement:
    """The row, locked: nobody else gives or takes its places until the transaction is over."""
    return Announcement.objects.select_for_update(no_key=True).get(pk=announcement.pk)


def live_sign_ups(announcement: Announcement) -> QuerySet[SignUp]:
    return announcement.sign_ups.filter(withdrawn_at__isnull=True).order_by("number")


def give_places(announcement: Announcement, *, at: datetime) -> None:
    """Give places to the first waiting who fit. The caller has locked the row of `announcement`."""
    waiting = list(live_sign_ups(announcement).filter(placed_at__isnull=True).values_list("pk", "people"))
    if not waiting:
        return
    free = None
    if announcement.places is not None:
        places_used = (
            live_sign_ups(announcement)
            .filter(placed_at__isnull=False)
            .aggregate(taken=Sum("people"))["taken"]
        )
        free = announcement.places - (places_used or 0)
    indexes = placed_now([people for _pk, people in waiting], free)
    announcement.sign_ups.filter(pk__in=[waiting[place][0] for place in indexes]).update(placed_at=at)


MOST_PLACES: Final = 400
"""More than any room holds."""
BEFORE_PLAY: Final = (Status.DRAFT, Status.CHECK_IN)


@transaction.atomic
def announce(
    *,
    evening: Evening,
    starts: time,
    places: int | None,
    note: str,
    takes_sign_ups: bool,
    by: str,
    at: datetime,
) -> Announcement:
    """Announce an evening, again too, or change what is announced of it.

    Where there is room for more than before, the first waiting who fit get places; where there is room for fewer,
    nobody loses theirs.

    Arguments:
        starts: the time of day in the club's zone.
        places: for how many there is room; None for any number.

    Raises Faults for an evening whose seats are drawn (`too-late`), for a number of places that no room has
    (`places`), and for a note that is too long (`note`).
    """
    row = Evening.objects.select_for_update(no_key=True).get(pk=evening.pk)
    if row.status not in BEFORE_PLAY:
        refuse("", "too-late", "the seats are drawn, so there is nothing left to announce")
    if places is not None and not 1 <= places <= MOST_PLACES:
        refuse(
            "places",
            "out-of-range",
            "%(entered)s was entered; there may be 1 to %(most)s places, or leave it empty for no limit",
            entered=places,
            most=MOST_PLACES,
        )
    columns = {
        "starts": starts,
        "places": places,
        "note": _clean_note(note),
        "takes_sign_ups": takes_sign_ups,
        "changed_at": at,
        "withdrawn_at": None,
    }
    announcement, _ = Announcement.objects.select_for_update(no_key=True).update_or_create(
        evening=row, defaults=columns, create_defaults={**columns, "made_by": by, "made_at": at}
    )
    give_places(announcement, at=at)
    audit.note(row.club, "evening-announced", at=at, evening=row.name, places=places)
    return announcement


@transaction.atomic
def withdraw(*, announcement: Announcement, at: datetime) -> None:
    """Announce an evening no longer; whoever has signed up stays in the list. To do it twice changes nothing."""
    standing = Announcement.objects.filter(pk=announcement.pk, withdrawn_at__isnull=True)
    if standing.update(withdrawn_at=at, changed_at=at):
        evening = announcement.evening
        audit.note(evening.club, "announcement-withdrawn", at=at, evening=evening.name)


def _clean_note(entered: str) -> str:
    note = clean_words("note", entered)
    if len(note) > LONGEST_NOTE:
        refuse(
            "note",
            "too-long",
            "the note has %(length)s letters; at most %(most)s are allowed",
            length=len(note),
            most=LONGEST_NOTE,
        )
    return note


# --- Several evenings planned at once: all of them made and announced, or none ------------------------

FEWEST: Final = 2
MOST: Final = 12
"""So many evenings are planned at once."""


class SeriesPlanned(NamedTuple):
    starts: time
    places: int | None = None
    note: str = ""
    takes_sign_ups: bool = True


@transaction.atomic
def plan_several(
    *,
    club: Club,
    name: str,
    days: Sequence[date],
    plan: Mapping[str, Any],
    told: SeriesPlanned,
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
    new_evenings = []
    for day in days:
        evening = make_evening(club=club, name=name, date=day, plan=plan, by=by, at=at)
        announce(evening=evening, **told._asdict(), by=by, at=at)
        new_evenings.append(evening)
    return new_evenings
