"""Federations: which clubs are in one, which are asked into one, and what of it there is to see."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q, QuerySet

from tournaments.club.models import Club
from tournaments.club.reads.permissions import public_clubs
from tournaments.club.reads.visitors import Visitor
from tournaments.league.models import Federation, FederationClub, League
from tournaments.league.reads.access import shared_seasons

__all__ = ["Club", "Federation", "FederationClub"]

MOST_CLUBS = 100
"""So many clubs are in a federation, or asked into it, at the most."""
IN_IT = Q(agreed_at__isnull=False, ended_at__isnull=True)
"""Of a club of a federation, whether it is in it now."""
ASKED = Q(agreed_at__isnull=True, ended_at__isnull=True)
"""Whether it has been asked and has not answered yet."""


def membership_of(club: Club) -> FederationClub | None:
    """The club in the federation in which it is now; one query."""
    return club.federations.filter(IN_IT).select_related("federation", "club").first()


def federation_of(club: Club) -> Federation | None:
    """The federation in which a club is now; one query."""
    found = membership_of(club)
    return found.federation if found else None


def invitations_of(club: Club) -> list[FederationClub]:
    """Where a club is asked in and has not answered, the oldest first, each with its federation; one query."""
    return list(
        club.federations.filter(ASKED).select_related("federation", "club").order_by("pk")[:MOST_CLUBS]
    )


def in_federation(federation: Federation) -> QuerySet[FederationClub]:
    """The clubs that are in a federation now, each with its club; whoever has been in it for longest comes first."""
    found = federation.memberships.filter(IN_IT, club__put_away_at__isnull=True)
    return found.select_related("club").order_by("agreed_at", "pk")


def clubs_of(federation: Federation) -> list[Club]:
    """The clubs that are in a federation now, by name; one query."""
    return sorted((row.club for row in in_federation(federation)), key=lambda club: (club.name, club.pk))


def asked_into(federation: Federation) -> list[FederationClub]:
    """The clubs that are asked into a federation and have not answered; one query."""
    found = federation.memberships.filter(ASKED, club__put_away_at__isnull=True)
    return list(found.select_related("club").order_by("pk"))


def leads(club: Club, members: Iterable[FederationClub]) -> bool:
    """Whether a club leads the federation that has these members, the longest in it first."""
    return next((row.club_id == club.pk for row in members), False)


def clubs_to_ask(federation: Federation) -> list[Club]:
    """The clubs that could be asked in, by name: in no federation, and not asked into this one; one query."""
    taken = FederationClub.objects.filter(IN_IT | (ASKED & Q(federation=federation)))
    return list(public_clubs().exclude(pk__in=taken.values("club")).order_by("name", "pk"))


def public_federations() -> QuerySet[Federation]:
    """The federations that everybody sees: those in which clubs are."""
    members = FederationClub.objects.filter(IN_IT, club__put_away_at__isnull=True)
    return Federation.objects.filter(pk__in=members.values("federation"))


def shared_leagues(clubs: list[Club], visitor: Visitor) -> list[League]:
    """The leagues of one of these clubs in which another takes part, as far as a visitor sees them; one query."""
    seasons = shared_seasons(clubs, visitor)
    found = League.objects.filter(pk__in=seasons.values("league")).select_related("club")
    return list(found.order_by("name", "pk"))
