"""The role on PostgreSQL that answers requests: it owns nothing, so that the fence around each club binds it."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, transaction
from django.db.utils import ConnectionHandler
from psycopg import sql

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
def grant(role: str, password: str) -> bool:
    """Let `role` read and write the tables there are and those to come; whether it was made for that.

    Only the owner of the tables may do so, and only who may make roles has one made. Raises MayAllError.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_schema()")
        names = {"role": sql.Identifier(role), "schema": sql.Identifier(cursor.fetchone()[0])}
        cursor.execute(_MAY_ALL, [role])
        found = cursor.fetchone()
        if found is None:
            _do("CREATE ROLE {role} LOGIN PASSWORD {password}", names | {"password": sql.Literal(password)})
        elif found[0]:
            raise MayAllError
        for statement in _GRANTS:
            _do(statement, names)
    return found is None


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
            _asked(session, f"SELECT set_config('head_table.session', '{number}', false)")
        setting = "SELECT current_setting('head_table.session', true)"
        return all(_asked(sessions[number], setting) == str(number) for number in _TURNS)
    finally:
        for session in sessions:
            session.close()


def _asked(session: Any, statement: str) -> Any:
    """The one value that a statement gives, in a transaction of its own."""
    with session.cursor() as cursor:
        cursor.execute(statement)
        return cursor.fetchone()[0]


def _do(statement: str, names: dict[str, Any]) -> None:
    """Execute a statement that takes no parameters, only names."""
    driver: Any = connection.connection
    driver.execute(sql.SQL(statement).format(**names))
