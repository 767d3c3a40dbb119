"""Giving places to those who wait. Whoever has a place keeps it: nothing here takes one away."""

from __future__ import annotations

from datetime import datetime

from django.db.models import QuerySet, Sum

from tournaments.coming.calendar_file import placed_now
from tournaments.coming.models import Announcement, SignUp


def lock(announcement: Announcement) -> Announcement:
    """The row, which nobody else gives or takes places of until the transaction is over."""
    return Announcement.objects.select_for_update(no_key=True).get(pk=announcement.pk)


def live(announcement: Announcement) -> QuerySet[SignUp]:
    """Who comes or waits, in the order of the list."""
    return announcement.sign_ups.filter(withdrawn_at__isnull=True).order_by("number")


def give_places(announcement: Announcement, *, at: datetime) -> None:
    """Give places to the first waiting who fit.

    Arguments:
        announcement: its row, locked.
    """
    waiting = list(live(announcement).filter(placed_at__isnull=True).values_list("pk", "people"))
    if not waiting:
        return
    free = None
    if announcement.places is not None:
        taken = live(announcement).filter(placed_at__isnull=False).aggregate(taken=Sum("people"))["taken"]
        free = announcement.places - (taken or 0)
    found = placed_now([people for _pk, people in waiting], free)
    announcement.sign_ups.filter(pk__in=[waiting[place][0] for place in found]).update(placed_at=at)
