"""The kinds of evening that a club keeps for itself: the plan of one of its evenings under a name."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import transaction

from tournaments.club.models import Club
from tournaments.club.services import audit
from tournaments.evening.models import ClubPreset, Evening
from tournaments.refusals import refuse
from tournaments.site.cleaning import clean_name

MOST_PRESETS: Final = 30
"""So many a club keeps: they stand above the form of a new evening."""


@transaction.atomic
def keep(*, evening: Evening, name: str, by: str, at: datetime) -> ClubPreset:
    """Keep the plan of an evening under a name, as it is now; the evening may change, what is kept does not.

    Raises Faults (`name`) on a bad name, one that is taken, or where the club keeps as many as it can.
    """
    # Whoever keeps another one at the same moment waits.
    club = Club.objects.select_for_update(no_key=True).get(pk=evening.club_id)
    if club.presets.count() >= MOST_PRESETS:
        refuse(
            "name",
            "too-many",
            "the club keeps %(most)s kinds of evening already; remove one first",
            most=MOST_PRESETS,
        )
    made = ClubPreset.objects.create(
        club=club, name=_free_name(club, name), plan=evening.plan, kept_by=by, kept_at=at
    )
    audit.note(club, "preset-kept", at=at, name=made.name)
    return made


@transaction.atomic
def rename(*, preset: ClubPreset, name: str) -> ClubPreset:
    """Another name. Raises Faults (`name`) on a bad one, or one that is taken."""
    club = Club.objects.select_for_update(no_key=True).get(pk=preset.club_id)
    preset.name = _free_name(club, name, but=preset.pk)
    preset.save(update_fields=["name"])
    audit.note(club, "preset-renamed", name=preset.name)
    return preset


@transaction.atomic
def remove(*, preset: ClubPreset) -> None:
    """Keep it no longer; evenings made from it stay as they are."""
    preset.delete()
    audit.note(preset.club, "preset-removed", name=preset.name)


def _free_name(club: Club, name: str, *, but: int = 0) -> str:
    """The name, tidied. Raises Faults."""
    clean = clean_name("name", name)
    if club.presets.filter(name__iexact=clean).exclude(pk=but).exists():
        refuse(
            "name", "name-taken", "the club keeps “%(entered)s” already; choose another name", entered=clean
        )
    return clean
