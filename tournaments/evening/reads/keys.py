"""Whom a key to the REST door stands for. Keys come as hashes (evening.services.links.hashed)."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.club.models import ApiToken, SignInLink, User
from tournaments.club.reads.permissions import live_api_token
from tournaments.evening.models import TableLink
from tournaments.prepared_sql import Prepared, Slot

__all__ = ["ApiToken", "SignInLink", "TableKey", "User", "link_at", "live_api_token", "table_of"]

_TABLE = Prepared(
    lambda: (
        TableLink.objects.filter(token_hash=Slot("token_hash"), revoked_at__isnull=True)
        .order_by()
        .values_list(
            "table__evening_id", "table__evening__club__slug", "table__evening__slug", "table__number", "pk"
        )
    )
)


@dataclass(frozen=True, slots=True)
class TableKey:
    """The one table that a link opens."""

    evening_id: int
    club: str
    evening: str
    table: int
    link_id: int


def table_of(token_hash: str) -> TableKey | None:
    """The table of the live link with this hash; one prepared query, for it stands before every hand."""
    row = _TABLE.one(token_hash=token_hash)
    return None if row is None else TableKey(*row)


def link_at(pk: int) -> TableLink:
    """The link that a key came from, with its table; one query."""
    return TableLink.objects.select_related("table").get(pk=pk)
