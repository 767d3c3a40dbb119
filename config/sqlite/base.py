"""The database backend of the settings; Django wants it in a module of this name."""

from __future__ import annotations

from django.db.backends.sqlite3 import base


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection to SQLite whose cursors are closed where they were used.

    A cursor that failed hangs on the error, which is a cycle: it is taken away some time later, in whichever thread
    that happens. SQLite then wants the lock of its connection, which is taken as long as that waits to write: a page
    stood still until then, though it writes nothing.
    """

    transaction_mode: str | None

    def _start_transaction_under_autocommit(self) -> None:
        with self.cursor() as cursor:
            cursor.execute(f"BEGIN {self.transaction_mode or ''}")
