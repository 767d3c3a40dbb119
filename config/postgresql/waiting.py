"""How long what the web server does waits for rows that somebody else is about."""

from __future__ import annotations

from django.db.backends.base.base import BaseDatabaseWrapper

LONGEST_WAIT = "5s"
"""As on SQLite; the request is then answered 503. Work in the background may wait longer."""


def bound_waiting(connection: BaseDatabaseWrapper, **_: object) -> None:
    """Let nothing on this connection wait for a lock without end."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"SET lock_timeout = '{LONGEST_WAIT}'")
