"""Statements that are made once, from the models, and only executed from then on.

For the roads that are hot, a hand on its way in and an evening on its way into the table of a season: setting a
query up costs Django's ORM several times what the database needs to answer it. Reads are the ORM's own SQL, kept;
writes are one INSERT, UPDATE by primary key or upsert, or several rows `together`, which PostgreSQL writes by one
statement. A changed model changes its statements. At the end: counts in query sets (`count_of`), which join nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Generic, TypeVar, cast

from django.db import DEFAULT_DB_ALIAS, connections, models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Count, ForeignObjectRel, IntegerField, Model, OuterRef, Q, QuerySet, Subquery
from django.db.models.expressions import Expression
from django.db.models.functions import Coalesce
from django.db.models.query import get_related_populators

M = TypeVar("M", bound=Model)
Row = tuple[Any, ...]


class Slot(Expression):
    """The place of a value that differs from one execution to the next; it goes to the database as given."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, Any]:
        return "%s", (self,)


@dataclass(frozen=True, slots=True)
class _Compiled:
    sql: str
    parameters: Sequence[Any]
    converters: list[tuple[int, Any, Any]]
    instance: Callable[[Row], Any] | None
    """The model's instance in a row; None of a `values_list`."""


class Prepared:
    """A read of at most one row: `build` gives a `values_list` with a `Slot` wherever a value is filled in."""

    def __init__(self, build: Callable[[], QuerySet[Any, Any]]) -> None:
        self._build = build
        self._compiled: dict[str, _Compiled] = {}

    def fetch(self, **values: str | int | None) -> Row | None:
        """The row for these values of the slots, converted as the ORM does; None where there is none."""
        connection = connections[DEFAULT_DB_ALIAS]
        statement = self._statement(connection)
        filled = [values[each.name] if isinstance(each, Slot) else each for each in statement.parameters]
        with connection.cursor() as cursor:
            cursor.execute(statement.sql, filled)
            raw_row = cursor.fetchone()
        if raw_row is None:
            return None
        row = list(raw_row)
        for place, convert, expression in statement.converters:
            row[place] = convert(row[place], expression, connection)
        return tuple(row)

    def _statement(self, connection: BaseDatabaseWrapper) -> _Compiled:
        if connection.vendor not in self._compiled:
            self._compiled[connection.vendor] = self._compile(connection)
        return self._compiled[connection.vendor]

    def _compile(self, connection: BaseDatabaseWrapper) -> _Compiled:
        compiler = self._build()[:1].query.get_compiler(connection=connection)
        sql, parameters = compiler.as_sql()
        columns = [column for column, _, _ in compiler.select[: compiler.col_count]]
        converters_by_place = compiler.get_converters(columns)
        converters = [
            (place, convert, expression)
            for place, (convert_all, expression) in converters_by_place.items()
            for convert in convert_all
        ]
        return _Compiled(sql, parameters, converters, _instances(compiler) if compiler.klass_info else None)


class PreparedModel(Prepared, Generic[M]):
    """A read of at most one row of a model, with what `select_related` and `annotate` add to it."""

    def first(self, **values: str | int | None) -> M | None:
        row = self.fetch(**values)
        instance = self._statement(connections[DEFAULT_DB_ALIAS]).instance
        return None if row is None or instance is None else instance(row)


def _instances(compiler: Any) -> Callable[[Row], Any]:
    # As Django's ModelIterable makes them.
    select, klass_info, annotations = compiler.select, compiler.klass_info, compiler.annotation_col_map or {}
    places = klass_info["select_fields"]
    names = [select[place][0].target.attname for place in places]
    # The stubs are those of a later Django.
    populators = get_related_populators(klass_info, select, DEFAULT_DB_ALIAS)  # type: ignore[call-arg]

    def read(row: Row) -> Any:
        instance = klass_info["model"].from_db(DEFAULT_DB_ALIAS, names, row[places[0] : places[-1] + 1])
        for populator in populators:
            populator.populate(row, instance)
        for name, place in annotations.items():
            setattr(instance, name, row[place])
        return instance

    return read


def insert(model: type[models.Model], **values: object) -> int:
    """Insert a row and give its primary key; every other column must be named. No signals are sent."""
    connection = connections[DEFAULT_DB_ALIAS]
    with connection.cursor() as cursor:
        return _inserted_by(cursor, connection, model, values)


def _inserted_by(
    cursor: Any, connection: Any, model: type[models.Model], values: Mapping[str, object]
) -> int:
    statement = _insert(model, tuple(values), connection.vendor)
    cursor.execute(statement.sql, statement.filled(values.values(), connection))
    returned = connection.features.can_return_columns_from_insert
    key: int = cursor.fetchone()[0] if returned else cursor.lastrowid
    return key


