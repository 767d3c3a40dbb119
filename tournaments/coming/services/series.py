"""Several evenings planned at once: all of them made and announced, or none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time
from typing import Any, Final, NamedTuple

from django.db import transaction

from tournaments.club.models import Club
from tournaments.coming.services.announcements import announce
from tournaments.evening.models import Evening
from tournaments.evening.services.evenings import make_evening
from tournaments.evening.status import Status
from tournaments.refusals import refuse
from tournaments.site.cleaning import clean_name

FEWEST: Final = 2
MOST: Final = 12
"""So many evenings are planned at once."""


class Told(NamedTuple):
    """What is announced of each of them."""

    starts: time
    places: int | None = None
    note: str = ""
    takes_sign_ups: bool = True


@transaction.atomic
def plan_several(
    *, club: Club, name: str, days: Sequence[date], plan: Mapping[str, Any], told: Told, by: str, at: datetime
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
    there = club.evenings.filter(date__in=days).exclude(status=Status.ABANDONED).order_by("date")
    taken = next((row for row in there if row.name.casefold() == name.casefold()), None)
    if taken is not None:
        refuse(
            "days",
            "already-there",
            "there is an evening “%(name)s” on %(day)s already; look at the dates again",
            name=taken.name,
            day=taken.date.isoformat(),
        )
    made = []
    for day in days:
        evening = make_evening(club=club, name=name, date=day, plan=plan, by=by, at=at)
        announce(evening=evening, **told._asdict(), by=by, at=at)
        made.append(evening)
    return made
