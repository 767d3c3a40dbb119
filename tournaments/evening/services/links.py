"""Links and tokens: made from 256 random bits, shown once, stored as SHA-256."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from collections.abc import Callable
from datetime import datetime
from typing import Any, TypeVar

from django.conf import settings
from django.db import transaction

from tournaments.club.services import audit
from tournaments.club.services.tokens import RANDOM_BYTES, hashed
from tournaments.evening.models import Evening, PlayerLink, Table, TableLink, Ticket
from tournaments.evening.services import news
from tournaments.site import codes

L = TypeVar("L", TableLink, PlayerLink)


def table_token(link: TableLink) -> str:
    """The token of a table link, worked out again for printing from its nonce and the server's secret."""
    return printed_token("table-link", link.nonce)


def player_token(link: PlayerLink) -> str:
    """The token of a player's link, worked out again in the same way."""
    return printed_token("player-link", link.nonce)


def table_code(link: TableLink) -> str:
    """What is typed where the card of a table cannot be scanned."""
    return codes.code_of(f"table-code:{link.nonce}")


def player_code(link: PlayerLink) -> str:
    """What is typed where a ticket cannot be scanned."""
    return codes.code_of(f"player-code:{link.nonce}")


def printed_token(kind: str, nonce: str) -> str:
    """The token of a printed link of this kind, worked out from its nonce and the server's secret."""
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
    _end(table, at)
    link = _new_link(table, at)
    link.save(force_insert=True)
    _note("table-link-made", table.evening, at, table=table.number)
    return link


@transaction.atomic
def revoke_table_link(*, table: Table, at: datetime) -> None:
    """End the link of `table` with the commit: every phone that opened it, and its card, until there is a new one."""
    _end(table, at)
    _note("table-link-revoked", table.evening, at, table=table.number)


def end_table_links(*, evening: Evening, at: datetime) -> None:
    """End the links of all tables of `evening` with the commit, as when it is published; one query."""
    TableLink.objects.filter(table__evening=evening, revoked_at__isnull=True).update(revoked_at=at)


@transaction.atomic
def renew_player_link(*, ticket: Ticket, at: datetime) -> PlayerLink:
    """A new personal link for `ticket`; the old one stops working with the commit."""
    _end(ticket, at)
    link = _new_player_link(ticket, at)
    link.save(force_insert=True)
    _note("player-link-made", ticket.evening, at, player=ticket.player)
    return link


@transaction.atomic
def revoke_player_link(*, ticket: Ticket, at: datetime) -> None:
    """End the personal link of `ticket` with the commit, until there is a new one."""
    _end(ticket, at)
    _note("player-link-revoked", ticket.evening, at, player=ticket.player)


def _note(act: str, evening: Evening, at: datetime, **told: Any) -> None:
    audit.note(evening.club, act, at=at, evening=evening.name, **told)


def _end(owner: Table | Ticket, at: datetime) -> None:
    # A phone sees at once that it is shut out.
    news.for_everybody(Evening.objects.filter(pk=owner.evening_id))
    # Of two who renew it at once the second waits, and ends the first one's link.
    type(owner).objects.select_for_update().get(pk=owner.pk)
    owner.links.filter(revoked_at__isnull=True).update(revoked_at=at)
