"""A new database is made at once, one of earlier versions step by step: both are the same."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tournaments.operations.backups.tables import as_applied

pytestmark = pytest.mark.django_db(transaction=True)
NEWEST_STEP = "0025_each_index_once"
TRIGGERS = {
    "sqlite": "SELECT name, tbl_name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name",
    "postgresql": "SELECT tgname, tgrelid::regclass::text, pg_get_triggerdef(oid) FROM pg_trigger "
    "WHERE NOT tgisinternal ORDER BY tgname",
}


def tables() -> dict[str, Any]:
    """Of each table the columns and constraints, and the triggers of all."""
    look = connection.introspection
    with connection.cursor() as cursor:
        found: dict[str, Any] = {
            table: (
                sorted(look.get_table_description(cursor, table)),
                # SQLite counts those without a name, in the order of the columns.
                sorted(
                    f"{name.rstrip('_0123456789')}: {sorted(about.items())}"
                    for name, about in look.get_constraints(cursor, table).items()
                ),
            )
            for table in look.table_names(cursor)
        }
        cursor.execute(TRIGGERS[connection.vendor])
        return found | {"triggers": [[" ".join(one.split()) for one in row] for row in cursor.fetchall()]}


def test_the_tables_made_at_once_are_those_made_step_by_step() -> None:
    at_once = tables()
    executor = MigrationExecutor(connection)
    as_applied(executor.loader, {"tournaments": [NEWEST_STEP]})
    executor.migrate([("tournaments", None)])
    assert "tournaments_evening" not in tables()
    executor = MigrationExecutor(connection)
    as_applied(executor.loader, {"tournaments": [NEWEST_STEP]})
    executor.migrate([("tournaments", NEWEST_STEP)])
    call_command("migrate", verbosity=0)
    step_by_step = tables()
    assert step_by_step.keys() == at_once.keys()
    assert {name: step_by_step[name] for name in at_once if step_by_step[name] != at_once[name]} == {}
    assert len(at_once["triggers"]) == (6 if connection.vendor == "sqlite" else 3)
