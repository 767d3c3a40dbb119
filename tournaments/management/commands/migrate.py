"""`manage.py migrate`, which takes the migrations of before one by one where a database begins or is to end there."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from django.core.management.commands import migrate

from tournaments.operations.backup import APP, BEGINNING, FORMER, former_chain, is_former, recorded_migrations


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        """Forward or back, a database changes chains where today's migrations begin."""
        app, name = options["app_label"], options["migration_name"]
        back = app == APP and _is_before(name)
        former = app in (None, APP) and is_former(recorded_migrations())
        if back and not former:
            super().handle(*args, **options | {"migration_name": BEGINNING[-1]})
        if back or former:
            with former_chain():
                super().handle(
                    *args, **(options if back else options | {"app_label": None, "migration_name": None})
                )
        if not back and not (former and options["plan"]):
            super().handle(*args, **options)


def _is_before(name: str | None) -> bool:
    if not name or any(beginning.startswith(name) for beginning in BEGINNING):
        return False
    return name == "zero" or any(file.name.startswith(name) for file in files(FORMER).iterdir())
