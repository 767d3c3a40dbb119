"""The role on PostgreSQL that answers requests: it owns nothing, so that the fence around each club binds it."""

from __future__ import annotations

from typing import Any, Final

from django.db import connection, transaction
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


def _do(statement: str, names: dict[str, Any]) -> None:
    """Execute a statement that takes no parameters, only names."""
    driver: Any = connection.connection
    driver.execute(sql.SQL(statement).format(**names))
