"""From where an officer did what a ledger tells of stands beside it for a while, behind the fence of the club."""

from __future__ import annotations

from importlib import import_module

import django.db.models.deletion
from django.db import migrations, models

FENCE = import_module("tournaments.migrations.0058_guards")
TABLE = "tournaments_actorigin"


def build(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        ours = FENCE.within("writes", "club_id")
        for statement in FENCE.policies(TABLE, ours, ours):
            schema_editor.execute(statement)


def tear_down(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(f"ALTER TABLE {TABLE} DISABLE ROW LEVEL SECURITY")
        for act in FENCE.EVERY:
            schema_editor.execute(f"DROP POLICY of_a_club_{act.lower()} ON {TABLE}")


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0051_former_archives")]

    operations = [
        migrations.CreateModel(
            name="ActOrigin",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("entry_hash", models.CharField(db_index=True, max_length=64, verbose_name="hash of the entry")),
                ("by", models.CharField(max_length=40, verbose_name="by")),
                ("at", models.DateTimeField(verbose_name="at")),
                ("network", models.CharField(blank=True, max_length=43, verbose_name="network")),
                ("browser", models.CharField(blank=True, max_length=20, verbose_name="browser")),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="act_origins",
                        to="tournaments.club",
                    ),
                ),
            ],
            options={
                "verbose_name": "origin of an act",
                "verbose_name_plural": "origins of acts",
                "ordering": ["pk"],
            },
        ),
        migrations.RunPython(build, tear_down),
    ]
