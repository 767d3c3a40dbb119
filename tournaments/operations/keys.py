"""The secret key that the database belongs to, changed by word only; the role on PostgreSQL that answers requests."""

from __future__ import annotations

import hashlib
import hmac
import logging
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, transaction
from django.db.models import Model, QuerySet
from django.db.utils import ConnectionHandler
from django.utils import timezone

from tournaments.club.models import ServerKey
from tournaments.club.services import tokens
from tournaments.evening.models import PlayerLink, TableLink
from tournaments.evening.services import links
from tournaments.signup import sign_ups
from tournaments.signup.models import DoorCode
from tournaments.site import cleaning

log = logging.getLogger(__name__)

# --- The role on PostgreSQL that answers requests: it owns nothing, so that the fence binds it ---------

_MAY_ALL: Final = """
SELECT rolsuper OR rolbypassrls OR pg_has_role(rolname, current_user, 'MEMBER') FROM pg_roles WHERE rolname = %s
"""
_GRANTS: Final = (
    "GRANT USAGE ON SCHEMA {schema} TO {role}",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA {schema} TO {role}",
    "GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA {schema} TO {role}",
    # What later migrations make.
    "ALTER DEFAULT PRIVILEGES IN SCHEMA {schema} GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO {role}",
    "ALTER DEFAULT PRIVILEGES IN SCHEMA {schema} GRANT USAGE, SELECT ON SEQUENCES TO {role}",
    "REVOKE INSERT, UPDATE, DELETE ON django_migrations FROM {role}",
)


POOLED: Final = (
    "WEB_DATABASE_URL leads to a pooler that hands sessions from one transaction to the next. Which club a request "
    "is for is a setting of its session: use PostgreSQL itself, or a pooler that keeps a session for each client "
    "(PgBouncer: pool_mode = session)."
)
_TURNS: Final = (0, 1, 1, 0, 1, 0, 0, 1)
"""In which order two sessions are asked, so that neither a pooler that gives the last server connection again nor one
that gives them in turn can give each its own by chance."""


class PoolerError(Exception):
    """What a session is told does not hold in its next transaction: requests would meet the rows of other clubs."""


class MayAllError(Exception):
    """No policy binds this role: it is a superuser, bypasses them, or stands for the owner of the tables."""


@transaction.atomic
def grant_web_role(role: str, password: str) -> bool:
    """Let `role` read and write the tables there are and those to come; whether it was made for that.

    Only the owner of the tables may do so, and only who may make roles has one made. Raises MayAllError.
    """
    from psycopg import sql  # nothing of PostgreSQL is loaded where the database is SQLite

    with connection.cursor() as cursor:
        cursor.execute("SELECT current_schema()")
        names = {"role": sql.Identifier(role), "schema": sql.Identifier(cursor.fetchone()[0])}
        cursor.execute(_MAY_ALL, [role])
        row = cursor.fetchone()
        if row is None:
            _do("CREATE ROLE {role} LOGIN PASSWORD {password}", names | {"password": sql.Literal(password)})
        elif row[0]:
            raise MayAllError
        for statement in _GRANTS:
            _do(statement, names)
    return row is None


def is_bound() -> bool:
    """Whether the fence binds the role of this process; one query."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT row_security_active('tournaments_evening')")
        return bool(cursor.fetchone()[0])


def refuse_pooler() -> None:
    """Raise PoolerError where WEB_DATABASE_URL leads to a pooler of transactions; a silent database is none."""
    if not settings.WEB_DATABASE:
        return
    with suppress(DatabaseError):
        if not keeps_sessions():
            raise PoolerError(POOLED)


def keeps_sessions() -> bool:
    """Whether what a session on WEB_DATABASE_URL is told holds in its next transactions; two sessions are asked."""
    handlers = [ConnectionHandler({DEFAULT_DB_ALIAS: dict(settings.WEB_DATABASE or {})}) for _ in range(2)]
    sessions: list[Any] = [handler[DEFAULT_DB_ALIAS] for handler in handlers]
    try:
        for number, session in enumerate(sessions):
            _query_value(session, f"SELECT set_config('head_table.session', '{number}', false)")
        setting = "SELECT current_setting('head_table.session', true)"
        return all(_query_value(sessions[number], setting) == str(number) for number in _TURNS)
    finally:
        for session in sessions:
            session.close()


def _query_value(session: Any, statement: str) -> Any:
    # In a transaction of its own.
    with session.cursor() as cursor:
        cursor.execute(statement)
        return cursor.fetchone()[0]


def _do(statement: str, names: dict[str, Any]) -> None:
    from psycopg import sql

    driver: Any = connection.connection
    driver.execute(sql.SQL(statement).format(**names))


OTHER_KEY = (
    "SECRET_KEY is not the key of this database: no card or ticket printed so far opens, everybody is signed out. "
    "Put the key back: the file secret_key of the data folder, the setting SECRET_KEY, or from a backup by "
    "`unzip -p BACKUP secret_key`. Where it is lost for good, `./run manage accept_key` goes on with the new one."
)


def check_value() -> str:
    """What is kept of the secret key in the database: it tells keys apart and gives none away."""
    return hmac.new(settings.SECRET_KEY.encode(), b"which key is this", hashlib.sha256).hexdigest()


def key_trouble() -> str:
    """What to say where the key is another than the database's, else nothing; one query."""
    stored_value = ServerKey.objects.values_list("check_value", flat=True).first()
    return OTHER_KEY if stored_value not in (None, check_value()) else ""


def say_key_trouble() -> None:
    """A web server that starts with another key than the database's says so in its log, and goes on."""
    try:
        trouble = key_trouble()
    except DatabaseError:
        return  # no database, or no tables yet: /readyz tells
    finally:
        connection.close()
    if trouble:
        log.critical(trouble)


ONE_ROW = 1


class Printed(NamedTuple):
    model: type[Model]
    token: Callable[[Any], str]
    code: Callable[[Any], str]

    def rows(self) -> QuerySet[Any]:
        return self.model._default_manager.filter(revoked_at__isnull=True)

    def hashes(self, row: Any) -> tuple[str, str]:
        return tokens.hashed(self.token(row)), cleaning.hashed_code(self.code(row))


PRINTED: Final = (
    Printed(TableLink, links.link_token, links.link_code),
    Printed(PlayerLink, links.link_token, links.link_code),
    Printed(DoorCode, sign_ups.door_token, sign_ups.door_code),
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

    Returns how many there are to print.
    """
    ServerKey.objects.update_or_create(pk=ONE_ROW, defaults={"check_value": check_value(), "kept_at": at})
    return sum(_renew(printed) for printed in PRINTED)


def _renew(printed: Printed) -> int:
    rows = list(printed.rows().select_for_update())
    for row in rows:
        row.token_hash, row.code_hash = printed.hashes(row)
    printed.model._default_manager.bulk_update(rows, ["token_hash", "code_hash"])
    return len(rows)
