"""Who directs a club, and who is invited to."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from tournaments.club.models import AccountLink, AuthenticatorApp, Club, Invitation, Officer, Passkey, User
from tournaments.club.reads.accounts import open_account_links
from tournaments.club.reads.permissions import IN_OFFICE, offices_of, still_holds
from tournaments.club.roles import Role

__all__ = ["Invitation", "Officer"]

MOST_EVENINGS = 25
MOST_NAMED = 5
"""So many are named to whoever has to ask one of them."""


def officers_of(club: Club) -> list[Officer]:
    """The officers of a club with their users and evenings, the highest first; one query.

    Each says as `has_factor` whether a second factor is asked of them, as `has_lost_mail` whether the mail with a
    link for a new password, which they asked for, could not be sent.
    """
    lost = open_account_links(at=timezone.now()).filter(
        user=OuterRef("user"), kind=AccountLink.Kind.PASSWORD, mail__failed_at__isnull=False
    )
    has_factor = Exists(AuthenticatorApp.objects.filter(user=OuterRef("user"))) | Exists(
        Passkey.objects.filter(user=OuterRef("user"))
    )
    found = club.officers.select_related("user", "evening").annotate(
        has_factor=has_factor, has_lost_mail=Exists(lost)
    )
    return list(found.order_by("-role", "pk"))


def own_offices(user: User) -> list[Officer]:
    """The offices of a user with their clubs and evenings, ended ones left out; one query."""
    found = offices_of(user).select_related("club", "evening")
    return list(found.order_by("club__name", "evening__date", "pk"))


def own_office(user: User, pk: int) -> Officer | None:
    """One of them; one query."""
    return offices_of(user).filter(pk=pk).select_related("club").first()


def has_ended(officer: Officer, *, at: datetime) -> bool:
    """Whether an office is over by itself."""
    return officer.ends_at is not None and officer.ends_at <= at


def evenings_to_come(club: Club, *, since: date) -> dict[int, Any]:
    """The evenings of a club from a day on, for which somebody may be invited alone, by key; one query."""
    return {
        row.pk: row for row in club.evenings.filter(date__gte=since).order_by("date", "pk")[:MOST_EVENINGS]
    }


def at_least(club: Club, least: Role) -> list[Officer]:
    """Those who may do in the whole club what takes this role, by name; one query."""
    found = club.officers.filter(IN_OFFICE, evening=None, role__gte=least, user__is_active=True)
    return list(found.select_related("user").order_by("user__last_name", "pk")[:MOST_NAMED])


def open_invitations(*, at: datetime) -> QuerySet[Invitation]:
    """The invitations that can be accepted: neither used nor withdrawn nor expired, of clubs that are shown.

    What somebody made who may not invite any more cannot be accepted either.
    """
    return Invitation.objects.filter(
        still_holds("made_by", "club", Role.OWNER),
        used_at__isnull=True,
        revoked_at__isnull=True,
        expires_at__gt=at,
        club__put_away_at__isnull=True,
    )


def open_invitations_of(club: Club, *, at: datetime) -> list[Invitation]:
    """Those of a club, the newest first; one query."""
    return list(open_invitations(at=at).filter(club=club).select_related("evening", "mail").order_by("-pk"))


def open_invitation(token_hash: str, *, at: datetime) -> Invitation | None:
    """The one with this hash, with its club and evening; one query."""
    found = open_invitations(at=at).filter(token_hash=token_hash)
    return found.select_related("club", "evening", "mail").first()
