"""Which secret key the database belongs to: kept when it is made, changed by word only."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import connection, transaction
from django.utils import timezone

from tournaments.club.services import tokens
from tournaments.evening.models import PlayerLink, TableLink
from tournaments.evening.services import links
from tournaments.operations.key_check import check_value
from tournaments.operations.models import ServerKey
from tournaments.site import codes

ONE_ROW = 1


def keep_key(**_: Any) -> None:
    """Remember the key of a database that knows of none; called whenever it has been migrated."""
    if ServerKey._meta.db_table in connection.introspection.table_names():
        ServerKey.objects.get_or_create(
            pk=ONE_ROW, defaults={"check_value": check_value(), "kept_at": timezone.now()}
        )


@transaction.atomic
def accept_key(*, at: datetime) -> int:
    """Go on with the key that is set: every card and ticket gets a new link, and has to be printed again.

    Returns:
        How many there are to print.
    """
    ServerKey.objects.update_or_create(pk=ONE_ROW, defaults={"check_value": check_value(), "kept_at": at})
    tables = list(TableLink.objects.select_for_update().filter(revoked_at__isnull=True))
    players = list(PlayerLink.objects.select_for_update().filter(revoked_at__isnull=True))
    for table in tables:
        table.token_hash = tokens.hashed(links.table_token(table))
        table.code_hash = codes.hashed_code(links.table_code(table))
    for player in players:
        player.token_hash = tokens.hashed(links.player_token(player))
        player.code_hash = codes.hashed_code(links.player_code(player))
    TableLink.objects.bulk_update(tables, ["token_hash", "code_hash"])
    PlayerLink.objects.bulk_update(players, ["token_hash", "code_hash"])
    return len(tables) + len(players)
