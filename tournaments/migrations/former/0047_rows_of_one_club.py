"""On PostgreSQL a role that is not the owner reads and writes rows of those clubs only that its session names."""

from __future__ import annotations

from importlib import import_module

from django.db import migrations

GUARDS = import_module("tournaments.migrations.0058_guards")
SINCE = {"consent", "auditentry", "boundtext", "namedperson", "actorigin"}
CLUBS = {name: way for name, way in GUARDS.CLUBS.items() if name not in SINCE}


def build(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        GUARDS.fence(schema_editor, CLUBS)


def tear_down(apps, schema_editor):
    if schema_editor.connection.vendor != "postgresql":
        return
    for name in (*CLUBS, *GUARDS.BESIDE):
        schema_editor.execute(f"ALTER TABLE tournaments_{name} DISABLE ROW LEVEL SECURITY")
        for act in GUARDS.EVERY:
            schema_editor.execute(f"DROP POLICY of_a_club_{act.lower()} ON tournaments_{name}")
    for function in ("head_table_club_of_job", "head_table_clubs_beside"):
        schema_editor.execute(f"DROP FUNCTION {function}")


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0046_federations")]

    operations = [migrations.RunPython(build, tear_down)]
