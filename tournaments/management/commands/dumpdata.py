"""`manage.py dumpdata` and `loaddata` are refused: on the way they would break every ledger."""

from __future__ import annotations

from typing import Any, NoReturn

from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    help = "Refused: use `backup FILE` and `restore FILE`."
    requires_system_checks: list[str] = []

    def run_from_argv(self, argv: list[str]) -> None:
        """Refuse before any options are read, which could be refused for their own sake."""
        super().run_from_argv(argv[:2])

    def handle(self, *args: Any, **options: Any) -> NoReturn:
        raise CommandError(
            "dumpdata and loaddata cut moments to milliseconds, and every ledger would be broken without a word. "
            "Use `./run manage backup FILE` and `./run manage restore FILE`: from SQLite to PostgreSQL too, and back."
        )
