"""Keys with which clubs sign what they publish; where an evening that was brought in from an archive came from."""

import django.db.models.deletion
from django.db import migrations, models

CLUBS = {"clubkey": ""}
"""The table with the way to its club, as the guards of the others have it."""
TABLE = "tournaments_clubkey"
READS, WRITES = (
    f"(ARRAY[0, club_id]::bigint[] && "
    f"(SELECT COALESCE(NULLIF(current_setting('head_table.{setting}', true), ''), '{{}}')::bigint[]))"
    for setting in ("reads", "writes")
)
POSTGRESQL = (
    f"CREATE POLICY of_a_club_select ON {TABLE} FOR SELECT USING ({READS})",
    f"CREATE POLICY of_a_club_insert ON {TABLE} FOR INSERT WITH CHECK ({WRITES})",
    f"CREATE POLICY of_a_club_update ON {TABLE} FOR UPDATE USING ({WRITES}) WITH CHECK ({WRITES})",
    f"CREATE POLICY of_a_club_delete ON {TABLE} FOR DELETE USING ({WRITES})",
    f"ALTER TABLE {TABLE} ENABLE ROW LEVEL SECURITY",
)


def guard(apps, schema_editor):
    for statement in () if schema_editor.connection.vendor == "sqlite" else POSTGRESQL:
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0067_webhooks")]

    operations = [
        migrations.AddField(
            model_name="evening",
            name="came_from",
            field=models.CharField(
                blank=True, db_default="", default="", max_length=80, verbose_name="came from"
            ),
        ),
        migrations.CreateModel(
            name="ClubKey",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("public", models.CharField(editable=False, max_length=56)),
                ("sealed", models.TextField(editable=False)),
                ("made_at", models.DateTimeField(verbose_name="made at")),
                ("retired_at", models.DateTimeField(blank=True, null=True, verbose_name="retired at")),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="keys",
                        to="tournaments.club",
                    ),
                ),
            ],
            options={
                "verbose_name": "key of a club",
                "verbose_name_plural": "keys of clubs",
                "ordering": ["-pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("retired_at", None)), fields=("club",), name="one_key_in_use"
                    )
                ],
            },
        ),
        migrations.RunPython(guard, migrations.RunPython.noop),
    ]
