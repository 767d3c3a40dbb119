"""Evenings and seasons that tests ask for again and again, made once by the services and put back as rows.

What a test asks for is a function of its wish and of what is in the database already: tests take back what they
do, SQLite's numbers of rows with it; PostgreSQL's run on, until `numbers_go_on_from_the_rows` sets them back. So
what was made on the same ground before is put there again row by row, which takes a fiftieth of the time.
"""

import hashlib
import os
import pickle
import sqlite3
from collections.abc import Callable, Sequence
from datetime import datetime, time
from functools import cache, partial
from pathlib import Path
from typing import Any, Final, TypeVar

from django.apps import apps
from django.db import connection, models, transaction

from tests.chance import beginning_with
from tests.tournaments.an_evening import STEPS, AnEvening
from tests.tournaments.the_rows import Row, Rows, found_by
from tournaments.club.models import ActOrigin, ApiToken, AuditEntry, Club, ServerKey, User, UserSession

sqlite3.register_adapter(time, str)
T = TypeVar("T")
NUMBERS = {
    "sqlite": ("sqlite_sequence", "name", "seq"),
    "postgresql": ("pg_sequences", "sequencename", "last_value"),
}
"""Where the database tells the last number that each table has given: the table, and its columns."""
WITHOUT_A_PART = {model._meta.db_table for model in (User, UserSession, ApiToken, ServerKey)}
"""Nothing a test asks for depends on them; a password has new salt each time, a token tells when it was used, the
server's key when the database was made."""
BY_ITS_NUMBER: Final = {model._meta.db_table for model in (AuditEntry, ActOrigin)}
"""Nothing a test asks for depends on when somebody signed in; but what is noted next has the number after it."""

Difference = list[tuple[str, list[Row]]]
"""Statements, each with the values it is sent with, one after the other; or with none, as it is."""

Kept = tuple[Difference, bytes]
"""What the database has more for it, and what was found, pickled."""

_kept: dict[str, Kept] = {}
_shared: list[Path] = []
"""The folder in which the processes of one run leave each other what they have made, where there are several."""


def share(folder: Path) -> None:
    """From now on what is made is left in the folder, and what another process has left there is put back."""
    folder.mkdir(exist_ok=True)
    _shared[:] = [folder]


def an_evening(club: Club, players: int, *, at: datetime, until: str, **settings: Any) -> AnEvening:
    """An evening of `club` brought to `until`; `settings` are those of `AnEvening.made`.

    From the first round on it goes on from the same evening one step before, which others may ask for too.
    """
    first = min(STEPS.index(until), STEPS.index("playing"))

    def make(step: str, evening: AnEvening | None) -> AnEvening:
        if evening is None:
            return AnEvening.made(club, players, at=at, **settings).bring_to(step)
        evening.step_to(step)
        return evening

    about, told = (club.pk, club.slug, players, at), sorted(settings.items())
    steps = STEPS[first : STEPS.index(until) + 1]
    evening: AnEvening = _step_by_step([(repr((*about, step, told)), partial(make, step)) for step in steps])
    return evening


def kept(wish: str, make: Callable[[], T]) -> T:
    """What `make` makes; put back where the same `wish` was granted on the same ground before."""
    found: T = _step_by_step([(wish, lambda _: make())])
    return found


def _step_by_step(steps: Sequence[tuple[str, Callable[[Any], Any]]]) -> Any:
    """The last of some wishes, each made of the one before; the latest that is known is put back."""
    before = _rows()
    ground = _ground(before)
    keys = [hashlib.sha256(f"{wish} {ground}".encode()).hexdigest() for wish, _ in steps]
    done = 0
    found: Any = None
    for place, key in reversed([*enumerate(keys, start=1)]):
        known = _kept.get(key) or _left_by_another(key)
        if known is not None:
            _kept[key] = known
            done, found = place, _put_back(known)
            break
    for key, (wish, make) in zip(keys[done:], steps[done:], strict=True):
        # Made by dice of its own: what comes after it in a test is the same whether it was made or put back.
        with beginning_with(wish):
            found = make(found)
        _keep(key, (_difference(before, _rows()), pickle.dumps(found)))
    return found


def _put_back(known: Kept) -> Any:
    difference, found = known
    with transaction.atomic(), connection.cursor() as cursor:
        for statement, values in difference:
            if values:
                cursor.executemany(statement, values)
            else:
                cursor.execute(statement)
    return pickle.loads(found)  # noqa: S301 - written below


