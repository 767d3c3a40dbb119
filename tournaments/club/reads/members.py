"""The people a club knows, and its officers."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from django.db.models import Count, Q, QuerySet
from django.http import Http404

from tournaments.club.models import Club, Player, User
from tournaments.club.reads import permissions

__all__ = ["Club", "Player", "User"]


# --- clubs and members -------------------------------------------------------------------------------
def clubs(user: permissions.Asker) -> QuerySet[Club]:
    """The clubs of the user, each with how many evenings and active members it has."""
    return permissions.clubs_of(user).annotate(
        evenings_count=Count("evenings", distinct=True),
        members_count=Count(
            "players", filter=Q(players__is_active=True, players__is_guest=False), distinct=True
        ),
    )


def members_count(club: Club) -> int:
    """How many active members the club has."""
    return club.players.filter(is_active=True, is_guest=False).count()


def folded(text: str) -> str:
    """`text` as a search compares it: without accents and case, so that "therese" finds Thérèse."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def members(club: Club, *, search: str = "", retired: bool = False) -> list[Player]:
    """The people the club knows whose name holds `search`, by name."""
    wanted = folded(search.strip())
    people = club.players.filter(is_active=not retired).annotate(evenings_count=Count("tickets"))
    return sorted(
        (player for player in people if wanted in folded(player.name)), key=lambda one: folded(one.name)
    )


def member(club: Club, pk: int) -> Player:
    """One person the club knows. Raises Http404 for anybody else's."""
    found = club.players.filter(pk=pk).first()
    if found is None:
        raise Http404
    return found


def usual_colours(club: Club) -> list[str]:
    """The ticket colours that the club's people usually hold."""
    return list(
        club.players.exclude(colour="").order_by("colour").values_list("colour", flat=True).distinct()
    )


def user_names(pks: Iterable[int]) -> dict[int, str]:
    """What to call these users: their full name, or the name they sign in with."""
    return {user.pk: user.get_full_name() or user.username for user in User.objects.filter(pk__in=set(pks))}
