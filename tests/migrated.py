"""An SQLite database in which every migration has been run, made once for all processes of a run of tests.

To run the migrations takes ten times as long as to copy what comes of them.
"""

import fcntl
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

from django.db.backends.signals import connection_created

FILE = "HEAD_TABLE_MIGRATED"
"""The setting that names the file; the tests of docs/ pass it on to those that they run in a copy of the project."""
SERVERS = {"DATABASE_URL", "REDIS_URL"}


def lies_in(folder: Path) -> None:
    """From now on the file is in that folder, unless the setting names one: made when it is first needed."""
    os.environ.setdefault(FILE, str(folder / "migrated.sqlite3"))


def file() -> Path:
    """The file; the process that first needs it makes it, and others wait for that."""
    made = Path(os.environ[FILE])
    with made.with_suffix(".lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        if not made.exists():
            _make(made)
    return made


def _make(made: Path) -> None:
    data = made.with_suffix(".data")
    bare = {name: value for name, value in os.environ.items() if name not in SERVERS}
    migrate = [sys.executable, "manage.py", "migrate", "-v", "0"]
    subprocess.run(migrate, env=bare | {"HEAD_TABLE_DATA": str(data)}, check=True)
    with closing(sqlite3.connect(data / "club.sqlite3", isolation_level=None)) as database:
        database.execute("DELETE FROM tournaments_serverkey")
    (data / "club.sqlite3").replace(made)


def begin_migrated(data: Path) -> None:
    """Put an empty database into a data folder, in which nothing is left to migrate, where tests are run."""
    if FILE in os.environ:
        data.mkdir(parents=True, exist_ok=True)
        shutil.copy(file(), data / "club.sqlite3")


def copied_into_the_next() -> None:
    """The SQLite database that is opened next is filled with a copy."""
    connection_created.connect(_fill, dispatch_uid=FILE)


def _fill(connection: Any, **_: Any) -> None:
    connection_created.disconnect(dispatch_uid=FILE)
    with closing(sqlite3.connect(file())) as made:
        made.backup(connection.connection)
