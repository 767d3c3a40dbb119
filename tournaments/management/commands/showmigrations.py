"""`manage.py showmigrations`, of the migrations among which the database is."""

from __future__ import annotations

from typing import Any

from django.core.management.commands import showmigrations

from tournaments.operations.backup import chain_of, recorded_migrations


class Command(showmigrations.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        with chain_of(recorded_migrations()):
            super().handle(*args, **options)
