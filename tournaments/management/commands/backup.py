"""`manage.py backup FILE`: database and secret key in one file, tried by bringing it back."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, OperationalError
from django.utils import timezone

from tournaments.operations.backup import BackupError, write_backup
from tournaments.operations.restore import verify_file
from tournaments.work.models import Heartbeat
from tournaments.work.outbox import beat


class Command(BaseCommand):
    help = (
        "Back up the database and the secret key into one file, while the club goes on, and try it in a scratch "
        "database. Keep the file as you keep the key: whoever has it opens every desk."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="a new file")
        parser.add_argument(
            "--untried", action="store_true", help="do not try to bring it back: quicker, and less to rely on"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path = options["file"]
        try:
            written = write_backup(file, at=timezone.now())
            with suppress(DatabaseError):  # a database of before may have no such table
                beat(Heartbeat.BACKUP, at=timezone.now())
            self.stdout.write(
                f"{file}: {written.rows} rows of {len(written.tables)} tables and the secret key, "
                f"{file.stat().st_size} bytes."
            )
            if not options["untried"]:
                self.stdout.write(f"Tried: {verify_file(file)}")
        except BackupError as error:
            raise CommandError(str(error)) from error
        except OperationalError as error:
            raise CommandError(f"The database cannot be used: {error}") from error
