"""Evenings and seasons that tests ask for again and again, made once by the services and put back as rows.

What a test asks for is a function of its wish and of what is in the database already: tests take back what they
do, sequences of SQLite with it. So what was made on the same ground before is put there again row by row, which
takes a fiftieth of the time. PostgreSQL's sequences run on; there everything is made anew.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from datetime import datetime
from functools import cache
from typing import Any, TypeVar

from django.apps import apps
from django.db import connection, transaction

from tests.chance import beginning_with
from tests.tournaments.an_evening import AnEvening
from tournaments.models import ApiToken, Club, User

T = TypeVar("T")
Row = tuple[Any, ...]
Rows = dict[str, list[Row]]
"""Of each table its rows, the key first."""
NUMBERS = "sqlite_sequence"
"""The table in which SQLite writes the last number each table has given."""
WITHOUT_A_PART = {User._meta.db_table, ApiToken._meta.db_table}
"""Nothing a test asks for depends on them; a password has new salt each time, a token tells when it was used."""

Difference = list[tuple[str, list[Row]]]
"""Statements, each with the values it is sent with, one after the other."""

_kept: dict[tuple[str, str], tuple[Difference, bytes]] = {}


def an_evening(club: Club, players: int, *, at: datetime, until: str, **settings: Any) -> AnEvening:
    """An evening of `club` brought to `until`; `settings` are those of `AnEvening.made`."""

    def make() -> AnEvening:
        return AnEvening.made(club, players, at=at, **settings).bring_to(until)

    return kept(repr((club.pk, club.slug, players, at, until, sorted(settings.items()))), make)


def kept(wish: str, make: Callable[[], T]) -> T:
    """What `make` makes; put back where the same `wish` was granted on the same ground before."""
    if connection.vendor != "sqlite":
        return _made(wish, make)
    before = _rows()
    key = (wish, repr({table: rows for table, rows in before.items() if table not in WITHOUT_A_PART}))
    if key not in _kept:
        made = _made(wish, make)
        _kept[key] = (_difference(before, _rows()), pickle.dumps(made))
        return made
    difference, found = _kept[key]
    with transaction.atomic(), connection.cursor() as cursor:
        for statement, values in difference:
            cursor.executemany(statement, values)
    again: T = pickle.loads(found)  # noqa: S301 - written above
    return again


def _made(wish: str, make: Callable[[], T]) -> T:
    """Made by dice of its own: what comes after it in a test is the same whether it was made or put back."""
    with beginning_with(wish):
        return make()


@cache
def _columns() -> dict[str, list[str]]:
    """The columns of every table of the house, the key first."""
    found = {}
    for model in apps.get_app_config("tournaments").get_models(include_auto_created=True):
        fields = [field for field in model._meta.local_concrete_fields if not field.generated]
        fields.sort(key=lambda field: not field.primary_key)
        found[model._meta.db_table] = [f'"{field.column}"' for field in fields]
    return {**found, NUMBERS: ["name", "seq"]}


def _rows() -> Rows:
    """All there is, as SQLite has it."""
    found: Rows = {}
    with connection.cursor() as cursor:
        for table, columns in _columns().items():
            ordered = f'SELECT {", ".join(columns)} FROM "{table}" ORDER BY 1'  # noqa: S608
            found[table] = cursor.execute(ordered).fetchall()
    return found


def _difference(before: Rows, after: Rows) -> Difference:
    """What brings the database from how it was to how it is.

    A ledger refuses to have its rows deleted: what has changed is changed where it stands.
    """
    found: Difference = []
    for table, columns in _columns().items():
        key, names, places = columns[0], ", ".join(columns), ", ".join(["%s"] * len(columns))
        were, are = ({row[0]: row for row in rows[table]} for rows in (before, after))
        new = [row for row in are.values() if row[0] not in were]
        changed = [row for row in are.values() if row[0] in were and were[row[0]] != row]
        gone = [(name,) for name in were if name not in are]
        moved = [(*row, row[0]) for row in changed]
        if table == NUMBERS:  # rows that are put back have begun to count
            gone, new, moved = [(row[0],) for row in (*new, *changed)], [*new, *changed], []
        found += [
            (f'DELETE FROM "{table}" WHERE {key} = %s', gone),  # noqa: S608
            (f'UPDATE "{table}" SET ({names}) = ({places}) WHERE {key} = %s', moved),  # noqa: S608
            (f'INSERT INTO "{table}" ({names}) VALUES ({places})', new),  # noqa: S608
        ]
    return [(statement, values) for statement, values in found if values]
