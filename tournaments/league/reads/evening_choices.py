"""The evenings that could give the result of a fixture."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.evening.models import Evening
from tournaments.evening.status import Status
from tournaments.league.models import Season
from tournaments.league.reads.access import clubs_in

__all__ = ["Evening", "evening_at", "evenings_for"]

SHOWN = 60


def evenings_for(season: Season, games: Sequence[str]) -> list[Evening]:
    """The latest evenings of the clubs that take part at the season's games, each with its club; one query."""
    found = Evening.objects.filter(club__in=clubs_in(season.league).values("pk"), plan__game__in=list(games))
    return list(
        found.exclude(status=Status.ABANDONED).select_related("club").order_by("-date", "-pk")[:SHOWN]
    )


def evening_at(season: Season, address: str) -> Evening | None:
    """The evening of a club that takes part at `club/evening`."""
    club, _, slug = address.strip().partition("/")
    found = Evening.objects.filter(club__in=clubs_in(season.league).values("pk"), club__slug=club, slug=slug)
    return found.select_related("club").first()