def update(model: type[models.Model], key: int, **values: object) -> None:
    """Write these columns of the row with this primary key. No signals are sent."""
    connection = connections[DEFAULT_DB_ALIAS]
    statement = _update(model, tuple(values), (), connection.vendor)
    with connection.cursor() as cursor:
        cursor.execute(statement.sql, statement.filled([*values.values(), key], connection))


def upsert(
    model: type[models.Model],
    rows: Iterable[Sequence[object]],
    *,
    names: tuple[str, ...],
    key: tuple[str, ...],
) -> None:
    """Insert rows, each in place of the one that has its values of `key`, if any. No signals are sent.

    Each has the values of the fields `key`, unique together, then of `names`, which are written over.
    """
    connection = connections[DEFAULT_DB_ALIAS]
    statement = _upsert(model, names, key, connection.vendor)
    with connection.cursor() as cursor:
        cursor.executemany(statement.sql, [statement.filled(row, connection) for row in rows])


class Moved(Exception):  # noqa: N818 - it is an answer rather than an error
    """A row that was read without a lock is no longer as it was read; nothing has been written."""


class _LastKey:
    """Stands for the primary key of the row that was inserted last."""


LAST_KEY = _LastKey()


@dataclass(frozen=True, slots=True)
class RowChange:
    """One row of those that are written together. No signals are sent.

    Attributes:
        values: by the names of the fields; of an inserted row all. `LAST_KEY` among them is the primary key of the
            row that was inserted before it.
        key: the primary key of the row that is updated; None where one is inserted.
        unless_moved: what the updated row must still hold.
    """

    model: type[models.Model]
    values: Mapping[str, object]
    key: int | None = None
    unless_moved: Mapping[str, object] = field(default_factory=dict)

    @property
    def shape(self) -> _Shape:
        filled = tuple(name for name, value in self.values.items() if value is not LAST_KEY)
        linked = tuple(name for name, value in self.values.items() if value is LAST_KEY)
        return self.model, filled, linked, self.key is not None, tuple(self.unless_moved)

    def parameters(self) -> list[object]:
        filled = [value for value in self.values.values() if value is not LAST_KEY]
        return filled if self.key is None else [*filled, self.key, *self.unless_moved.values()]


@cache
def writes_in_one() -> bool:
    """Whether rows that are written together are one statement: with no transaction around it, it is one itself."""
    return connections[DEFAULT_DB_ALIAS].vendor == "postgresql"


def together(changes: Sequence[RowChange]) -> None:
    """Write rows, all of them or none; outside a transaction only where `writes_in_one`.

    Raises Moved where the first, an update, does not find its row as it should be.
    """
    connection = connections[DEFAULT_DB_ALIAS]
    if writes_in_one():
        statement = _in_one(tuple(change.shape for change in changes))
        values = (value for change in changes for value in change.parameters())
        with connection.cursor() as cursor:
            cursor.execute(statement.sql, statement.filled(values, connection))
            _check_found(cursor.rowcount)
        return
    last = 0
    with connection.cursor() as cursor:
        for change in changes:
            if change.key is None:
                row_values = {
                    name: last if value is LAST_KEY else value for name, value in change.values.items()
                }
                last = _inserted_by(cursor, connection, change.model, row_values)
            else:
                unless = tuple(change.unless_moved)
                statement = _update(change.model, tuple(change.values), unless, connection.vendor)
                cursor.execute(statement.sql, statement.filled(change.parameters(), connection))
                _check_found(cursor.rowcount)


def _check_found(rows: int) -> None:
    if not rows:
        raise Moved


