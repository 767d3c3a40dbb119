"""Sees what has been committed, whichever process did it, without anybody having to say so.

SQLite counts the commits of others in `PRAGMA data_version`, which costs a few microseconds: the versions are
read only when it has changed. On PostgreSQL the versions are simply read, a few times a second and by primary key.
NOTIFY from a trigger would save these reads and cost more where it matters: all transactions that notify commit
one after the other, and every hand would.
"""

from __future__ import annotations

import contextlib
import logging

from django.db import Error, connection

from tournaments.evening.reads import live
from tournaments.fence import EVERYWHERE, enter
from tournaments.live.hub import Hub, Stand

EVERY_SECONDS = {"sqlite": 0.1}
ELSEWHERE_SECONDS = 0.2
AGAIN_SECONDS = 1.0
"""How long a database that is away is left in peace."""

log = logging.getLogger(__name__)
Mark = tuple[object, int]


def watch(hub: Hub) -> None:
    """Tell `hub` of every new version of what it listens to, until it is closed."""
    enter(EVERYWHERE)  # it tells versions of every evening to whoever was found to hear of one
    seen: Mark | None = None
    away = False
    pause = EVERY_SECONDS.get(connection.vendor, ELSEWHERE_SECONDS)
    while hub.somebody_listens():
        try:
            seen = look(hub, seen)
            away = False
        except Error as trouble:
            if not away:
                log.warning("Live updates wait for the database: %s", trouble)
            away, seen = True, None
            drop_connection()
        hub.pause(AGAIN_SECONDS if away else pause)
    drop_connection()


def look(hub: Hub, seen: Mark | None) -> Mark:
    """Read the versions and tell them, unless nothing can have changed; the mark to give next time.

    What may be heard no longer has none: its streams end, and whoever listened asks anew.
    """
    mark = (commits(), hub.joined)
    if mark != seen:
        topics = hub.topics()
        stands = {topic: Stand(*told) for topic, told in live.versions(topics).items()}
        hub.tell(stands)
        hub.end({*topics} - stands.keys())
    return mark


def commits() -> object:
    """Equal as long as nobody else has committed anything; on PostgreSQL never equal."""
    if connection.vendor != "sqlite":
        return object()
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA data_version")
        return cursor.fetchone()


def drop_connection() -> None:
    """The next look opens a new one: a database that comes back does not know the old."""
    with contextlib.suppress(Error):
        connection.close()
