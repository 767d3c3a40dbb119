"""Who agrees that their name and their ratings are public, and what is shown of them instead.

Minors are hidden by the next look of the server at what is old, which is brought forward.
"""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models

CLUBS = {"consent": "player"}
"""Tables, each with the way to the row that has the club."""
ROWS = "tournaments_consent"
OURS = f"""EXISTS (SELECT FROM tournaments_player AS above WHERE above.id = {ROWS}.player_id
    AND ARRAY[0, above.club_id]::bigint[] &&
        (SELECT COALESCE(NULLIF(current_setting('head_table.writes', true), ''), '{{}}')::bigint[]))"""
"""Whether the club of the row is among those that the session writes."""
POLICIES = {
    "SELECT": f"USING ({OURS})",
    "INSERT": f"WITH CHECK ({OURS})",
    "UPDATE": f"USING ({OURS}) WITH CHECK ({OURS})",
    "DELETE": f"USING ({OURS})",
}
"""When a row is seen and when it is changed: what a club shows to none of those it plays with."""


def build(apps, schema_editor):
    if schema_editor.connection.vendor != "postgresql":
        return
    for act, told in POLICIES.items():
        schema_editor.execute(f"CREATE POLICY of_a_club_{act.lower()} ON {ROWS} FOR {act} {told}")
    schema_editor.execute(f"ALTER TABLE {ROWS} ENABLE ROW LEVEL SECURITY")


def tear_down(apps, schema_editor):
    if schema_editor.connection.vendor != "postgresql":
        return
    schema_editor.execute(f"ALTER TABLE {ROWS} DISABLE ROW LEVEL SECURITY")
    for act in POLICIES:
        schema_editor.execute(f"DROP POLICY of_a_club_{act.lower()} ON {ROWS}")


def look_at_once(apps, schema_editor):
    apps.get_model("tournaments", "Heartbeat").objects.filter(name="retention").delete()


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0047_rows_of_one_club")]

    operations = [
        migrations.AddField(
            model_name="club",
            name="asks_consent",
            field=models.BooleanField(
                default=False, editable=False, verbose_name="names are public with consent alone"
            ),
        ),
        migrations.AddField(
            model_name="entrant",
            name="public_name",
            field=models.CharField(
                blank=True, editable=False, max_length=80, verbose_name="name in public"
            ),
        ),
        migrations.AddField(
            model_name="player",
            name="public_name",
            field=models.CharField(
                blank=True, editable=False, max_length=80, verbose_name="name in public"
            ),
        ),
        migrations.AddField(
            model_name="player",
            name="shows_rating",
            field=models.BooleanField(default=True, editable=False, verbose_name="ratings are public"),
        ),
        migrations.CreateModel(
            name="Consent",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "of",
                    models.CharField(
                        choices=[("name", "the name"), ("rating", "the ratings")],
                        max_length=6,
                        verbose_name="to what",
                    ),
                ),
                ("given", models.BooleanField(verbose_name="given")),
                ("by", models.CharField(max_length=40, verbose_name="recorded by")),
                ("at", models.DateTimeField(verbose_name="at")),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="consents",
                        to="tournaments.player",
                    ),
                ),
            ],
            options={"verbose_name": "consent", "verbose_name_plural": "consents", "ordering": ["pk"]},
        ),
        migrations.RunPython(build, tear_down),
        migrations.RunPython(look_at_once, migrations.RunPython.noop),
    ]
