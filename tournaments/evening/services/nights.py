"""The nights of a club: on which days it plays, and with what a new evening of each begins."""

from __future__ import annotations

from datetime import time
from typing import Final, NamedTuple

from django.db import transaction

from games.catalogue import GAMES
from tournaments.club.models import Club, ClubNight
from tournaments.club.nights import EVERY_WEEK, LAST_WEEK
from tournaments.club.services import audit
from tournaments.club.services.clubs import count_change, known_weekday
from tournaments.evening.presets import AS_LAST_TIME, OF_A_GAME, OWN, PRESETS
from tournaments.refusals import refuse
from tournaments.site.cleaning import clean_name

MOST_NIGHTS: Final = 12
"""So many a club has: they stand above the form of a new evening."""


class Told(NamedTuple):
    """A night as it is entered: the columns of `ClubNight`."""

    weekday: int
    week: int = EVERY_WEEK
    name: str = ""
    starts: time | None = None
    begins_with: str = ""


@transaction.atomic
def add(*, club: Club, told: Told) -> ClubNight:
    """One more night.

    Raises Faults on a bad name, day, week or kind of evening (by their fields), and where the club has enough.
    """
    # Whoever adds another one at the same moment waits.
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    if club.nights.count() >= MOST_NIGHTS:
        refuse("", "too-many", "the club has %(most)s nights already; remove one first", most=MOST_NIGHTS)
    night = ClubNight.objects.create(club=club, **_checked(club, told)._asdict())
    count_change(club=club)
    audit.note(club, "night-added", name=night.name)
    return night


@transaction.atomic
def change(*, night: ClubNight, told: Told) -> ClubNight:
    """Another name, day, hour or plan; evenings made from it stay as they are. Raises Faults as `add` does."""
    for name, value in _checked(night.club, told)._asdict().items():
        setattr(night, name, value)
    night.save(update_fields=Told._fields)
    count_change(club=night.club)
    audit.note(night.club, "night-changed", name=night.name)
    return night


@transaction.atomic
def remove(*, night: ClubNight) -> None:
    """The club plays on it no longer; its evenings stay."""
    night.delete()
    count_change(club=night.club)
    audit.note(night.club, "night-removed", name=night.name)


def _checked(club: Club, told: Told) -> Told:
    if not EVERY_WEEK <= told.week <= LAST_WEEK:
        refuse(
            "week",
            "unknown-week",
            "%(entered)s is no week; 0 is every week, 1 to 4 those of a month, 5 its last",
            entered=told.week,
        )
    if not _is_known(club, told.begins_with):
        refuse(
            "begins_with",
            "unknown-kind",
            "the club has no kind of evening “%(entered)s”; choose another",
            entered=told.begins_with[:40],
        )
    name = clean_name("name", told.name) if told.name.strip() else ""
    return told._replace(weekday=known_weekday(told.weekday), name=name)


def _is_known(club: Club, kind: str) -> bool:
    """Whether an evening of the club can begin with it."""
    if kind.startswith(OF_A_GAME):
        return kind.removeprefix(OF_A_GAME) in GAMES
    if kind.startswith(OWN):
        return any(f"{OWN}{pk}" == kind for pk in club.presets.values_list("pk", flat=True))
    return kind in ("", AS_LAST_TIME) or any(preset.slug == kind for preset in PRESETS)
