"""Who may do what in a club: its officers, and the keys that stand for them."""

from __future__ import annotations

from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet

from tournaments.club.models import ApiToken, Club, SignInLink, User

Asker = User | AnonymousUser


def clubs_of(user: Asker) -> QuerySet[Club]:
    """The clubs in which `user` holds an office."""
    return Club.objects.filter(officers__user_id=user.pk) if user.is_active else Club.objects.none()


def public_clubs() -> QuerySet[Club]:
    """The clubs a visitor may see: all of them."""
    return Club.objects.all()


def live_api_token(token_hash: str, *, at: datetime) -> ApiToken | None:
    """The API token with this hash that is neither revoked nor expired, with its user; one query."""
    return (
        ApiToken.objects.filter(
            token_hash=token_hash, revoked_at__isnull=True, expires_at__gt=at, user__is_active=True
        )
        .select_related("user")
        .first()
    )


def api_tokens(user: User | None = None) -> QuerySet[ApiToken]:
    """The API tokens of a user or of everybody, the newest first, each with its user."""
    tokens = ApiToken.objects.select_related("user").order_by("-made_at", "-pk")
    return tokens if user is None else tokens.filter(user=user)


def sign_in_links(user: User | None = None) -> QuerySet[SignInLink]:
    """The sign-in links of a user or of everybody, the newest first, each with its user."""
    links = SignInLink.objects.select_related("user").order_by("-made_at", "-pk")
    return links if user is None else links.filter(user=user)


def user_to_sign_in(name: str = "") -> User | None:
    """The active user called `name`; without a name whoever holds the oldest office."""
    users = User.objects.filter(is_active=True)
    if name:
        return users.filter(username=name).first()
    return users.filter(offices__isnull=False).order_by("offices__pk").first()
