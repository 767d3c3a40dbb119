"""Addresses of people, such as `ada-marsh`: made of their names, never of a number that only the database knows."""

from __future__ import annotations

from collections.abc import Iterable

from tournaments.club.models import Club, FormerAddress, Player
from tournaments.site.cleaning import free_slug

NAMELESS = "player"
"""The address of those whose names hold no letter that an address can have, and of those who were erased."""


def new_addresses(club: Club, names: Iterable[str]) -> list[str]:
    """An address for each of these new names, in order: free in the club, and no former one of anybody.

    To be called in a transaction: the club waits until it ends, so that nobody else is given the same. Three queries.
    """
    return _free(_taken(club), names)


def follow_name(player: Player) -> None:
    """Bring the address of somebody who was renamed to the name; the old one leads on to them. The caller saves.

    Whoever goes back to a former name gets its address again. In a transaction, as above; four queries.
    """
    own = set(player.former_addresses.values_list("slug", flat=True)) | {player.slug}
    [slug] = _free(_taken(player.club) - own, [player.name])
    if slug != player.slug:
        player.former_addresses.filter(slug=slug).delete()
        if player.slug:
            FormerAddress.objects.create(club_id=player.club_id, player=player, slug=player.slug)
        player.slug = slug


def forget_name(player: Player) -> None:
    """An address that tells no name, and none that ever did leads to them any more. The caller saves."""
    player.former_addresses.all().delete()
    [player.slug] = new_addresses(player.club, [NAMELESS])


def _taken(club: Club) -> set[str]:
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    former = FormerAddress.objects.filter(club=club).values_list("slug", flat=True)
    return {*club.players.values_list("slug", flat=True), *former}


def _free(taken: set[str], names: Iterable[str]) -> list[str]:
    found = []
    for name in names:
        slug = free_slug(name, taken, NAMELESS)
        # Digits alone are what people's addresses were once, and still lead to them.
        found.append(free_slug(f"{NAMELESS}-{slug}", taken, NAMELESS) if slug.isdigit() else slug)
        taken.add(found[-1])
    return found
