"""The tables of a database at the migrations it has seen, and how their values are written as JSON and read again."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

from django.conf import settings
from django.db import connection, models
from django.db.migrations.loader import MigrationLoader
from django.db.models.expressions import Value
from django.db.models.fields.json import JSONField

Model = type[models.Model]
MIGRATIONS_TABLE = "django_migrations"
# Every database makes these by itself when it is migrated or a server looks at it, and is empty none the less.
MADE_BY_MIGRATING = (
    "auth_permission",
    "django_content_type",
    "tournaments_heartbeat",
    "tournaments_serverkey",
)
# What earlier versions had and nobody needs any more: their backups are read without it.
FORMER_APPLICATIONS = ("axes",)
APP = "tournaments"
BEGINNING = ("0057_tables", "0058_guards")
"""The migrations with which a new database begins: they stand for all that came before them."""
FORMER = f"{APP}.migrations.former"
"""Those one by one, which Django is shown only where a database or a backup has not seen all of them."""


def is_former(migrations: dict[str, list[str]]) -> bool:
    """Whether these begin with migrations of before, with which a new database does not begin any more."""
    return bool(migrations.get(APP)) and BEGINNING[0] not in migrations[APP]


def recorded_migrations() -> dict[str, list[str]]:
    recorded: dict[str, list[str]] = {}
    for app, name in sorted(MigrationLoader(connection).applied_migrations):
        recorded.setdefault(app, []).append(name)
    return recorded


@contextmanager
def former_chain() -> Iterator[None]:
    usual = settings.MIGRATION_MODULES
    settings.MIGRATION_MODULES = usual | {APP: FORMER}
    try:
        yield
    finally:
        settings.MIGRATION_MODULES = usual


def chain_of(migrations: dict[str, list[str]]) -> AbstractContextManager[None]:
    return former_chain() if is_former(migrations) else nullcontext()


def applied_migrations() -> dict[str, list[str]]:
    recorded = recorded_migrations()
    with chain_of(recorded):
        nodes = MigrationLoader(None).graph.nodes
    known = {app: [name for name in names if (app, name) in nodes] for app, names in recorded.items()}
    return {app: names for app, names in known.items() if names}


def leaves(migrations: dict[str, list[str]]) -> list[tuple[str, str]]:
    """Of each application the migrations that no other one of these follows: where to migrate to.

    Raises:
        KeyError: this program does not know one of them.
    """
    with chain_of(migrations):
        loader = MigrationLoader(None)
    graph = loader.graph
    known = {
        (app, name)
        for app, names in migrations.items()
        if app in loader.migrated_apps or app not in FORMER_APPLICATIONS
        for name in names
    }
    for key in known:
        if key not in graph.nodes:
            raise KeyError(f"{key[0]}.{key[1]}")
    return sorted(
        key
        for key in known
        if not any(child.key in known and child.key[0] == key[0] for child in graph.node_map[key].children)
    )


def models_at(migrations: dict[str, list[str]]) -> dict[str, Model]:
    """The models as these migrations left them, by table: a database may be older than the program."""
    with chain_of(migrations):
        apps = MigrationLoader(None).project_state(leaves(migrations)).apps
    models_by_table = {model._meta.db_table: model for model in apps.get_models(include_auto_created=True)}
    return dict(sorted(models_by_table.items()))


def columns(model: Model) -> list[models.Field[Any, Any]]:
    """The fields of a model that its table stores; what the database works out by itself is left to it."""
    return [field for field in model._meta.local_concrete_fields if not field.generated]


def rows_of(model: Model, *, at_once: int = 500) -> Iterator[list[Any]]:
    fields = columns(model)
    write = [_written(field) for field in fields]
    names = [field.attname for field in fields]
    rows = model._base_manager.order_by("pk").values_list(*names).iterator(chunk_size=at_once)
    for row in rows:
        yield [None if value is None else put(value) for put, value in zip(write, row, strict=True)]


def _written(field: models.Field[Any, Any]) -> Callable[[Any], Any]:
    # Moments with all their digits, bytes as base64, everything else as JSON has it.
    if isinstance(_stored(field), models.DateField):  # DateTimeField is one
        return lambda value: value.isoformat()
    if isinstance(field, models.BinaryField):
        return lambda value: b64encode(value).decode()  # as the field reads it again
    return lambda value: value


def _stored(field: models.Field[Any, Any]) -> models.Field[Any, Any]:
    # Of a reference the key it points to.
    return field.target_field if isinstance(field, models.ForeignKey) else field


def _read(field: models.Field[Any, Any], value: Any) -> Any:
    if isinstance(field, JSONField):
        # Nothing and JSON's null are two values; where nothing is not allowed it was null.
        json_value: Any = Value(None, JSONField()) if value is None and not field.null else value
        return field.get_db_prep_save(json_value, connection) if json_value is not None else None
    return field.get_db_prep_save(_stored(field).to_python(value), connection)


def insert(model: Model, names: list[str], rows: Iterable[list[Any]], *, at_once: int = 500) -> int:
    """Insert rows of the columns `names` exactly as they were, keys included; how many there were."""
    fields = {field.column: field for field in columns(model)}
    chosen = [fields[name] for name in names]
    quote = connection.ops.quote_name
    into = ", ".join(quote(name) for name in names)
    marks = ", ".join(["%s"] * len(names))
    statement = f"INSERT INTO {quote(model._meta.db_table)} ({into}) VALUES ({marks})"  # noqa: S608 - names of our own
    count, batch = 0, []
    with connection.cursor() as cursor:
        for row in rows:
            batch.append([_read(field, value) for field, value in zip(chosen, row, strict=True)])
            count += 1
            if len(batch) == at_once:
                cursor.executemany(statement, batch)
                batch = []
        if batch:
            cursor.executemany(statement, batch)
    return count
