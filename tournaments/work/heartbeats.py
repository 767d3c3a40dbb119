"""When something was last seen to work: the sweep of the worker's clock, and writing itself."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Final

from django.conf import settings
from django.db import DatabaseError, connection

from tournaments.prepared_sql import upsert
from tournaments.work.models import Heartbeat

PATIENCE_MILLISECONDS: Final = 500
KEPT_SECONDS: Final = 1.0
"""For so long an answer is given again: whoever asks often does not write often."""

_last: tuple[float, str] = (0.0, "")


def beat(name: str, *, at: datetime) -> None:
    """Note that `name` was seen to work at this moment; one statement."""
    upsert(Heartbeat, [(name, at)], names=("at",), key=("name",))


def cannot_write(*, at: datetime) -> str:
    """Why nothing can be written just now; empty where something was. Waits half a second for a lock."""
    global _last  # noqa: PLW0603 - one answer for all of the process's threads
    if time.monotonic() - _last[0] > KEPT_SECONDS:
        _last = (time.monotonic(), _try_to_write(at))
    return _last[1]


def _try_to_write(at: datetime) -> str:
    try:
        with _little_patience():
            beat(Heartbeat.WRITE, at=at)
    except DatabaseError as error:
        return str(error).partition("\n")[0] or type(error).__name__
    return ""


@contextmanager
def _little_patience() -> Iterator[None]:
    """Wait for SQLite's write lock for a short time only; PostgreSQL has no lock that everybody needs."""
    if connection.vendor != "sqlite":
        yield
        return
    usual = settings.DATABASES["default"]["OPTIONS"]["timeout"] * 1000
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA busy_timeout = {PATIENCE_MILLISECONDS}")
        try:
            yield
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {usual}")
