"""The file of a backup: a zip with the tables as lines of JSON, the secret key, and a manifest that vouches for both.

That of one club has its rows, and no key. A file names no database engine's types, so that SQLite's backup
is PostgreSQL's. Tables are written and read as a stream: memory holds one row at a time, however large the club.
"""

from __future__ import annotations

import hashlib
import json
import os
import zipfile
import zlib
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from datetime import datetime
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from django.conf import settings
from django.db import connection, models, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.models.expressions import Value
from django.db.models.fields.json import JSONField
from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_core import from_json, to_json

from tournaments.prepared_sql import AS_THEY_ARE

# The tables of a database at the migrations it has seen, and how their values are written as JSON and
# read again.

Model = type[models.Model]
MIGRATIONS_TABLE = "django_migrations"
AT_ONCE = 500
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
    """Of each application the last migrations: where to migrate to. Raises KeyError for one that is unknown here."""
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


def rows_of(chosen: models.QuerySet[Any], *, at_once: int = AT_ONCE) -> Iterator[list[Any]]:
    fields = columns(chosen.model)
    write = [_written(field) for field in fields]
    names = [field.attname for field in fields]
    rows = chosen.order_by("pk").values_list(*names).iterator(chunk_size=at_once)
    for row in rows:
        yield [None if value is None else put(value) for put, value in zip(write, row, strict=True)]


def _written(field: models.Field[Any, Any]) -> Callable[[Any], Any]:
    # Moments with all their digits, bytes as base64, everything else as JSON has it.
    if isinstance(_stored(field), (models.DateField, models.TimeField)):  # DateTimeField is one
        return lambda value: value.isoformat()
    if isinstance(field, models.BinaryField):
        return lambda value: b64encode(value).decode()  # as the field reads it again
    return lambda value: value


def _stored(field: models.Field[Any, Any]) -> models.Field[Any, Any]:
    # Of a reference the key it points to.
    return field.target_field if isinstance(field, models.ForeignKey) else field


def value_read(field: models.Field[Any, Any], value: Any) -> Any:
    """What a column is given of what stands in the file."""
    if isinstance(field, JSONField):
        # Nothing and JSON's null are two values; where nothing is not allowed it was null.
        return Value(None, JSONField()) if value is None and not field.null else value
    return _stored(field).to_python(value)


def _prepared(field: models.Field[Any, Any]) -> Callable[[Any], Any]:
    # What most columns hold the database takes as the file has it.
    if isinstance(_stored(field), AS_THEY_ARE):
        return lambda value: value

    def prepared(value: Any) -> Any:
        python_value = value_read(field, value)
        return None if python_value is None else field.get_db_prep_save(python_value, connection)

    return prepared


def insert(model: Model, names: list[str], rows: Iterable[list[Any]], *, at_once: int = AT_ONCE) -> int:
    """Insert rows of the columns `names` exactly as they were, keys included; how many there were."""
    fields = {field.column: field for field in columns(model)}
    prepare = [_prepared(fields[name]) for name in names]
    quote = connection.ops.quote_name
    into = ", ".join(quote(name) for name in names)
    marks = ", ".join(["%s"] * len(names))
    statement = f"INSERT INTO {quote(model._meta.db_table)} ({into}) VALUES ({marks})"  # noqa: S608 - names of our own
    count, batch = 0, []
    with connection.cursor() as cursor:
        for row in rows:
            batch.append([put(value) for put, value in zip(prepare, row, strict=True)])
            count += 1
            if len(batch) == at_once:
                cursor.executemany(statement, batch)
                batch = []
        if batch:
            cursor.executemany(statement, batch)
    return count


FORMAT = "head-table-backup"
CLUB_FORMAT = "head-table-club"
FORMAT_WORDS = {FORMAT: "backup of Head Table", CLUB_FORMAT: "file of a club of Head Table"}
VERSION = 1
MANIFEST, KEY = "manifest.json", "secret_key"
BUFFER = 1 << 16
FAST = 2
"""A tenth longer than by default, in half the time."""


class BackupError(Exception):
    """A backup cannot be made, or cannot be brought back; the words say why and what to do."""


class FilePart(BaseModel):
    model_config = ConfigDict(extra="ignore")
    bytes: int
    sha256: str
    rows: int = 0


class Manifest(BaseModel):
    model_config = ConfigDict(extra="ignore")
    format: str = FORMAT
    version: int = VERSION
    made_at: str
    engine: str
    migrations: dict[str, list[str]]
    tables: dict[str, list[str]]
    files: dict[str, FilePart]
    left_out: dict[str, int] = {}

    @property
    def rows(self) -> int:
        return sum(part.rows for part in self.files.values())


def table_part(table: str) -> str:
    return f"tables/{table}.jsonl"


