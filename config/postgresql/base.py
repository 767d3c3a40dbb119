"""The database backend of the settings; Django wants it in a module of this name."""

from __future__ import annotations

import select
from typing import Any, Protocol

from django.db.backends.postgresql import base
from psycopg.pq import TransactionStatus


class Ground(Protocol):
    """What a session of the web server's own role is bound to; see `tournaments.tenant_guard`."""

    @property
    def sql(self) -> str: ...
    @property
    def parameters(self) -> tuple[str, ...]: ...


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection to PostgreSQL. One that the server has ended is noticed before it is used, and made anew.

    Django's own check of a kept connection is a query before each request. A server that ends a connection says so on
    it, though, and nothing else comes in while nobody asks: it is enough to see whether anything is there to be read.

    Where a session is bound to clubs, the server hears to which together with the first statement that follows.
    """

    ground: Ground | None = None
    """What the next statement is bound to; None where there is no fence."""
    _told: Ground | None = None
    """What the server was told last; None where that may no longer hold."""

    def create_cursor(self, name: str | None = None) -> Any:
        """A cursor for statements that see what the session is bound to."""
        if self.ground is not self._told and self.ground is not None and not self._is_failing():
            self.connection.execute(self.ground.sql, self.ground.parameters)
            self._told = self.ground
        return super().create_cursor(name)

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """A new session, which has been told nothing."""
        self._told = None
        return super().get_new_connection(conn_params)

    def _rollback(self) -> Any:
        self._told = None  # what was told since the beginning of the transaction is taken back with it
        return super()._rollback()  # type: ignore[misc]

    def _savepoint_rollback(self, sid: str) -> None:
        super()._savepoint_rollback(sid)  # type: ignore[misc]
        self._told = None

    def _is_failing(self) -> bool:
        """Whether a statement of the transaction has failed: the server does nothing then but roll back."""
        return bool(self.connection.info.transaction_status == TransactionStatus.INERROR)

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
