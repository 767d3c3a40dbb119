"""Sessions in the database under the hash of their key: whoever reads the database cannot take one over."""

from __future__ import annotations

import hashlib
from typing import Any, Final

from asgiref.sync import sync_to_async
from django.contrib.sessions.backends import db
from django.contrib.sessions.base_session import AbstractBaseSession
from django.contrib.sessions.models import Session
from django.utils import timezone

from tournaments.prepared_sql import PreparedModel, Slot

LENGTH = 40
"""What the column of Django's model holds: 160 bits of SHA-256, about as many as a key has."""


def hashed(key: str) -> str:
    """Under what the session with this key is stored."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:LENGTH]


_STORED: Final[PreparedModel[Session]] = PreparedModel(
    lambda: Session.objects.filter(session_key=Slot("stored"))
)


class SessionStore(db.SessionStore):
    """Django's own store but for what it looks sessions up by: the cookie has the key, the database its hash."""

    @property
    def stored_key(self) -> str:
        """Under what this session is stored; it has a key."""
        return hashed(self.session_key or "")

    def _get_session_from_db(self) -> AbstractBaseSession | None:
        row = _STORED.first(stored=hashed(self.session_key or ""))
        if row is None or row.expire_date <= timezone.now():
            self._session_key = None
            return None
        return row

    async def _aget_session_from_db(self) -> AbstractBaseSession | None:
        return await sync_to_async(self._get_session_from_db)()

    def exists(self, session_key: str) -> bool:
        return bool(super().exists(hashed(session_key)))

    async def aexists(self, session_key: str) -> bool:
        """The same."""
        return await sync_to_async(self.exists)(session_key)

    def create_model_instance(self, data: dict[str, Any]) -> AbstractBaseSession:
        row: AbstractBaseSession = super().create_model_instance(data)
        row.session_key = hashed(row.session_key)
        return row

    async def acreate_model_instance(self, data: dict[str, Any]) -> AbstractBaseSession:
        """The same."""
        return await sync_to_async(self.create_model_instance)(data)

    def delete(self, session_key: str | None = None) -> None:
        key = session_key or self.session_key
        if key is not None:
            super().delete(hashed(key))

    async def adelete(self, session_key: str | None = None) -> None:
        """The same."""
        await sync_to_async(self.delete)(session_key)
