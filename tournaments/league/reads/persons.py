"""Who is who: players read as one person, and what people are called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Q

from tournaments.club.models import Club, Player
from tournaments.club.shown_names import are_public
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


def bound(merged: Mapping[str, str], pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Who is read as whom, by id, once the two of each pair are one person as well.

    Whoever has the lowest id stands for all, so that the order of the pairs changes nothing.

    Arguments:
        merged: who is read as whom without them, in no circle.
    """
    found = dict(merged)
    for pair in pairs:
        first, second = sorted((followed(one, found) for one in pair), key=int)
        if first != second:
            found[second] = first
    return found


def followed(person: str, merged: Mapping[str, str]) -> str:
    """Who somebody is read as in the end, by id, where nobody is in a circle."""
    while person in merged:
        person = merged[person]
    return person


@dataclass(frozen=True, slots=True)
class Called:
    """What a person is called, told apart from others of the same name, and where their page is.

    Attributes:
        club: the address of their club.
        slug: their own there.
        home: the club itself.
        is_withheld: whether their name is not public, and so their address is none that tells it.
    """

    name: str
    club: str
    slug: str
    home: Club
    is_withheld: bool = False

    def address(self, home: str) -> str:
        """The address among people of several clubs, of which `home` is the one that need not be named."""
        return self.slug if self.club == home else f"{self.club}/{self.slug}"


def called(people: Iterable[str]) -> dict[str, Called]:
    """What people are called, by id; who shares a name has the club, or a number, behind it; one query."""
    rows = list(
        Player.objects.filter(pk__in=[int(person) for person in people]).select_related("club").order_by("pk")
    )
    shared = Counter(player.name for player in rows)
    clubs = Counter((player.name, player.club_id) for player in rows)
    return {
        str(player.pk): Called(
            _player_label(player, shared, clubs),
            player.club.slug,
            player.slug,
            player.club,
            is_withheld=are_public() and player.public_name != "",
        )
        for player in rows
    }


def names_of(people: Iterable[str]) -> dict[str, str]:
    """The names alone, in the same way; one query."""
    return {person: one.name for person, one in called(people).items()}


def _player_label(player: Player, shared: Counter[str], clubs: Counter[tuple[str, int]]) -> str:
    if shared[player.name] == 1:
        return player.name
    if clubs[player.name, player.club_id] == 1:
        return f"{player.name} ({player.club.name})"
    return f"{player.name} ({player.pk})"
