"""API tokens and sign-in links: made from 256 random bits, shown once, stored as SHA-256.

Requests that come with a key of their own are done once, however often they are sent.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import OperationalError, transaction
from django.db.models import QuerySet
from django.http import Http404

from scoring.derivation import gettext_noop
from tournaments.club.models import AnsweredRequest, ApiToken, OpensSomething, SignInLink, User, WorksOnce
from tournaments.club.reads.access import works_at
from tournaments.club.roles import TokenScope
from tournaments.club.services import audit
from tournaments.refusals import KEY_REUSED, check_key, refuse
from tournaments.site.cleaning import clean_name
from tournaments.site.sealing import seal, unseal

KEPT: Final = timedelta(days=1)
"""For so long a key is known; the answers may hold names, so no longer than a retry makes sense."""
FIELD: Final = "Idempotency-Key"


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer as it was sent: its status, the headers that are its own, its body."""

    status: int
    headers: Mapping[str, str]
    body: str


@transaction.atomic
def run_once(
    *,
    user: User,
    key: str,
    asked: tuple[str, str, bytes],
    at: datetime,
    do: Callable[[], Reply],
    check_right: Callable[[], object],
) -> Reply:
    """Do what is asked, unless this user has been answered under this key already: then that answer again.

    What is done and the note that it was done are one transaction; of two at once the second waits for the first. A
    refusal is not kept, since it has done nothing. An answer is kept sealed: it may hold a token or a link, so that
    `check_right` refuses a retry by whoever may no longer do what is asked.

    Raises Faults where the key is none, or came with another request (`asked`: method, address and body) before, or
    with this one when the server had another secret key; and whatever `do` refuses.
    """
    check_key(FIELD, key)
    digest = _digest(asked)
    AnsweredRequest.objects.filter(user=user, key=key, at__lt=at - KEPT).delete()
    row, is_first = AnsweredRequest.objects.get_or_create(
        user=user, key=key, defaults={"asked": digest, "at": at}
    )
    if not is_first:
        check_right()
        if row.asked != digest:
            refuse(
                FIELD,
                KEY_REUSED,
                "this key came with another request before; each needs its own",
            )
        body = unseal(row.body)
        if body is None:
            refuse(
                FIELD,
                KEY_REUSED,
                "this was done already, but its answer can no longer be read; look at what is there",
            )
        return Reply(row.status, row.headers, body)
    reply = do()
    row.status, row.headers, row.body = reply.status, dict(reply.headers), seal(reply.body)
    row.save(update_fields=["status", "headers", "body"])
    return reply


def forget_old_replies(*, at: datetime) -> int:
    return AnsweredRequest.objects.filter(at__lt=at - KEPT).delete()[0]


def _digest(asked: tuple[str, str, bytes]) -> str:
    method, address, body = asked
    parts = (method.encode(), address.encode(), body)
    return hashlib.sha256(b"".join(len(part).to_bytes(8, "big") + part for part in parts)).hexdigest()


SIGN_IN_LASTS = timedelta(hours=24)
API_TOKEN_LASTS = timedelta(days=365)
USE_NOTED_EVERY = timedelta(hours=1)
RANDOM_BYTES = 32
MOST_API_TOKENS = 20


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def new_token(model: type[OpensSomething], /, *, at: datetime, lasts: timedelta, **columns: Any) -> str:
    """The token of a new row of this kind, which keeps its hash alone."""
    token = secrets.token_urlsafe(RANDOM_BYTES)
    row = model(token_hash=hashed(token), made_at=at, expires_at=at + lasts, **columns)
    row.save(force_insert=True)
    return token


def make_sign_in_link(*, user: User, at: datetime, lasts: timedelta = SIGN_IN_LASTS) -> str:
    return new_token(SignInLink, at=at, lasts=lasts, user=user)


def use_sign_in_link(token: str, *, at: datetime) -> User | None:
    """The user of a link that is unused and in time, which this uses up; else None. Of two at once one wins."""
    links = SignInLink.objects.filter(token_hash=hashed(token), expires_at__gt=at, user__is_active=True)
    link = links.select_related("user").first()
    return link.user if link is not None and use_up(link, used_at=at) else None


def use_up(link: WorksOnce, **used: Any) -> bool:
    """Use up a link that works once; False where it was used or revoked before. Of two at once one wins.

    The columns of the link alone are asked: a look at another table would be taken from before the other's update.
    """
    free = type(link)._default_manager.filter(pk=link.pk, used_at__isnull=True, revoked_at__isnull=True)
    return bool(free.update(**used))


@transaction.atomic
def make_api_token(
    *,
    user: User,
    name: str,
    at: datetime,
    lasts: timedelta = API_TOKEN_LASTS,
    reach: TokenScope = TokenScope.ALL,
) -> str:
    """The token of a new key to the REST door for `user`, which may do what lies within `reach`.

    Raises Faults (`name`) for a name of nothing, and for whoever has `MOST_API_TOKENS` that work.
    """
    name = clean_name("name", name)
    if user.api_tokens.filter(works_at(at)).count() >= MOST_API_TOKENS:
        refuse(
            "name",
            "too-many",
            "%(most)s of your tokens work already; revoke one that you no longer need",
            most=MOST_API_TOKENS,
        )
    token = new_token(ApiToken, at=at, lasts=lasts, user=user, name=name, reach=reach)
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
    tokens = ApiToken.objects.filter(pk=pk)
    if not _revoke(tokens, at, of):
        return False
    audit.note_of_officer(tokens.select_related("user").get().user, "token-revoked", at=at)
    return True


@transaction.atomic
def revoke_api_tokens(user: User, *, at: datetime) -> None:
    for pk in user.api_tokens.filter(works_at(at)).values_list("pk", flat=True):
        revoke_api_token(pk, at=at)


@audit.command(done=gettext_noop("It no longer works."))
def revoke_own_token(user: User, token: int, at: datetime) -> None:
    """It opens nothing any more; this may be the very token that asks. Answers with those that are left."""
    if not revoke_api_token(token, at=at, of=user):
        raise Http404


@audit.command(done=gettext_noop("It no longer works."))
def revoke_own_sign_in_link(user: User, link: int, at: datetime) -> None:
    """It signs nobody in any more. Answers with those that are left."""
    if not revoke_sign_in_link(link, at=at, of=user):
        raise Http404


def revoke_sign_in_link(pk: int, *, at: datetime, of: User | None = None) -> bool:
    return _revoke(SignInLink.objects.filter(pk=pk), at, of)


def _revoke(found: QuerySet[ApiToken] | QuerySet[SignInLink], at: datetime, of: User | None) -> bool:
    owned = found if of is None else found.filter(user=of)
    return bool(owned.filter(revoked_at__isnull=True).update(revoked_at=at))
