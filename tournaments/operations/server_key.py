"""Which secret key the database belongs to: kept when it is made, changed by word only."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db import connection, transaction
from django.db.models import Model, QuerySet
from django.utils import timezone

from tournaments.club.services import tokens
from tournaments.coming.models import DoorCode
from tournaments.coming.services import door
from tournaments.evening.models import PlayerLink, TableLink
from tournaments.evening.services import links
from tournaments.operations.key_check import check_value
from tournaments.operations.models import ServerKey
from tournaments.site import codes

ONE_ROW = 1


class Printed(NamedTuple):
    """One kind of link that is printed: what its token and its code are under the key that is set."""

    model: type[Model]
    token: Callable[[Any], str]
    code: Callable[[Any], str]

    def rows(self) -> QuerySet[Any]:
        """Those that open something."""
        return self.model._default_manager.filter(revoked_at__isnull=True)

    def hashes(self, row: Any) -> tuple[str, str]:
        """What is kept of the token and the code of a row."""
        return tokens.hashed(self.token(row)), codes.hashed_code(self.code(row))


PRINTED: Final = (
    Printed(TableLink, links.table_token, links.table_code),
    Printed(PlayerLink, links.player_token, links.player_code),
    Printed(DoorCode, door.door_token, door.door_code),
)


def keep_key(**_: Any) -> None:
    """Remember the key of a database that knows of none; called whenever it has been migrated."""
    if ServerKey._meta.db_table in connection.introspection.table_names():
        ServerKey.objects.get_or_create(
            pk=ONE_ROW, defaults={"check_value": check_value(), "kept_at": timezone.now()}
        )


@transaction.atomic
def accept_key(*, at: datetime) -> int:
    """Go on with the key that is set: every card, ticket and door gets a new link, and has to be printed again.

    Returns:
        How many there are to print.
    """
    ServerKey.objects.update_or_create(pk=ONE_ROW, defaults={"check_value": check_value(), "kept_at": at})
    return sum(_renew(printed) for printed in PRINTED)


def _renew(printed: Printed) -> int:
    rows = list(printed.rows().select_for_update())
    for row in rows:
        row.token_hash, row.code_hash = printed.hashes(row)
    printed.model._default_manager.bulk_update(rows, ["token_hash", "code_hash"])
    return len(rows)
