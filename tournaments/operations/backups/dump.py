"""Making a backup while the club goes on: one moment of the database, whatever is written meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.db import connection, transaction

from tournaments.operations.backups.container import KEY, BackupError, BackupWriter, Manifest
from tournaments.operations.backups.tables import applied_migrations, columns, models_at, rows_of


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
