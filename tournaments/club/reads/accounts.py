"""Accounts: what opens them, what was done to them, and who may open one again for somebody."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet
from django.utils import timezone

from tournaments import fence
from tournaments.club.models import (
    AccountEvent,
    AccountLink,
    AuthenticatorApp,
    Passkey,
    Player,
    PlayerClaim,
    User,
    UserSession,
)
from tournaments.club.reads.permissions import clubs_near, clubs_of, still_holds
from tournaments.club.roles import Role

# --- Which second factor a user has -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Factors:
    """What is asked for after the password of a user: the moment an app was added, passkeys, codes not used yet."""

    app_since: datetime | None
    passkeys: tuple[Passkey, ...]
    codes_left: int

    def __bool__(self) -> bool:
        return self.app_since is not None or bool(self.passkeys)


def factors_of(user: User) -> Factors:
    """The second factors of a user; three queries."""
    app = AuthenticatorApp.objects.filter(user=user).first()
    codes = user.recovery_codes.filter(used_at__isnull=True)
    passkeys = tuple(user.passkeys.order_by("pk"))
    return Factors(app.made_at if app else None, passkeys, codes.count())


def user_of(pk: object) -> User | None:
    """The open account with this key; one query."""
    return User.objects.filter(pk=pk, is_active=True).first() if isinstance(pk, int) else None


__all__ = ["AccountLink", "Passkey", "PlayerClaim", "UserSession"]

MOST_EVENTS = 20
MOST_MAILED = 3
"""So many accounts of one address are mailed to at the most."""
MOST_SESSIONS = 100


def sessions_of(user: User) -> list[UserSession]:
    """Where a user is signed in, the last seen first; one query."""
    found = user.sessions.filter(session__expire_date__gt=timezone.now())
    return list(found.order_by("-last_seen_at", "-pk")[:MOST_SESSIONS])


def events_of(user: User) -> list[AccountEvent]:
    """What was done to an account lately, with whoever did it; one query."""
    return list(user.account_events.select_related("by").order_by("-pk")[:MOST_EVENTS])


def account_event_words(what: str) -> str:
    """What was done to an account, in the reader's language; of what this version does not know, its code."""
    known = AccountEvent.What
    return str(known(what).label) if what in known.values else what


def open_account_links(*, at: datetime) -> QuerySet[AccountLink]:
    """The links that still open something: neither used nor revoked nor expired, of accounts that are open."""
    return AccountLink.objects.filter(
        used_at__isnull=True, revoked_at__isnull=True, expires_at__gt=at, user__is_active=True
    )


def open_account_link(token_hash: str, *, at: datetime) -> AccountLink | None:
    """The one with this hash, with its user; one query."""
    return open_account_links(at=at).filter(token_hash=token_hash).select_related("user").first()


def unreached_address(user: User, *, at: datetime) -> str:
    """The new address that a user could not be asked at, as the mail could not be sent; "" without one; one query."""
    links = open_account_links(at=at).filter(
        user=user, kind=AccountLink.Kind.ADDRESS, mail__failed_at__isnull=False
    )
    return links.values_list("email", flat=True).first() or ""


def users_to_mail(told: str) -> list[User]:
    """The open accounts that are called so or have this address, and have an address at all; one query."""
    called = Q(username__iexact=told) | Q(email__iexact=told)
    return list(User.objects.filter(called, is_active=True).exclude(email="").order_by("pk")[:MOST_MAILED])


def may_help(helper: User, user: User) -> bool:
    """Whether `helper` may open the account of `user` again: it opens nothing that is not in the helper's hands.

    That is where every club in which they hold an office, or are a player, is the helper's. Whoever looks after the
    server may help everybody; nobody else may help those who do.
    """
    if helper.pk == user.pk:
        return False
    if helper.is_superuser:
        return True
    if user.is_superuser or user.is_staff:
        return False
    with fence.lowered():  # what else the account opens stands in other clubs
        theirs = clubs_near(user)
        return bool(theirs) and theirs <= set(clubs_of(helper, Role.OWNER).values_list("pk", flat=True))


def players_of(user: User) -> list[Player]:
    """Who a user is among the players of clubs, with the clubs; one query."""
    found = user.players.filter(club__put_away_at__isnull=True).select_related("club")
    return list(found.order_by("club__name", "pk"))


def open_claims(*, at: datetime) -> QuerySet[PlayerClaim]:
    """The links by which a player can be claimed still: not those of somebody who may not hand one on any more."""
    return PlayerClaim.objects.filter(
        still_holds("made_by", "player__club", Role.SECRETARY),
        used_at__isnull=True,
        revoked_at__isnull=True,
        expires_at__gt=at,
        player__club__put_away_at__isnull=True,
        player__account=None,
    )


def open_claim(token_hash: str, *, at: datetime) -> PlayerClaim | None:
    """The one with this hash, with its player and club; one query."""
    return open_claims(at=at).filter(token_hash=token_hash).select_related("player__club").first()


def account_of(player: Player) -> User | None:
    """The account of whoever has claimed to be this player; one query."""
    return User.objects.filter(players=player).first()
