"""The database backend of the settings; Django wants it in a module of this name."""

from __future__ import annotations

import select

from django.db.backends.postgresql import base


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection to PostgreSQL. One that the server has ended is noticed before it is used, and made anew.

    Django's own check of a kept connection is a query before each request. A server that ends a connection says so on
    it, though, and nothing else comes in while nobody asks: it is enough to see whether anything is there to be read.
    """

    def is_usable(self) -> bool:
        """Whether the connection can be used; asks the server only where there is a doubt."""
        if not self.errors_occurred and self._is_silent():
            return True
        usable: bool = super().is_usable()
        return usable

    def _is_silent(self) -> bool:
        """Whether the connection is open and nothing has come in on it."""
        if self.connection is None or self.connection.closed:
            return False
        waiting = select.poll()
        waiting.register(self.connection.fileno(), select.POLLIN)
        return not waiting.poll(0)
