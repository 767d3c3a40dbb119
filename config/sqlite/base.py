"""The database backend of the settings; Django wants it in a module of this name."""

from __future__ import annotations

from functools import lru_cache
from typing import cast

from django.db.backends.sqlite3 import base

LONGEST_KEPT = 8192
"""Letters of a statement that is kept: one with thousands of keys does not come again."""


class Cursor(base.SQLiteCursorWrapper):
    """A cursor that turns Django's placeholders into those of SQLite once for each text of a statement."""

    def convert_query(self, query: str, *, param_names: list[str] | None = None) -> str:
        is_usual = not param_names and len(query) <= LONGEST_KEPT
        return _placed(query) if is_usual else super().convert_query(query, param_names=param_names)


@lru_cache(maxsize=512)
def _placed(query: str) -> str:
    placed: str = base.FORMAT_QMARK_REGEX.sub("?", query).replace("%%", "%")
    return placed


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection to SQLite whose cursors are closed where they were used.

    A cursor that failed hangs on the error, which is a cycle: it is taken away some time later, in whichever thread
    that happens. SQLite then wants the lock of its connection, which is taken as long as that waits to write: a page
    stood still until then, though it writes nothing.
    """

    transaction_mode: str | None

    def create_cursor(self, name: str | None = None) -> Cursor:
        return cast("Cursor", self.connection.cursor(factory=Cursor))

    def _start_transaction_under_autocommit(self) -> None:
        with self.cursor() as cursor:
            cursor.execute(f"BEGIN {self.transaction_mode or ''}")
