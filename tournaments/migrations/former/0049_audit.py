"""Who changed what in a club: appended, behind the fence of that club, and changed by nobody afterwards.

From where it was done is all that may be emptied later.
"""

from __future__ import annotations

from importlib import import_module

import django.db.models.deletion
from django.db import migrations, models

FENCE = import_module("tournaments.migrations.0058_guards")
TABLE = "tournaments_auditentry"
SQLITE = FENCE.SQLITE[-2:]
POSTGRESQL = [
    *FENCE.POSTGRESQL[-2:],
    *FENCE.policies(TABLE, FENCE.within("writes", "club_id"), FENCE.within("writes", "club_id")),
]
UNDO_SQLITE = ["DROP TRIGGER audit_no_update", "DROP TRIGGER audit_no_delete"]
UNDO_POSTGRESQL = [
    f"ALTER TABLE {TABLE} DISABLE ROW LEVEL SECURITY",
    *(f"DROP POLICY of_a_club_{act.lower()} ON {TABLE}" for act in FENCE.EVERY),
    f"DROP TRIGGER audit_no_change ON {TABLE}",
    "DROP FUNCTION audit_is_append_only",
]


def guard(apps, schema_editor):
    for statement in SQLITE if schema_editor.connection.vendor == "sqlite" else POSTGRESQL:
        schema_editor.execute(statement)


def unguard(apps, schema_editor):
    for statement in UNDO_SQLITE if schema_editor.connection.vendor == "sqlite" else UNDO_POSTGRESQL:
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0048_consents")]

    operations = [
        migrations.CreateModel(
            name="AuditEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(verbose_name="at")),
                ("by", models.CharField(max_length=40, verbose_name="by")),
                ("act", models.CharField(max_length=30, verbose_name="act")),
                ("about", models.CharField(blank=True, max_length=40, verbose_name="about")),
                ("body", models.TextField(default="{}", verbose_name="body")),
                ("network", models.CharField(blank=True, max_length=43, verbose_name="network")),
                ("browser", models.CharField(blank=True, max_length=20, verbose_name="browser")),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="audit",
                        to="tournaments.club",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="audit",
                        to="tournaments.player",
                        verbose_name="player",
                    ),
                ),
            ],
            options={
                "verbose_name": "audit entry",
                "verbose_name_plural": "audit entries",
                "ordering": ["-at", "-pk"],
                "indexes": [models.Index(fields=["club", "at"], name="audit_of_a_club")],
            },
        ),
        migrations.RunPython(guard, unguard),
    ]
