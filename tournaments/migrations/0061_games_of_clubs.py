"""Games that clubs write: a row for each edition, which is appended and of which the document never changes."""

import django.db.models.deletion
from django.db import migrations, models

CLUBS = {"clubgame": ""}
"""The table with the way to its club, as the guards of the others have it."""
TABLE = "tournaments_clubgame"
KEPT = ("id", "slug", "edition", "name", "document", "written_by", "written_at")
SAME = " AND ".join(f"NEW.{name} = OLD.{name}" for name in KEPT)
WHY = "editions of games are append-only"
SQLITE = (
    f"""CREATE TRIGGER clubgame_no_update BEFORE UPDATE ON {TABLE} WHEN NOT ({SAME})
        BEGIN SELECT RAISE(ABORT, '{WHY}'); END""",
)
READS, WRITES = (
    f"(ARRAY[0, club_id]::bigint[] && "
    f"(SELECT COALESCE(NULLIF(current_setting('head_table.{setting}', true), ''), '{{}}')::bigint[]))"
    for setting in ("reads", "writes")
)
POSTGRESQL = (
    f"""CREATE FUNCTION clubgame_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF {SAME} THEN RETURN NEW; END IF;
            RAISE EXCEPTION '{WHY}' USING ERRCODE = 'restrict_violation';
        END $$""",
    f"""CREATE TRIGGER clubgame_no_change BEFORE UPDATE ON {TABLE}
        FOR EACH ROW EXECUTE FUNCTION clubgame_is_append_only()""",
    f"CREATE POLICY of_a_club_select ON {TABLE} FOR SELECT USING ({READS})",
    f"CREATE POLICY of_a_club_insert ON {TABLE} FOR INSERT WITH CHECK ({WRITES})",
    f"CREATE POLICY of_a_club_update ON {TABLE} FOR UPDATE USING ({WRITES}) WITH CHECK ({WRITES})",
    f"CREATE POLICY of_a_club_delete ON {TABLE} FOR DELETE USING ({WRITES})",
    f"ALTER TABLE {TABLE} ENABLE ROW LEVEL SECURITY",
)


def guard(apps, schema_editor):
    for statement in SQLITE if schema_editor.connection.vendor == "sqlite" else POSTGRESQL:
        schema_editor.execute(statement)


def take_the_guard_away(apps, schema_editor):
    if schema_editor.connection.vendor != "sqlite":
        schema_editor.execute("DROP FUNCTION clubgame_is_append_only() CASCADE")


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0060_larger_tables")]

    operations = [
        migrations.CreateModel(
            name="ClubGame",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("slug", models.CharField(max_length=40, verbose_name="game")),
                ("edition", models.CharField(db_index=True, max_length=64, verbose_name="edition")),
                ("name", models.CharField(max_length=60, verbose_name="name")),
                ("document", models.TextField(verbose_name="document")),
                ("written_by", models.CharField(max_length=40, verbose_name="written by")),
                ("written_at", models.DateTimeField(verbose_name="written at")),
                ("published_at", models.DateTimeField(blank=True, null=True, verbose_name="published at")),
                ("retired_at", models.DateTimeField(blank=True, null=True, verbose_name="retired at")),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="games",
                        to="tournaments.club",
                    ),
                ),
            ],
            options={
                "verbose_name": "game of a club",
                "verbose_name_plural": "games of clubs",
                "ordering": ["slug", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("club", "slug", "edition"), name="an_edition_is_kept_once"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("published_at__isnull", False), ("retired_at", None)),
                        fields=("club", "slug"),
                        name="one_edition_on_the_shelf",
                    ),
                ],
            },
        ),
        migrations.RunPython(guard, take_the_guard_away),
    ]
