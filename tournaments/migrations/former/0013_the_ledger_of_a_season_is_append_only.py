"""The database itself refuses to change or delete an entry of a season."""

from __future__ import annotations

from django.db import migrations

TABLE = "tournaments_seasonentry"

SQLITE = [
    f"""CREATE TRIGGER season_ledger_no_update BEFORE UPDATE ON {TABLE}
        BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END""",
    f"""CREATE TRIGGER season_ledger_no_delete BEFORE DELETE ON {TABLE}
        BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END""",
]
POSTGRESQL = [
    f"""CREATE TRIGGER season_ledger_no_change BEFORE UPDATE OR DELETE ON {TABLE}
        FOR EACH ROW EXECUTE FUNCTION ledger_is_append_only()""",
]
UNDO_SQLITE = ["DROP TRIGGER season_ledger_no_update", "DROP TRIGGER season_ledger_no_delete"]
UNDO_POSTGRESQL = [f"DROP TRIGGER season_ledger_no_change ON {TABLE}"]


def guard(apps, schema_editor):
    for statement in SQLITE if schema_editor.connection.vendor == "sqlite" else POSTGRESQL:
        schema_editor.execute(statement)


def unguard(apps, schema_editor):
    for statement in UNDO_SQLITE if schema_editor.connection.vendor == "sqlite" else UNDO_POSTGRESQL:
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0012_leagues")]

    operations = [migrations.RunPython(guard, unguard)]