_Shape = tuple[type[models.Model], tuple[str, ...], tuple[str, ...], bool, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class _Statement:
    sql: str
    fields: tuple[Any, ...]

    def filled(self, values: Iterable[object], connection: BaseDatabaseWrapper) -> list[Any]:
        return [
            value if field is None else field.get_db_prep_save(value, connection)
            for field, value in zip(self.fields, values, strict=True)
        ]


AS_THEY_ARE = (
    models.CharField,
    models.TextField,
    models.IntegerField,
    models.BooleanField,
    models.ForeignKey,
)
"""Fields whose values, texts, whole numbers, yes and no, the database takes as they are."""


def _fields(model: type[models.Model], names: tuple[str, ...]) -> list[Any]:
    return [model._meta.get_field(name) for name in names]


def _prepared(fields: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(None if isinstance(field, AS_THEY_ARE) else field for field in fields)


def _column(field: Any) -> str:
    name: str = field.column
    return name


@cache
def _insert(model: type[models.Model], names: tuple[str, ...], vendor: str) -> _Statement:
    connection = connections[DEFAULT_DB_ALIAS]
    fields = _fields(model, names)
    sql = _inserted(model, fields)
    if connection.features.can_return_columns_from_insert:
        sql += f" RETURNING {connection.ops.quote_name(_column(model._meta.pk))}"
    return _Statement(sql, _prepared(fields))


@cache
def _upsert(
    model: type[models.Model], names: tuple[str, ...], key: tuple[str, ...], vendor: str
) -> _Statement:
    fields = _fields(model, (*key, *names))
    columns = [connections[DEFAULT_DB_ALIAS].ops.quote_name(_column(field)) for field in fields]
    sets = ", ".join(f"{column} = excluded.{column}" for column in columns[len(key) :])
    clash = ", ".join(columns[: len(key)])
    sql = f"{_inserted(model, fields)} ON CONFLICT ({clash}) DO UPDATE SET {sets}"
    return _Statement(sql, _prepared(fields))


def _inserted(model: type[models.Model], fields: Sequence[Any]) -> str:
    quote = connections[DEFAULT_DB_ALIAS].ops.quote_name
    columns = ", ".join(quote(_column(field)) for field in fields)
    places = ", ".join(["%s"] * len(fields))
    return f"INSERT INTO {quote(model._meta.db_table)} ({columns}) VALUES ({places})"  # noqa: S608


@cache
def _update(
    model: type[models.Model], names: tuple[str, ...], held: tuple[str, ...], vendor: str
) -> _Statement:
    # Only where the columns `held` still hold their values.
    quote = connections[DEFAULT_DB_ALIAS].ops.quote_name
    fields, still = _fields(model, names), [model._meta.pk, *_fields(model, held)]
    sets = ", ".join(f"{quote(_column(field))} = %s" for field in fields)
    where = " AND ".join(f"{quote(_column(field))} = %s" for field in still)
    sql = f"UPDATE {quote(model._meta.db_table)} SET {sets} WHERE {where}"  # noqa: S608
    return _Statement(sql, _prepared([*fields, *still]))


@cache
def _in_one(shapes: tuple[_Shape, ...]) -> _Statement:
    # Each part waits for what it names, all for the first.
    connection = connections[DEFAULT_DB_ALIAS]
    quote = connection.ops.quote_name
    parts: list[str] = []
    fields: list[Any] = []
    last = first = "row_0"
    for place, (model, filled, linked, updated, unmoved) in enumerate(shapes):
        name, table, key = f"row_{place}", quote(model._meta.db_table), quote(_column(model._meta.pk))
        set_ = _fields(model, filled)
        if updated:
            still = [model._meta.pk, *_fields(model, unmoved)]
            sets = ", ".join(f"{quote(_column(each))} = %s" for each in set_)
            where = " AND ".join(f"{table}.{quote(_column(each))} = %s" for each in still)
            after = f" FROM {first}" if place else ""
            part = f"UPDATE {table} SET {sets}{after} WHERE {where}"  # noqa: S608
            fields += [*set_, *still]
        else:
            columns = [quote(_column(each)) for each in [*set_, *_fields(model, linked)]]
            values = [f"%s::{_cast(each, connection)}" for each in set_] + [f"{last}.key"] * len(linked)
            part = f"INSERT INTO {table} ({', '.join(columns)}) SELECT {', '.join(values)} FROM {last}"  # noqa: S608
            fields += set_
            last = name
        parts.append(f"{name} AS ({part} RETURNING {table}.{key} AS key)")
    return _Statement(f"WITH {', '.join(parts)} SELECT key FROM {first}", _prepared(fields))  # noqa: S608


def _cast(field: Any, connection: BaseDatabaseWrapper) -> str:
    # Without its length, so that what is too long is refused and not cut off.
    kind: str = field.db_type(connection)
    return kind.partition("(")[0]


def count_of(model: type[Model], relation: str, condition: Q | None = None, **filters: Any) -> Coalesce:
    """How many rows of a relation each row of `model` has, of those that `condition` and `filters` select.

    `Count` joins: of two relations, or of one beside a filter over another, the database then makes
    every combination of their rows before it counts.
    """
    rel = cast("ForeignObjectRel", model._meta.get_field(relation))
    column = cast("Any", rel).field.name
    own: QuerySet[Any, Any] = rel.related_model._default_manager.filter(**{column: OuterRef("pk")})
    # In the count, not in WHERE: there SQLite takes an index of the filter, and reads the rows of everybody.
    where = Q(**filters) if condition is None else condition & Q(**filters)
    count = Count("pk", filter=where) if where else Count("pk")
    counts = own.order_by().values(column).annotate(row_count=count).values("row_count")
    return Coalesce(Subquery(counts, output_field=IntegerField()), 0)
