"""`manage.py migrate`, which takes the migrations of before one by one where a database begins or is to end there."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import migrate

from tournaments.operations.backup import APP, BEGINNING, FORMER, former_chain, is_former, recorded_migrations


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        """Forward or back, a database changes chains where today's migrations begin.

        Raises CommandError where a newer version has changed it.
        """
        app, name = options["app_label"], options["migration_name"]
        back = app == APP and _is_before(name)
        recorded = recorded_migrations()
        if unknown := sorted(set(recorded.get(APP, ())) - _known()):
            raise CommandError(
                f"A newer version of Head Table has changed this database: this one does not know {unknown[0]}. "
                "Update Head Table, or restore a backup from before."
            )
        former = app in (None, APP) and is_former(recorded)
        if back and not former:
            super().handle(*args, **options | {"migration_name": BEGINNING[-1]})
        if back or former:
            with former_chain():
                super().handle(
                    *args, **(options if back else options | {"app_label": None, "migration_name": None})
                )
        if not back and not (former and options["plan"]):
            super().handle(*args, **options)


def _known() -> set[str]:
    return {
        Path(file.name).stem for chain in (f"{APP}.migrations", FORMER) for file in files(chain).iterdir()
    }


def _is_before(name: str | None) -> bool:
    if not name or any(beginning.startswith(name) for beginning in BEGINNING):
        return False
    return name == "zero" or any(file.name.startswith(name) for file in files(FORMER).iterdir())
