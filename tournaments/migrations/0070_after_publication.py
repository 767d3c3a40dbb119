"""What happens to a result after it was published: objections of players; and warnings, kept over evenings."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q

CLUBS = {"objection": "ticket.evening", "playerwarning": "player"}
"""The tables with the way to their club, as the guards of the others have it."""
OURS = (
    "(ARRAY[0, club_id]::bigint[] && "
    "(SELECT COALESCE(NULLIF(current_setting('head_table.writes', true), ''), '{}')::bigint[]))"
)
WAYS = {
    "objection": "tournaments_ticket AS above JOIN tournaments_evening AS evening ON evening.id = above.evening_id "
    "WHERE above.id = tournaments_objection.ticket_id",
    "playerwarning": "tournaments_player AS above WHERE above.id = tournaments_playerwarning.player_id",
}
ID = models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")


def fence(apps, schema_editor):
    """Only those see the rows who may change them."""
    if schema_editor.connection.vendor == "sqlite":
        return
    for name, way in WAYS.items():
        table, ours = f"tournaments_{name}", f"EXISTS (SELECT FROM {way} AND {OURS})"
        told = {
            "SELECT": f"USING ({ours})",
            "INSERT": f"WITH CHECK ({ours})",
            "UPDATE": f"USING ({ours}) WITH CHECK ({ours})",
            "DELETE": f"USING ({ours})",
        }
        for act, check in told.items():
            schema_editor.execute(f"CREATE POLICY of_a_club_{act.lower()} ON {table} FOR {act} {check}")
        schema_editor.execute(f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY")


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0069_operators")]

    operations = [
        migrations.AddField(
            "club",
            "objection_hours",
            models.PositiveSmallIntegerField(
                db_default=48, default=48, editable=False, verbose_name="hours for objections"
            ),
        ),
        migrations.CreateModel(
            name="PlayerWarning",
            fields=[
                ("id", ID),
                ("reason", models.CharField(max_length=300, verbose_name="reason")),
                ("by", models.CharField(max_length=40, verbose_name="by")),
                ("at", models.DateTimeField(verbose_name="at")),
                ("taken_back_by", models.CharField(blank=True, max_length=40, verbose_name="taken back by")),
                ("taken_back_at", models.DateTimeField(blank=True, null=True, verbose_name="taken back at")),
                (
                    "evening",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="warnings",
                        to="tournaments.evening",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="warnings",
                        to="tournaments.player",
                    ),
                ),
            ],
            options={
                "verbose_name": "warning",
                "verbose_name_plural": "warnings",
                "ordering": ["-at", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="Objection",
            fields=[
                ("id", ID.clone()),
                ("round", models.PositiveSmallIntegerField(verbose_name="round")),
                ("reason", models.CharField(max_length=300, verbose_name="reason")),
                ("photo", models.BinaryField(default=b"")),
                ("made_at", models.DateTimeField(verbose_name="made at")),
                (
                    "outcome",
                    models.CharField(
                        blank=True,
                        choices=[("upheld", "upheld"), ("declined", "declined")],
                        max_length=10,
                        verbose_name="outcome",
                    ),
                ),
                ("answer", models.CharField(blank=True, max_length=300, verbose_name="answer")),
                ("answered_at", models.DateTimeField(blank=True, null=True, verbose_name="answered at")),
                ("answered_by", models.CharField(blank=True, max_length=40, verbose_name="answered by")),
                (
                    "ticket",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="objections",
                        to="tournaments.ticket",
                    ),
                ),
            ],
            options={
                "verbose_name": "objection",
                "verbose_name_plural": "objections",
                "ordering": ["made_at", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=Q(outcome=""),
                        fields=("ticket", "round"),
                        name="one_open_objection_per_round",
                    ),
                    models.CheckConstraint(
                        condition=Q(outcome="", answered_at__isnull=True)
                        | Q(outcome__in=["upheld", "declined"], answered_at__isnull=False),
                        name="an_answered_objection_has_an_outcome",
                    ),
                ],
            },
        ),
        migrations.RunPython(fence, migrations.RunPython.noop),
    ]
