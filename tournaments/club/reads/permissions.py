"""Who may do what in a club and its evenings: the officers, and the keys that stand for them."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Now

from tournaments.club.models import ApiToken, Club, Officer, SignInLink, User
from tournaments.club.roles import Role

__all__ = ["ApiToken"]

Asker = User | AnonymousUser
IN_OFFICE: Final = Q(ends_at=None) | Q(ends_at__gt=Now())
"""Of an officer, whether the office has not ended."""


def works_at(at: datetime) -> Q:
    """Of what opens something, whether it is neither revoked nor expired."""
    return Q(revoked_at__isnull=True, expires_at__gt=at)


def offices_of(user: Asker) -> QuerySet[Officer]:
    """The offices that `user` holds now, in clubs and in single evenings, where the club is shown."""
    if not user.is_active:
        return Officer.objects.none()
    return Officer.objects.filter(IN_OFFICE, user_id=user.pk, club__put_away_at__isnull=True)


def clubs_of(user: Asker, least: Role = Role.SCORER) -> QuerySet[Club]:
    offices = offices_of(user).filter(evening=None, role__gte=least)
    return Club.objects.filter(officers__in=offices).annotate(held=F("officers__role"))


def still_holds(user: str, club: str, least: Role) -> Exists:
    """Whether a user has at least this role in a club now and may sign in; both by the names of columns."""
    offices = Officer.objects.filter(IN_OFFICE, user=OuterRef(user), club=OuterRef(club), evening=None)
    return Exists(offices.filter(role__gte=least, user__is_active=True))


def clubs_near(user: User) -> set[int]:
    office_clubs = offices_of(user).values_list("club")
    return {club for (club,) in office_clubs.union(user.players.order_by().values_list("club"))}


def public_clubs() -> QuerySet[Club]:
    return Club.objects.filter(put_away_at__isnull=True)


def live_api_token(token_hash: str, *, at: datetime) -> ApiToken | None:
    working = ApiToken.objects.filter(works_at(at), token_hash=token_hash, user__is_active=True)
    return working.select_related("user").first()


def api_tokens(user: User | None = None) -> QuerySet[ApiToken]:
    tokens = ApiToken.objects.select_related("user").order_by("-made_at", "-pk")
    return tokens if user is None else tokens.filter(user=user)


def working_api_tokens(user: User, *, at: datetime) -> QuerySet[ApiToken]:
    return api_tokens(user).filter(works_at(at))


def sign_in_links(user: User | None = None) -> QuerySet[SignInLink]:
    links = SignInLink.objects.select_related("user").order_by("-made_at", "-pk")
    return links if user is None else links.filter(user=user)


def open_sign_in_links(user: User, *, at: datetime) -> QuerySet[SignInLink]:
    return sign_in_links(user).filter(works_at(at), used_at__isnull=True)


def user_to_sign_in(name: str = "") -> User | None:
    """The active user called `name`; without a name whoever holds the oldest office, that of a demo last."""
    users = User.objects.filter(is_active=True)
    if name:
        return users.filter(username=name).first()
    return users.filter(offices__isnull=False).order_by("offices__club__is_demo", "offices__pk").first()
