"""The second fence around each club's rows: what PostgreSQL refuses, whatever a view forgets to filter by.

Where the web server has a role of its own (`WEB_DATABASE_URL`), policies of the database show it rows of those clubs
only that its session names, and let it change no others. What the session names is said here, and told to the
server together with the first statement that follows; nothing stands anywhere else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections

_SET: Final = "SELECT set_config('head_table.reads', %s, false), set_config('head_table.writes', %s, false)"
_SET_BY_ADDRESS: Final = (
    "SELECT set_config('head_table.reads', found.clubs, false), set_config('head_table.writes', found.clubs, false) "
    "FROM (SELECT COALESCE((SELECT '{' || id || '}' FROM tournaments_club WHERE slug = %s), '{}') AS clubs) AS found"
)


@dataclass(frozen=True, slots=True)
class Ground:
    """Whose rows are seen and changed: clubs as PostgreSQL writes an array of their keys, 0 for all of them.

    Attributes:
        slug: the address of the one club, in place of keys.
    """

    reads: str = "{}"
    writes: str = "{}"
    slug: str = ""

    def statement(self) -> tuple[str, list[str]]:
        """What tells the server, and its parameters."""
        return (_SET_BY_ADDRESS, [self.slug]) if self.slug else (_SET, [self.reads, self.writes])


NOWHERE: Final = Ground()
"""No club's rows."""
EVERYWHERE: Final = Ground("{0}", "{0}")
"""Every club's."""
READ_EVERYWHERE: Final = Ground(reads="{0}")
"""What a club shows others of every club; nothing is changed."""


def of_clubs(clubs: Iterable[int], *, beside: Iterable[int] = ()) -> Ground:
    """The rows of these clubs by their keys, and to look at, what clubs `beside` them show others."""
    own = sorted(set(clubs))
    return Ground(_array({*own, *beside}), _array(own))


def _array(clubs: Iterable[int]) -> str:
    return "{" + ",".join(map(str, sorted(clubs))) + "}"


def stands() -> bool:
    """Whether this process has asked for the fence."""
    return bool(settings.WEB_DATABASE)


def enter(ground: Ground) -> None:
    """Let this thread's next statements see and change the rows of `ground` alone; no query of its own."""
    if stands():
        _connection().ground = ground


@contextmanager
def lowered() -> Iterator[None]:
    """Let the statements of the block see and change every club's rows: for what has to know of all, and says why."""
    if not stands():
        yield
        return
    connection = _connection()
    before, connection.ground = connection.ground, EVERYWHERE
    try:
        yield
    finally:
        connection.ground = before


def _connection() -> Any:
    """The connection of this thread; on PostgreSQL it is of `config.postgresql`."""
    return connections[DEFAULT_DB_ALIAS]
