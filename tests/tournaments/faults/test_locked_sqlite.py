"""SQLite's write lock is held by another process: what that does to those who do not want it."""

import sqlite3
import traceback
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError
from django.db.backends.sqlite3 import base

from config.sqlite.base import DatabaseWrapper

pytestmark = pytest.mark.django_db
Backend = type[base.DatabaseWrapper]


def cursors_left_by(backend: Backend, database: Path) -> list[bool]:
    """Whether each cursor is closed that hangs on the error of a transaction that cannot begin."""
    kept = backend({**SETTINGS, "NAME": str(database)}, alias="locked")
    kept.connect()
    with pytest.raises(OperationalError, match="database is locked") as raised:
        kept.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
    frames = [frame for frame, _ in traceback.walk_tb(raised.value.__traceback__)]
    found = {id(one): one for frame in frames for one in frame.f_locals.values() if is_cursor(one)}
    closed = [is_closed(one) for one in found.values()]
    kept.close()
    return closed


def is_cursor(value: Any) -> bool:
    return isinstance(value, sqlite3.Cursor)


def is_closed(cursor: Any) -> bool:
    try:
        sqlite3.Cursor.execute(cursor, "SELECT 1")
    except sqlite3.ProgrammingError:
        return True
    return False


SETTINGS: dict[str, Any] = {
    "ATOMIC_REQUESTS": False,
    "AUTOCOMMIT": True,
    "CONN_HEALTH_CHECKS": False,
    "CONN_MAX_AGE": 0,
    "OPTIONS": {"timeout": 0, "transaction_mode": "IMMEDIATE"},
    "TEST": {},
    "TIME_ZONE": None,
}


@pytest.fixture
def locked(tmp_path: Path) -> Any:
    """A database whose write lock somebody else holds."""
    holding = sqlite3.connect(tmp_path / "locked", isolation_level=None)
    holding.execute("BEGIN IMMEDIATE")
    yield tmp_path / "locked"
    holding.close()


@pytest.mark.parametrize(
    ("backend", "closed"),
    [(DatabaseWrapper, True), (base.DatabaseWrapper, False)],
    ids=["the house's", "Django's, the control"],
)
def test_what_hangs_on_the_error_of_a_lock_needs_nothing_of_its_connection(
    locked: Path, backend: Backend, *, closed: bool
) -> None:
    found = cursors_left_by(backend, locked)
    assert found
    assert set(found) == {closed}
