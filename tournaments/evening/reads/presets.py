"""The kinds of evening that a club keeps for itself."""

from __future__ import annotations

from django.http import Http404

from tournaments.club.models import Club
from tournaments.evening.models import ClubPreset
from tournaments.evening.plan import Plan, read_plan

__all__ = ["ClubPreset", "of_club", "one", "plan_of"]


def of_club(club: Club) -> list[ClubPreset]:
    """Those of the club, by name; one query."""
    return list(club.presets.all())


def one(club: Club, pk: int) -> ClubPreset:
    """One of them. Raises Http404."""
    found = club.presets.filter(pk=pk).first()
    if found is None:
        raise Http404
    return found


def plan_of(preset: ClubPreset) -> Plan:
    """The plan that is kept."""
    return read_plan(preset.plan)
