"""What open pages are told of: that an evening has moved, by its version and nothing else."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from tournaments.club.reads import permissions
from tournaments.evening.models import Evening
from tournaments.evening.reads import access


class LiveEvening(NamedTuple):
    """What may be told of an evening to whoever may hear of it."""

    pk: int
    version: int
    status: str


def heard_by(user: permissions.Asker, club: str, evening: str) -> LiveEvening | None:
    """The evening at this address, if the asker hears of its moves; one query."""
    found = access.told_to(user).filter(club__slug=club, slug=evening)
    told = found.values_list("pk", "version", "status").first()
    return LiveEvening(*told) if told else None


def versions(evenings: Collection[int]) -> dict[int, int]:
    """The versions of these evenings, by their keys; one query."""
    return dict(Evening.objects.filter(pk__in=evenings).order_by().values_list("pk", "version"))
