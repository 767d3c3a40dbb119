"""What a test asks of the database as a whole: what an act wrote, and that a refusal left nothing behind."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any

import pytest
from django.apps import apps
from django.db import connection, models, transaction
from django.test.utils import CaptureQueriesContext

from scoring.derivation import WORDINGS
from scoring.faults import Faults
from tournaments.evening.models import Evening

TRANSACTIONS = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")
NOTED = ("last_used_at",)
"""Columns that tell when somebody last asked, which is nothing that an act leaves behind."""
Row = tuple[Any, ...]
Rows = dict[str, list[Row]]


@cache
def _statements() -> dict[str, tuple[str, frozenset[int]]]:
    """For each table of the house what reads it whole, without the ORM, which is slower; and where JSON stands."""
    quote = connection.ops.quote_name
    found: dict[str, tuple[str, frozenset[int]]] = {}
    for model in apps.get_app_config("tournaments").get_models():
        fields = [field for field in model._meta.concrete_fields if field.name not in NOTED]
        columns = ", ".join(quote(str(field.column)) for field in fields)
        key = quote(str(model._meta.pk.column))
        statement = f"SELECT {columns} FROM {quote(model._meta.db_table)} ORDER BY {key}"  # noqa: S608
        data = frozenset(place for place, field in enumerate(fields) if isinstance(field, models.JSONField))
        found[model.__name__] = (statement, data)
    return found


def everything() -> Rows:
    """Every row of every table of the house, but the counts of who asks how often."""
    statements = {name: one for name, one in _statements().items() if name != "WrongGuesses"}
    found = found_by({name: statement for name, (statement, _) in statements.items()})
    for name, (_, data) in statements.items():
        if data:
            found[name] = [_read(row, data) for row in found[name]]
    return found


def found_by(statements: Mapping[str, str]) -> Rows:
    """What each statement finds. PostgreSQL is sent all of them as one, for each would be a journey of its own."""
    with connection.cursor() as cursor:
        if connection.vendor != "postgresql":
            return {name: list(cursor.execute(statement)) for name, statement in statements.items()}
        cursor.execute("; ".join(statements.values()))
        found: Rows = {}
        for name in statements:
            found[name] = cursor.fetchall()
            cursor.nextset()
        return found


def _read(row: tuple[Any, ...], data: frozenset[int]) -> tuple[Any, ...]:
    """A row with its JSON as values: how that is written does not matter."""
    return tuple(
        json.loads(value) if place in data and isinstance(value, str) else value
        for place, value in enumerate(row)
    )


def asked(call: Callable[[], Any]) -> list[str]:
    """The statements that `call` sends to the database; where transactions begin and end is not counted."""
    with CaptureQueriesContext(connection) as captured:
        call()
    told = [query["sql"] for query in captured.captured_queries]
    return [sql for sql in told if not sql.startswith(TRANSACTIONS)]


def of_a_hand() -> list[str]:
    """What entering a hand sends to the database, each statement by its first word.

    On PostgreSQL one read and one write, each by itself; else a transaction, which locks the whole database.
    """
    if connection.vendor == "postgresql":
        return ["SELECT", "WITH"]
    return ["BEGIN", "SELECT", "UPDATE", "INSERT", "INSERT", "UPDATE", "COMMIT"]


def said(refused: Faults) -> list[str]:
    return [f"{fault.field} {fault.code}" for fault in refused.faults]


@contextmanager
def unchanged() -> Iterator[None]:
    """The block leaves every table as it was."""
    before = everything()
    yield
    assert everything() == before


@contextmanager
def refused(*expected: str) -> Iterator[None]:
    """The block is refused with exactly these faults, each `field code`, and leaves every table as it was."""
    with unchanged(), pytest.raises(Faults) as caught:
        yield
    assert said(caught.value) == list(expected)
    assert all(fault.message for fault in caught.value.faults)


def entries(evening: Evening) -> list[tuple[str, dict[str, Any]]]:
    """The ledger as (act, body), first entry first."""
    rows = evening.ledger.order_by("sequence").values_list("act", "body")
    return [(act, json.loads(body)) for act, body in rows]


def last_entry(evening: Evening) -> tuple[str, dict[str, Any]]:
    return entries(evening)[-1]


@contextmanager
def undone() -> Iterator[None]:
    """What the block does to the database is taken back."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def texts(value: object) -> Iterator[str]:
    """Every text in a value, in JSON that is kept as text too."""
    if isinstance(value, dict):
        for inner in value.values():
            yield from texts(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from texts(inner)
    elif isinstance(value, str):
        yield value
        if value[:1] in ("{", "["):
            yield from texts(json.loads(value))


def wordings_found(value: object) -> set[tuple[str, str]]:
    """The texts in a value that are a wording of a stored sentence, filled in or not, each with its code."""
    patterns = {
        code: re.compile(re.sub(r"%\\\((\w+)\\\)s", ".+", re.escape(text)))
        for code, wording in WORDINGS.items()
        for text in filter(None, wording)
        if " " in text and not code.startswith("list.") and code != "prize.and"
    }
    return {
        (code, text)
        for text in set(texts(value))
        for code, pattern in patterns.items()
        if pattern.fullmatch(text)
    }