def _ground(rows: Rows) -> str:
    """What is in the database, as far as anything that a test asks for depends on it."""
    told = {table: found for table, found in rows.items() if table not in WITHOUT_A_PART | BY_ITS_NUMBER}
    numbers = NUMBERS[connection.vendor][0]
    told[numbers] = [row for row in rows[numbers] if row[0] not in WITHOUT_A_PART]
    return repr(told)


def _left_by_another(key: str) -> Kept | None:
    """What another process of this run has made for that wish on that ground."""
    for folder in _shared:
        if (folder / key).exists():
            left: Kept = pickle.loads((folder / key).read_bytes())  # noqa: S301 - written below
            return left
    return None


def _keep(key: str, known: Kept) -> None:
    """Keep it for this process and, whole or not at all, for the others."""
    _kept[key] = known
    for folder in _shared:
        unfinished = folder / f"{key}-{os.getpid()}"
        unfinished.write_bytes(pickle.dumps(known))
        unfinished.replace(folder / key)


def numbers_go_on_from_the_rows() -> None:
    """Let every table of PostgreSQL give the number after the last that is in it, as SQLite's do by themselves."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(_numbers_set())


@cache
def _models() -> list[type[models.Model]]:
    return list(apps.get_app_config("tournaments").get_models(include_auto_created=True))


@cache
def _numbers_set() -> str:
    """What sets each of PostgreSQL's sequences to the last number in its table, or to where it began."""
    found = []
    for model in _models():
        table, key = model._meta.db_table, model._meta.pk
        if isinstance(key, models.AutoField):
            sequence, last = f"pg_get_serial_sequence('{table}', '{key.column}')", f'max("{key.column}")'
            number = f"setval({sequence}, coalesce({last}, 1), {last} IS NOT NULL)"
            found.append(f'(SELECT {number} FROM "{table}")')  # noqa: S608
    return "SELECT " + ", ".join(found)


@cache
def _columns() -> dict[str, list[str]]:
    """The columns of every table of the house, the key first."""
    found = {}
    for model in _models():
        fields = [field for field in model._meta.local_concrete_fields if not field.generated]
        fields.sort(key=lambda field: not field.primary_key)
        found[model._meta.db_table] = [f'"{field.column}"' for field in fields]
    return found


def _rows() -> Rows:
    """All there is, as the database has it, and the last number of each table that has given one."""
    numbers, name, last = NUMBERS[connection.vendor]
    asked = {
        table: f'SELECT {", ".join(columns)} FROM "{table}" ORDER BY 1'  # noqa: S608
        for table, columns in _columns().items()
    }
    asked[numbers] = f"SELECT {name}, {last} FROM {numbers} WHERE {last} IS NOT NULL ORDER BY 1"  # noqa: S608
    return found_by(asked)


def _difference(before: Rows, after: Rows) -> Difference:
    """What brings the database from how it was to how it is, its numbers last: rows put back have begun to count.

    A ledger refuses to have its rows deleted: what has changed is changed where it stands.
    """
    found: Difference = []
    for table, columns in _columns().items():
        key, names, places = columns[0], ", ".join(columns), ", ".join(["%s"] * len(columns))
        were, are = ({row[0]: row for row in rows[table]} for rows in (before, after))
        new = [row for row in are.values() if row[0] not in were]
        moved = [(*row, row[0]) for row in are.values() if row[0] in were and were[row[0]] != row]
        gone = [(name,) for name in were if name not in are]
        found += [
            (f'DELETE FROM "{table}" WHERE {key} = %s', gone),  # noqa: S608
            (f'UPDATE "{table}" SET ({names}) = ({places}) WHERE {key} = %s', moved),  # noqa: S608
            (f'INSERT INTO "{table}" ({names}) VALUES ({places})', new),  # noqa: S608
        ]
    found += _numbers(before, after)
    return _sent([(statement, values) for statement, values in found if values])


def _numbers(before: Rows, after: Rows) -> Difference:
    """What brings the numbers of the tables from what they were to what they are."""
    table, name, last = NUMBERS[connection.vendor]
    given = [row for row in after[table] if row not in before[table]]
    if connection.vendor == "postgresql":
        return [("SELECT setval(%s, %s)", given)]
    return [
        (f"DELETE FROM {table} WHERE {name} = %s", [(row[0],) for row in given]),  # noqa: S608
        (f"INSERT INTO {table} ({name}, {last}) VALUES (%s, %s)", given),  # noqa: S608
    ]


def _sent(difference: Difference) -> Difference:
    """The statements as they are sent: to PostgreSQL as one text, for each would be a journey of its own."""
    if connection.vendor != "postgresql":
        return difference
    from django.db.backends.postgresql.psycopg_any import mogrify

    texts = [mogrify(text, row, connection) for text, rows in difference for row in rows]
    return [("; ".join(texts), [])]
