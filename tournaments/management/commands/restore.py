"""`manage.py restore FILE`: a backup brought back into an empty database, SQLite or PostgreSQL, and verified."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import OperationalError

from tournaments.operations.backup import BackupError
from tournaments.operations.restore import restore_backup, verify


class Command(BaseCommand):
    help = "Bring a backup back into an empty database of either kind, with its secret key, and verify everything."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="what `backup` wrote")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            written = restore_backup(options["file"])
        except BackupError as error:
            raise CommandError(str(error)) from error
        except OperationalError as error:
            raise CommandError(f"The database cannot be used: {error}") from error
        verdict = verify()
        for finding in verdict.findings:
            self.stdout.write(finding)
        if verdict.findings:
            sys.exit(1)
        self.stdout.write(
            f"brought back {written.rows} rows of {written.made_at}; they agree with their ledgers (evenings: "
            f"{verdict.evenings}, seasons: {verdict.seasons}), and every card and ticket opens ({verdict.cards})."
        )
