"""The database itself refuses to change or delete a ledger entry."""

from __future__ import annotations

from django.db import migrations

TABLE = "tournaments_ledgerentry"

SQLITE = [
    f"""CREATE TRIGGER ledger_no_update BEFORE UPDATE ON {TABLE}
        BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END""",
    f"""CREATE TRIGGER ledger_no_delete BEFORE DELETE ON {TABLE}
        BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END""",
]
POSTGRESQL = [
    """CREATE FUNCTION ledger_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'the ledger is append-only' USING ERRCODE = 'restrict_violation'; END $$""",
    f"""CREATE TRIGGER ledger_no_change BEFORE UPDATE OR DELETE ON {TABLE}
        FOR EACH ROW EXECUTE FUNCTION ledger_is_append_only()""",
]
UNDO_SQLITE = ["DROP TRIGGER ledger_no_update", "DROP TRIGGER ledger_no_delete"]
UNDO_POSTGRESQL = [f"DROP TRIGGER ledger_no_change ON {TABLE}", "DROP FUNCTION ledger_is_append_only()"]


def guard(apps, schema_editor):
    for statement in SQLITE if schema_editor.connection.vendor == "sqlite" else POSTGRESQL:
        schema_editor.execute(statement)


def unguard(apps, schema_editor):
    for statement in UNDO_SQLITE if schema_editor.connection.vendor == "sqlite" else UNDO_POSTGRESQL:
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_the_house")]

    operations = [migrations.RunPython(guard, unguard)]
