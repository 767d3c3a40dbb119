"""Whom a key to the REST door stands for. Keys come as hashes (services.access.hashed)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tournaments.models import TableLink, User
from tournaments.models.statements import Prepared, Slot
from tournaments.queries.access import live_api_token

__all__ = ["TableKey", "User", "table_of", "user_of"]

_TABLE = Prepared(
    lambda: (
        TableLink.objects.filter(token_hash=Slot("token_hash"), revoked_at__isnull=True)
        .order_by()
        .values_list(
            "table__evening_id", "table__evening__club__slug", "table__evening__slug", "table__number"
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


def table_of(token_hash: str) -> TableKey | None:
    """The table of the live link with this hash; one prepared query, for it stands before every hand."""
    row = _TABLE.one(token_hash=token_hash)
    return None if row is None else TableKey(*row)


def user_of(token_hash: str, *, at: datetime) -> User | None:
    """The user of the live API token with this hash; one query."""
    token = live_api_token(token_hash, at=at)
    return None if token is None else token.user
