"""What entrants are called in public where somebody in them withholds their name."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import QuerySet

from tournaments import fence
from tournaments.club.models import Player
from tournaments.evening.reads.names import ERASED
from tournaments.league.models import Entrant
from tournaments.league.reads.withheld import without_withheld


def follow(players: Collection[int]) -> None:
    """Let the entrants of these people, by their keys, follow what is public of their names now."""
    with fence.lowered():  # people of a club are entered in seasons of others
        settle(Entrant.objects.filter(members__player__in=players).distinct())


def forget(player: Player, called: Collection[str]) -> None:
    """Show nobody but officers the entrants' names in which an erased player's stands: a ledger may hold these.

    Arguments:
        called: what the player is called and was.
    """
    withheld = [(name, ERASED) for name in {*called, player.public_name} if name]
    with fence.lowered():
        for entrant in Entrant.objects.filter(members__player=player).distinct():
            shown = without_withheld(entrant.public_name or entrant.name, withheld)
            public_name = "" if shown == entrant.name else shown
            Entrant.objects.filter(pk=entrant.pk).update(public_name=public_name)


def settle(entrants: QuerySet[Entrant]) -> None:
    """Work out what these entrants are called in public; three queries where nothing changes."""
    changed = []
    for entrant in entrants.prefetch_related("members__player"):
        people = [member.player for member in entrant.members.all()]
        withheld = [(one.name, one.public_name) for one in people if one.public_name]
        # What was erased is known to nobody any more: it stays out of what was shown.
        was_erased = any(one.name == ERASED for one in people)
        shown = without_withheld((was_erased and entrant.public_name) or entrant.name, withheld)
        public_name = "" if shown == entrant.name else shown
        if public_name != entrant.public_name:
            entrant.public_name = public_name
            changed.append(entrant)
    Entrant.objects.bulk_update(changed, ["public_name"])