class BackupWriter:
    """Writes a backup under another name; the file appears when it is whole, for its owner alone.

    Raises BackupError where the file is there already, its folder is not, or the disk is full.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.parts: dict[str, FilePart] = {}
        self.tables: dict[str, list[str]] = {}
        self._refuse_to_overwrite()
        self._draft = path.with_name(f".{path.name}.{os.getpid()}.unfinished")
        try:
            opened = os.open(self._draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        except OSError as error:
            raise BackupError(f"{path} cannot be written: {error.strerror}.") from error
        self._file = os.fdopen(opened, "wb")
        self._zip = zipfile.ZipFile(self._file, "w", zipfile.ZIP_DEFLATED, compresslevel=FAST)

    def _refuse_to_overwrite(self) -> None:
        if self.path.exists():
            raise BackupError(
                f"{self.path} is there already. Give the backup another name, or move that one away."
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with suppress(OSError, ValueError):  # a full disk has been told of already
            self._zip.close()
        with suppress(OSError):
            self._file.close()
        self._draft.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise BackupError(f"{self.path} cannot be written: {error.strerror}.") from error

    @contextmanager
    def _part(self, name: str) -> Iterator[Callable[[bytes], None]]:
        digest, length = hashlib.sha256(), 0
        with self._zip.open(name, "w", force_zip64=True) as part:

            def write(data: bytes) -> None:
                nonlocal length
                part.write(data)
                digest.update(data)
                length += len(data)

            yield write
        self.parts[name] = FilePart(bytes=length, sha256=digest.hexdigest())

    def write_text(self, name: str, text: str) -> None:
        with self._part(name) as write:
            write(text.encode())

    def write_table(self, table: str, rows: Iterable[list[Any]]) -> None:
        count = 0
        with self._part(table_part(table)) as write:
            lines = (to_json(row) + b"\n" for row in rows)
            while batch := list(islice(lines, AT_ONCE)):
                write(b"".join(batch))
                count += len(batch)
        self.parts[table_part(table)].rows = count

    def write_tables(self, tables: Iterable[models.QuerySet[Any]]) -> None:
        for rows in tables:
            self.tables[rows.model._meta.db_table] = [str(field.column) for field in columns(rows.model)]
            self.write_table(rows.model._meta.db_table, rows_of(rows))

    def finish(
        self, *, at: datetime, migrations: dict[str, list[str]], form: str = FORMAT, **told: Any
    ) -> Manifest:
        """Add the manifest, whose own SHA-256 is the comment of the zip; then give the file its name."""
        manifest = Manifest(
            format=form,
            made_at=at.isoformat(),
            engine=connection.vendor,
            migrations=migrations,
            tables=self.tables,
            files=self.parts,
            **told,
        )
        text = manifest.model_dump_json(indent=1)
        self._zip.writestr(MANIFEST, text)
        self._zip.comment = hashlib.sha256(text.encode()).hexdigest().encode()
        self._zip.close()
        self._file.flush()
        os.fsync(self._file.fileno())
        self._refuse_to_overwrite()
        self._draft.rename(self.path)
        folder = os.open(self.path.parent, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)
        return manifest


class BackupReader:
    """Reads a backup that has been checked, byte by byte, against its manifest.

    Raises BackupError where it cannot be read, is damaged or cut short, or was written by a newer version.
    """

    def __init__(self, path: Path, form: str = FORMAT) -> None:
        self.path = path
        self._form = form
        try:
            self._zip = zipfile.ZipFile(path)
        except OSError as error:
            raise BackupError(f"{path} cannot be read: {error.strerror}.") from error
        except zipfile.BadZipFile as error:
            raise self._damaged("it is no whole file of a backup") from error
        try:
            self.manifest = self._manifest()
            for name, part in self.manifest.files.items():
                self._check(name, part)
        except BaseException:
            self._zip.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._zip.close()

    def _damaged(self, how: str) -> BackupError:
        return BackupError(f"{self.path} is damaged: {how}. Nothing was changed; take another backup.")

    def _read(self, name: str) -> Iterator[bytes]:
        try:
            with self._zip.open(name) as part:
                while data := part.read(BUFFER):
                    yield data
        except (KeyError, EOFError, OSError, zipfile.BadZipFile, zlib.error) as error:
            raise self._damaged(f"{name} cannot be read") from error

    def _manifest(self) -> Manifest:
        text = b"".join(self._read(MANIFEST))
        if hashlib.sha256(text).hexdigest().encode() != self._zip.comment:
            raise self._damaged("its manifest is not the one it was written with")
        raw = json.loads(text)
        if raw.get("format") != self._form:
            raise BackupError(f"{self.path} is no {FORMAT_WORDS[self._form]}.")
        if raw["version"] > VERSION:
            raise BackupError(
                f"{self.path} was written by a newer version of Head Table (format {raw['version']}, this one reads "
                f"up to {VERSION}). Update Head Table, then restore it."
            )
        try:
            return Manifest.model_validate(raw)
        except ValidationError as error:
            raise self._damaged("its manifest is incomplete") from error

    def _check(self, name: str, part: FilePart) -> None:
        digest, length = hashlib.sha256(), 0
        for data in self._read(name):
            digest.update(data)
            length += len(data)
        if (length, digest.hexdigest()) != (part.bytes, part.sha256):
            raise self._damaged(f"{name} is not what was written")

    def text(self, name: str) -> str:
        return b"".join(self._read(name)).decode()

    def rows(self, table: str) -> Iterator[list[Any]]:
        with self._zip.open(table_part(table)) as lines:
            for line in lines:
                row: list[Any] = from_json(line)
                yield row


def write_backup(path: Path, *, at: datetime) -> Manifest:
    """Write database and secret key into a new file; returns what it holds. Nobody who writes waits for it.

    Raises BackupError where the file is there already or cannot be written, or there is no database yet.
    """
    with BackupWriter(path) as writer, one_moment():
        migrations = applied_migrations()
        if not migrations:
            raise BackupError("There is nothing to back up: this database has no tables of Head Table.")
        writer.write_tables(model._base_manager.all() for model in models_at(migrations).values())
        writer.write_text(KEY, settings.SECRET_KEY)
        return writer.finish(at=at, migrations=migrations)


@contextmanager
def one_moment() -> Iterator[None]:
    """A transaction that only reads, and sees in every table the same moment."""
    if connection.vendor != "sqlite":
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield
        return
    connection.ensure_connection()
    usual = connection.transaction_mode  # type: ignore[attr-defined]
    # IMMEDIATE would keep every hand waiting until the backup is written.
    connection.transaction_mode = "DEFERRED"  # type: ignore[attr-defined]
    try:
        with transaction.atomic():
            yield
    finally:
        connection.transaction_mode = usual  # type: ignore[attr-defined]
