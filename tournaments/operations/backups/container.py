"""The file of a backup: a zip with the tables as lines of JSON, the secret key, and a manifest that vouches for both.

It names no database engine's types, so that SQLite's backup is PostgreSQL's. Tables are written and read as a stream:
memory holds one row at a time, however large the club.
"""

from __future__ import annotations

import hashlib
import json
import os
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from django.conf import settings
from django.db import connection, transaction
from pydantic import BaseModel, ConfigDict, ValidationError

from tournaments.operations.backups.tables import applied_migrations, columns, models_at, rows_of

FORMAT = "head-table-backup"
VERSION = 1
MANIFEST, KEY = "manifest.json", "secret_key"
BUFFER = 1 << 16


class BackupError(Exception):
    """A backup cannot be made, or cannot be brought back; the words say why and what to do."""


class FilePart(BaseModel):
    """One part of the file: its length in bytes, its SHA-256, and how many rows it has where it is a table."""

    model_config = ConfigDict(extra="ignore")
    bytes: int
    sha256: str
    rows: int = 0


class Manifest(BaseModel):
    """What the file holds.

    Args:
        migrations: the migrations that the database had seen, by application.
        tables: the tables in the file, by their names in the database, each with its columns.
        files: every part of the file but this one.
    """

    model_config = ConfigDict(extra="ignore")
    format: str = FORMAT
    version: int = VERSION
    made_at: str
    engine: str
    migrations: dict[str, list[str]]
    tables: dict[str, list[str]]
    files: dict[str, FilePart]

    @property
    def rows(self) -> int:
        return sum(part.rows for part in self.files.values())


def table_part(table: str) -> str:
    return f"tables/{table}.jsonl"


class BackupWriter:
    """Writes a backup under another name; the file appears when it is whole, for its owner alone.

    Raises:
        BackupError: the file is there already, its folder is not, or the disk is full.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.parts: dict[str, FilePart] = {}
        self._refuse_to_overwrite()
        self._draft = path.with_name(f".{path.name}.{os.getpid()}.unfinished")
        try:
            opened = os.open(self._draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        except OSError as error:
            raise BackupError(f"{path} cannot be written: {error.strerror}.") from error
        self._file = os.fdopen(opened, "wb")
        self._zip = zipfile.ZipFile(self._file, "w", zipfile.ZIP_DEFLATED)

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
            for row in rows:
                write(json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
                count += 1
        self.parts[table_part(table)].rows = count

    def finish(self, manifest: Manifest) -> None:
        """Add the manifest, whose own SHA-256 is the comment of the zip; then give the file its name."""
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


class BackupReader:
    """Reads a backup that has been checked, byte by byte, against its manifest.

    Raises:
        BackupError: it cannot be read, is damaged or cut short, or was written by a newer version.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
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
        if raw.get("format") != FORMAT:
            raise BackupError(f"{self.path} is no backup of Head Table.")
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

    def key(self) -> str:
        return b"".join(self._read(KEY)).decode()

    def rows(self, table: str) -> Iterator[list[Any]]:
        with self._zip.open(table_part(table)) as lines:
            for line in lines:
                row: list[Any] = json.loads(line)
                yield row


# --- Making a backup while the club goes on: one moment of the database, whatever is written meanwhile


def write_backup(path: Path, *, at: datetime) -> Manifest:
    """Write database and secret key into a new file; returns what it holds. Nobody who writes waits for it.

    Raises:
        BackupError: the file is there already or cannot be written, or there is no database yet.
    """
    with BackupWriter(path) as writer, one_moment():
        migrations = applied_migrations()
        if not migrations:
            raise BackupError("There is nothing to back up: this database has no tables of Head Table.")
        models = models_at(migrations)
        for table, model in models.items():
            writer.write_table(table, rows_of(model))
        writer.write_text(KEY, settings.SECRET_KEY)
        manifest = Manifest(
            made_at=at.isoformat(),
            engine=connection.vendor,
            migrations=migrations,
            tables={table: [field.column for field in columns(model)] for table, model in models.items()},
            files=writer.parts,
        )
        writer.finish(manifest)
    return manifest


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
