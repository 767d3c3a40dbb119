"""API tokens and sign-in links: made from 256 random bits, shown once, stored as SHA-256."""

from __future__ import annotations

import hashlib
import secrets
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from django.db import OperationalError, transaction
from django.db.models import QuerySet

from tournaments.club.models import ApiToken, SignInLink, User, WorksOnce
from tournaments.club.roles import Reach
from tournaments.club.services import audit
from tournaments.refusals import refuse
from tournaments.site.cleaning import clean_name

SIGN_IN_LASTS = timedelta(hours=24)
API_TOKEN_LASTS = timedelta(days=365)
USE_NOTED_EVERY = timedelta(hours=1)
RANDOM_BYTES = 32
MOST_API_TOKENS = 20


def hashed(token: str) -> str:
    """How a token is stored and looked up."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def make_sign_in_link(*, user: User, at: datetime, lasts: timedelta = SIGN_IN_LASTS) -> str:
    """The token of a new link that signs `user` in once before `at + lasts`."""
    token = secrets.token_urlsafe(RANDOM_BYTES)
    SignInLink.objects.create(user=user, token_hash=hashed(token), made_at=at, expires_at=at + lasts)
    return token


def use_sign_in_link(token: str, *, at: datetime) -> User | None:
    """The user of a link that is unused and in time, the link then being used; else None.

    The update is the test: of two clicks at once one wins.
    """
    found = SignInLink.objects.filter(token_hash=hashed(token), expires_at__gt=at, user__is_active=True)
    link = found.select_related("user").first()
    return link.user if link is not None and use_up(link, used_at=at) else None


def use_up(link: WorksOnce, **used: Any) -> bool:
    """Use a link that works once up; whether it was neither used nor revoked. Of two at once one does.

    The columns of the link alone are asked: a look at another table would be taken from before the other's update.
    """
    free = type(link)._default_manager.filter(pk=link.pk, used_at__isnull=True, revoked_at__isnull=True)
    return bool(free.update(**used))


@transaction.atomic
def make_api_token(
    *, user: User, name: str, at: datetime, lasts: timedelta = API_TOKEN_LASTS, reach: Reach = Reach.ALL
) -> str:
    """The token of a new key to the REST door for `user`, which may do what lies within `reach`.

    Raises Faults (`name`) for a name of nothing, and for whoever has `MOST_API_TOKENS` that work.
    """
    name = clean_name("name", name)
    if user.api_tokens.filter(revoked_at__isnull=True, expires_at__gt=at).count() >= MOST_API_TOKENS:
        refuse(
            "name",
            "too-many",
            "%(most)s of your tokens work already; revoke one that you no longer need",
            most=MOST_API_TOKENS,
        )
    token = secrets.token_urlsafe(RANDOM_BYTES)
    ApiToken.objects.create(
        user=user, name=name, reach=reach, token_hash=hashed(token), made_at=at, expires_at=at + lasts
    )
    audit.note_of_officer(user, "token-made", at=at, reach=int(reach))
    return token


def note_use(token: ApiToken, *, at: datetime) -> None:
    """Note that an API token is used; at most once an hour, so that asking costs no writing.

    Where nothing can be written now it is left, since whoever asks may only want to read.
    """
    if token.last_used_at is None:
        with suppress(OperationalError), transaction.atomic():
            # Of two requests at once one was the first.
            if ApiToken.objects.filter(pk=token.pk, last_used_at=None).update(last_used_at=at):
                audit.note_of_officer(token.user, "token-first-used", at=at, by=token.user)
    elif at - token.last_used_at >= USE_NOTED_EVERY:
        with suppress(OperationalError):
            ApiToken.objects.filter(pk=token.pk).update(last_used_at=at)


@transaction.atomic
def revoke_api_token(pk: int, *, at: datetime, of: User | None = None) -> bool:
    """End an API token, of that user or of anybody; whether there was one that was not revoked before."""
    found = ApiToken.objects.filter(pk=pk)
    if not _revoke(found, at, of):
        return False
    audit.note_of_officer(found.select_related("user").get().user, "token-revoked", at=at)
    return True


@transaction.atomic
def revoke_api_tokens(user: User, *, at: datetime) -> None:
    """End every API token of a user."""
    for pk in user.api_tokens.filter(revoked_at__isnull=True, expires_at__gt=at).values_list("pk", flat=True):
        revoke_api_token(pk, at=at)


def revoke_sign_in_link(pk: int, *, at: datetime, of: User | None = None) -> bool:
    """End a sign-in link, of that user or of anybody; whether there was one that was not revoked before."""
    return _revoke(SignInLink.objects.filter(pk=pk), at, of)


def _revoke(found: QuerySet[ApiToken] | QuerySet[SignInLink], at: datetime, of: User | None) -> bool:
    owned = found if of is None else found.filter(user=of)
    return bool(owned.filter(revoked_at__isnull=True).update(revoked_at=at))
