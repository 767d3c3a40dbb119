"""Who is who: players read as one person, and what people are called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from django.db.models import Q

from tournaments.club.models import Player
from tournaments.league.models import League, PersonMerge


def merged_in(clubs: Iterable[int], league: League | None = None) -> dict[str, str]:
    """The players of these clubs that are read as others, by id; one query.

    Arguments:
        clubs: primary keys.
        league: whose own merges count too, before those of the clubs.
    """
    of_clubs = Q(league__isnull=True, duplicate__club__in=list(clubs))
    wanted = of_clubs if league is None else of_clubs | Q(league=league)
    rows = (
        PersonMerge.objects.filter(wanted, undone_at__isnull=True)
        .order_by("pk")
        .values_list("duplicate_id", "into_id", "league_id")
    )
    found: dict[str, str] = {}
    # Those of the league last, so that they stay.
    for duplicate, into, _ in sorted(rows, key=lambda row: row[2] or 0):
        found[str(duplicate)] = str(into)
    return found


def names_of(people: Iterable[str]) -> dict[str, str]:
    """What people are called, by id; who shares a name has the club, or a number, behind it; one query."""
    rows = list(
        Player.objects.filter(pk__in=[int(person) for person in people]).select_related("club").order_by("pk")
    )
    shared = Counter(player.name for player in rows)
    clubs = Counter((player.name, player.club_id) for player in rows)
    return {str(player.pk): _player_label(player, shared, clubs) for player in rows}


def _player_label(player: Player, shared: Counter[str], clubs: Counter[tuple[str, int]]) -> str:
    if shared[player.name] == 1:
        return player.name
    if clubs[player.name, player.club_id] == 1:
        return f"{player.name} ({player.club.name})"
    return f"{player.name} ({player.pk})"
