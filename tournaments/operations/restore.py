"""Bringing a backup back into an empty database of either kind, at the migrations of the backup, then up to date."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor

from tournaments.club.models import Club
from tournaments.evening.reads.access import every_evening
from tournaments.league.models import Season
from tournaments.league.services.tables import check
from tournaments.operations import backup
from tournaments.operations.keys import PRINTED
from tournaments.publishing import publish

LONGEST_SECONDS = 3600
SERVERS = ("DATABASE_URL", "WEB_DATABASE_URL", "REDIS_URL", "SECRET_KEY")


@dataclass
class Verdict:
    """What was looked at, and what is wrong; `findings` is empty when everything holds."""

    evenings: int = 0
    seasons: int = 0
    cards: int = 0
    findings: list[str] = field(default_factory=list)


def verify(club: Club | None = None) -> Verdict:
    """Work every evening and season out again from its ledger, and every card and ticket from the secret key.

    Of one `club` its evenings and seasons.
    """
    verdict = Verdict()
    evenings, seasons = every_evening(), Season.objects.select_related("league__club")
    if club is not None:
        evenings, seasons = evenings.filter(club=club), seasons.filter(league__club=club)
    for evening in evenings.iterator():
        verdict.evenings += 1
        verdict.findings += [
            f"{evening.club.slug}/{evening.slug}: {finding}" for finding in publish.check_rows(evening)
        ]
    for season in seasons.iterator():
        verdict.seasons += 1
        address = f"{season.league.club.slug}/{season.league.slug}/{season.slug}"
        verdict.findings += [f"{address}: {finding}" for finding in check(season)]
    for printed in PRINTED if club is None else ():
        for link in printed.rows().iterator():
            verdict.cards += 1
            if printed.hashes(link) != (link.token_hash, link.code_hash):
                verdict.findings.append(f"{link}: what is printed on its card does not open it")
    return verdict


def verify_file(path: Path) -> str:
    """Bring a backup back into a scratch database, in a process of its own; returns what the restore said.

    Raises BackupError where it could not be brought back, or does not hold.
    """
    with tempfile.TemporaryDirectory(prefix="head-table-restored-") as folder:
        bare = {name: value for name, value in os.environ.items() if name not in SERVERS}
        done = subprocess.run(  # noqa: S603 - our own program
            [sys.executable, str(settings.BASE_DIR / "manage.py"), "restore", str(path.absolute())],
            cwd=settings.BASE_DIR,
            env=bare | {"HEAD_TABLE_DATA": folder},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=LONGEST_SECONDS,
            check=False,
        )
    if done.returncode:
        raise backup.BackupError(
            f"{path} was written, but cannot be brought back:\n{done.stdout}{done.stderr}".strip()
        )
    return done.stdout.strip()


def restore_backup(path: Path) -> backup.Manifest:
    """Bring back everything that the file holds, into a database that is up to date then, or nothing.

    Raises BackupError where the file is damaged or of a newer version, the database is not empty, or the secret key
    of the backup is not the one that is set.
    """
    with backup.BackupReader(path) as reader:
        manifest = reader.manifest
        try:
            targets = backup.leaves(manifest.migrations)
        except KeyError as unknown:
            raise backup.BackupError(
                f"{path} was written by a newer version of Head Table: this one does not know the migration "
                f"{unknown.args[0]}. Update Head Table, then restore it."
            ) from unknown
        _refuse_other_key(reader)
        _refuse_rows()
        try:
            _migrate_to(targets, manifest.migrations)
            _keep_key(reader.text(backup.KEY))  # while there is nothing yet that another key was for
            _load(reader, backup.models_at(manifest.migrations))
        finally:
            call_command("migrate", verbosity=0, interactive=False, skip_checks=True)
    return manifest


def _migrate_to(targets: list[tuple[str, str]], migrations: dict[str, list[str]]) -> None:
    recorded = backup.recorded_migrations()
    if recorded.get(backup.APP) and backup.is_former(recorded) != backup.is_former(migrations):
        call_command(
            "migrate", backup.APP, backup.BEGINNING[-1], verbosity=0, interactive=False, skip_checks=True
        )
    with backup.chain_of(migrations):
        MigrationExecutor(connection).migrate(targets)


def _refuse_other_key(reader: backup.BackupReader) -> None:
    if settings.SECRET_KEY_FILE is None and reader.text(backup.KEY) != settings.SECRET_KEY:
        raise backup.BackupError(
            "SECRET_KEY is set to another key than the backup's, with which no printed card would open. Set it to "
            f"the backup's first, which this prints: unzip -p {reader.path} secret_key"
        )


def _refuse_rows() -> None:
    tables = set(connection.introspection.table_names()) - {
        backup.MIGRATIONS_TABLE,
        *backup.MADE_BY_MIGRATING,
    }
    for table in sorted(tables):
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT 1 FROM {connection.ops.quote_name(table)} LIMIT 1")  # noqa: S608 - its own name
            if cursor.fetchone():
                raise backup.BackupError(
                    f"The database is not empty: there are rows in {table}. A backup is only brought back into an "
                    "empty one: a new data folder (HEAD_TABLE_DATA=...), or a database just created."
                )


@transaction.atomic
def _load(reader: backup.BackupReader, models: dict[str, backup.Model]) -> None:
    # References are checked when the last row is there.
    for table in backup.MADE_BY_MIGRATING:
        if table in models:
            models[table]._base_manager.all().delete()
    try:
        for table, names in reader.manifest.tables.items():
            if table not in models and table.startswith(backup.FORMER_APPLICATIONS):
                continue
            count = backup.insert(models[table], names, reader.rows(table))
            expected = reader.manifest.files[f"tables/{table}.jsonl"].rows
            if count != expected:
                raise backup.BackupError(f"{table} has {count} rows where {expected} were written.")
        connection.check_constraints()
    except DatabaseError as error:
        raise backup.BackupError(f"The database refuses what the backup holds: {error}") from error
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), list(models.values())):
            cursor.execute(statement)


def _keep_key(key: str) -> None:
    # The program works with the backup's key from here on, and when it starts next.
    key_file: Path | None = settings.SECRET_KEY_FILE
    if key_file is None or key == settings.SECRET_KEY:
        return
    draft = key_file.with_name(f".{key_file.name}.{os.getpid()}")
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(key)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(key_file)
    settings.SECRET_KEY = key
