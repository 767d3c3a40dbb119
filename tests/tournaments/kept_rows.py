"""Evenings that tests ask for again and again, made once by the services and put back as rows.

A test's evening is a function of what the test asks for and of what is in the database already: tests take back
what they do, sequences of SQLite with it. So an evening that was made on the same ground before is put there again
row by row, which takes a fiftieth of the time. PostgreSQL's sequences run on; there everything is made anew.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from django.apps import apps
from django.db import connection

from tests.chance import beginning_with
from tests.tournaments.an_evening import AnEvening
from tests.tournaments.the_rows import everything

Numbers = tuple[tuple[str, int], ...]
"""The last number each table has given."""
Rows = dict[str, tuple[str, list[tuple[Any, ...]]]]
"""Of each table the statement that puts its rows back, and the rows."""

_kept: dict[tuple[str, Numbers, str], tuple[Rows, AnEvening]] = {}


def kept(wish: str, make: Callable[[], AnEvening]) -> AnEvening:
    """The evening that `make` makes; put back where the same `wish` was granted on the same ground before."""
    if connection.vendor != "sqlite":
        return _made(wish, make)
    numbers = _numbers()
    key = (wish, numbers, _ground())
    if key not in _kept:
        made = _made(wish, make)
        _kept[key] = (_since(dict(numbers)), copy.deepcopy(made))
        return made
    rows, evening = _kept[key]
    with connection.cursor() as cursor:
        for statement, values in rows.values():
            cursor.executemany(statement, values)
    again = copy.deepcopy(evening)
    again.read()
    return again


def _made(wish: str, make: Callable[[], AnEvening]) -> AnEvening:
    """Made by dice of its own: what comes after it in a test is the same whether it was made or put back."""
    with beginning_with(wish):
        return make()


def _ground() -> str:
    """All that is there before; but users, of whom no evening depends and whose passwords have new salt each time."""
    return repr({name: rows for name, rows in everything().items() if name != "User"})


def _numbers() -> Numbers:
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, seq FROM sqlite_sequence ORDER BY name")
        return tuple(cursor.fetchall())


def _since(numbers: dict[str, int]) -> Rows:
    """The rows that are newer than these numbers, in an order in which they can be put back."""
    found: Rows = {}
    with connection.cursor() as cursor:
        for model in apps.get_models(include_auto_created=True):
            table = model._meta.db_table
            fields = [field for field in model._meta.local_concrete_fields if not field.generated]
            columns = ", ".join(f'"{field.column}"' for field in fields)
            key = model._meta.pk.column
            if model._meta.pk.get_internal_type() not in ("AutoField", "BigAutoField"):
                continue
            since = numbers.get(table, 0)
            cursor.execute(f'SELECT {columns} FROM "{table}" WHERE "{key}" > {since}')  # noqa: S608
            rows = cursor.fetchall()
            if rows:
                places = ", ".join(["%s"] * len(fields))
                found[table] = (f'INSERT INTO "{table}" ({columns}) VALUES ({places})', rows)  # noqa: S608
    return found
