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

_SET: Final = "SELECT set_config('head_table.reads', {}, false), set_config('head_table.writes', {}, false)"
_BY_KEYS: Final = " FROM (SELECT %s::bigint[] AS clubs) AS own"
_BY_ADDRESS: Final = " FROM (SELECT ARRAY(SELECT id FROM tournaments_club WHERE slug = %s) AS clubs) AS own"
_OWN: Final = "own.clubs::text"
_AND_BESIDE: Final = "head_table_clubs_beside(own.clubs)::text"


@dataclass(frozen=True, slots=True)
class Ground:
    """Whose rows are seen and whose are changed, as the statement that tells the server, with its parameters.

    The server is told arrays of the keys of clubs; 0 stands for every club.
    """

    sql: str
    parameters: tuple[str, ...]


NOWHERE: Final = Ground(_SET.format("%s", "%s"), ("{}", "{}"))
"""No club's rows."""
EVERYWHERE: Final = Ground(_SET.format("%s", "%s"), ("{0}", "{0}"))
"""Every club's."""
READ_EVERYWHERE: Final = Ground(_SET.format("%s", "%s"), ("{0}", "{}"))
"""What a club shows others of every club; nothing is changed."""


def of_clubs(clubs: Iterable[int], *, across: bool = False) -> Ground:
    """The rows of these clubs by their keys; `across` leagues also what the clubs they play with show others."""
    own = "{" + ",".join(map(str, sorted(clubs))) + "}"
    return Ground(_SET.format(_AND_BESIDE if across else _OWN, _OWN) + _BY_KEYS, (own,))


def of_address(slug: str, *, across: bool = False) -> Ground:
    """The same for the club at this address; no rows where there is none."""
    return Ground(_SET.format(_AND_BESIDE if across else _OWN, _OWN) + _BY_ADDRESS, (slug,))


def stands() -> bool:
    return bool(settings.WEB_DATABASE)


def enter(ground: Ground) -> None:
    """Let this thread's next statements see and change the rows of `ground` alone; no query of its own."""
    if stands():
        _connection().ground = ground


@contextmanager
def bypass() -> Iterator[None]:
    """Let the block's statements see and change every club's rows, for what has to know of all."""
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
    return connections[DEFAULT_DB_ALIAS]
