"""Links and tokens: made from 256 random bits, shown once, stored as SHA-256."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import TypeVar

from django.conf import settings
from django.db import OperationalError, transaction
from django.db.models import F, QuerySet

from tournaments.models import ApiToken, Evening, PlayerLink, SignInLink, Table, TableLink, Ticket, User
from tournaments.services import codes

SIGN_IN_LASTS = timedelta(hours=24)
API_TOKEN_LASTS = timedelta(days=365)
USE_NOTED_EVERY = timedelta(hours=1)
RANDOM_BYTES = 32
L = TypeVar("L", TableLink, PlayerLink)


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
    used = SignInLink.objects.filter(
        token_hash=hashed(token),
        used_at__isnull=True,
        revoked_at__isnull=True,
        expires_at__gt=at,
        user__is_active=True,
    ).update(used_at=at)
    return User.objects.get(sign_in_links__token_hash=hashed(token)) if used else None


def make_api_token(*, user: User, name: str, at: datetime, lasts: timedelta = API_TOKEN_LASTS) -> str:
    """The token of a new key to the REST door for `user`."""
    token = secrets.token_urlsafe(RANDOM_BYTES)
    ApiToken.objects.create(user=user, name=name, token_hash=hashed(token), made_at=at, expires_at=at + lasts)
    return token


def note_use(token: ApiToken, *, at: datetime) -> None:
    """Note that an API token is used; at most once an hour, so that asking costs no writing.

    Where nothing can be written now it is left, since whoever asks may only want to read.
    """
    if token.last_used_at is None or at - token.last_used_at >= USE_NOTED_EVERY:
        with suppress(OperationalError):
            ApiToken.objects.filter(pk=token.pk).update(last_used_at=at)


def revoke_api_token(pk: int, *, at: datetime, of: User | None = None) -> bool:
    """End an API token, of that user or of anybody; whether there was one that was not revoked before."""
    return _revoke(ApiToken.objects.filter(pk=pk), at, of)


def revoke_sign_in_link(pk: int, *, at: datetime, of: User | None = None) -> bool:
    """End a sign-in link, of that user or of anybody; whether there was one that was not revoked before."""
    return _revoke(SignInLink.objects.filter(pk=pk), at, of)


def _revoke(found: QuerySet[ApiToken] | QuerySet[SignInLink], at: datetime, of: User | None) -> bool:
    owned = found if of is None else found.filter(user=of)
    return bool(owned.filter(revoked_at__isnull=True).update(revoked_at=at))


def table_token(link: TableLink) -> str:
    """The token of a table link, worked out again for printing from its nonce and the server's secret."""
    return _token("table-link", link.nonce)


def player_token(link: PlayerLink) -> str:
    """The token of a player's link, worked out again in the same way."""
    return _token("player-link", link.nonce)


def table_code(link: TableLink) -> str:
    """What is typed where the card of a table cannot be scanned."""
    return codes.code_of(f"table-code:{link.nonce}")


def player_code(link: PlayerLink) -> str:
    """What is typed where a ticket cannot be scanned."""
    return codes.code_of(f"player-code:{link.nonce}")


def _token(kind: str, nonce: str) -> str:
    digest = hmac.new(settings.SECRET_KEY.encode(), f"{kind}:{nonce}".encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(digest.digest()[:24]).decode()


def _made(link: L, token: Callable[[L], str], code: Callable[[L], str]) -> L:
    """A link with what is drawn for it and what follows from that."""
    link.nonce = secrets.token_hex(RANDOM_BYTES)
    link.token_hash = hashed(token(link))
    link.code_hash = codes.hashed_code(code(link))
    return link


def _new_link(table: Table, at: datetime) -> TableLink:
    return _made(TableLink(table=table, made_at=at), table_token, table_code)


def _new_player_link(ticket: Ticket, at: datetime) -> PlayerLink:
    return _made(PlayerLink(ticket=ticket, made_at=at), player_token, player_code)


def give_links(tables: list[Table], *, at: datetime) -> None:
    """One link for each of `tables`; call it for tables that have none."""
    TableLink.objects.bulk_create([_new_link(table, at) for table in tables])


def give_player_links(tickets: list[Ticket], *, at: datetime) -> None:
    """One link for each of `tickets`; call it for tickets that have none."""
    PlayerLink.objects.bulk_create([_new_player_link(ticket, at) for ticket in tickets])


@transaction.atomic
def renew_table_link(*, table: Table, at: datetime) -> TableLink:
    """A new link for `table`; the old one stops working with the commit."""
    revoke_table_link(table=table, at=at)
    link = _new_link(table, at)
    link.save(force_insert=True)
    return link


@transaction.atomic
def revoke_table_link(*, table: Table, at: datetime) -> None:
    """End the link of `table` with the commit: every phone that opened it, and its card, until there is a new one."""
    _end(table, at)


def end_table_links(*, evening: Evening, at: datetime) -> None:
    """End the links of all tables of `evening` with the commit, as when it is published; one query."""
    TableLink.objects.filter(table__evening=evening, revoked_at__isnull=True).update(revoked_at=at)


@transaction.atomic
def renew_player_link(*, ticket: Ticket, at: datetime) -> PlayerLink:
    """A new personal link for `ticket`; the old one stops working with the commit."""
    revoke_player_link(ticket=ticket, at=at)
    link = _new_player_link(ticket, at)
    link.save(force_insert=True)
    return link


@transaction.atomic
def revoke_player_link(*, ticket: Ticket, at: datetime) -> None:
    """End the personal link of `ticket` with the commit, until there is a new one."""
    _end(ticket, at)


def _end(owner: Table | Ticket, at: datetime) -> None:
    _tell(owner.evening_id)
    # Of two who renew it at once the second waits, and ends the first one's link.
    type(owner).objects.select_for_update().get(pk=owner.pk)
    owner.links.filter(revoked_at__isnull=True).update(revoked_at=at)


def _tell(evening: int) -> None:
    """Have every open page ask again, so that a phone sees at once that it is shut out."""
    Evening.objects.filter(pk=evening).update(version=F("version") + 1)
