"""Where a club has told what happens in its evenings; all of it its owners' alone."""

import django.db.models.deletion
from django.db import migrations, models

CLUBS = {"webhook": "", "webhookdelivery": "webhook", "webhookposition": "evening"}
"""The tables with the ways to their club, as the guards of the others have them."""
WRITES = "(SELECT COALESCE(NULLIF(current_setting('head_table.writes', true), ''), '{}')::bigint[])"


def ours(club):
    return f"(ARRAY[0, {club}]::bigint[] && {WRITES})"


def policies(name, way):
    table, check = f"tournaments_{name}", ours("club_id")
    if way:
        above = f"FROM tournaments_{way} AS above WHERE above.id = tournaments_{name}.{way}_id"
        check = f"EXISTS (SELECT {above} AND {ours('above.club_id')})"
    checks = {
        "SELECT": f"USING ({check})",
        "INSERT": f"WITH CHECK ({check})",
        "UPDATE": f"USING ({check}) WITH CHECK ({check})",
        "DELETE": f"USING ({check})",
    }
    for act, when in checks.items():
        yield f"CREATE POLICY of_a_club_{act.lower()} ON {table} FOR {act} {when}"
    yield f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY"


def guard(apps, schema_editor):
    if schema_editor.connection.vendor != "sqlite":
        for name, way in CLUBS.items():
            for statement in policies(name, way):
                schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0066_mails")]

    operations = [
        migrations.CreateModel(
            name="WebhookPosition",
            fields=[
                (
                    "evening",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="webhook_position",
                        serialize=False,
                        to="tournaments.evening",
                    ),
                ),
                ("length", models.PositiveIntegerField(default=0, verbose_name="ledger length")),
                ("standings", models.CharField(blank=True, editable=False, max_length=64)),
            ],
            options={
                "verbose_name": "position of webhooks",
                "verbose_name_plural": "positions of webhooks",
            },
        ),
        migrations.CreateModel(
            name="Webhook",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("url", models.CharField(max_length=500, verbose_name="address")),
                ("events", models.JSONField(verbose_name="events")),
                ("secret", models.TextField(editable=False)),
                ("former_secret", models.TextField(blank=True, editable=False)),
                ("former_until", models.DateTimeField(editable=False, null=True)),
                ("made_at", models.DateTimeField(verbose_name="made at")),
                ("since", models.DateTimeField(verbose_name="told since")),
                ("paused_at", models.DateTimeField(blank=True, null=True, verbose_name="paused at")),
                ("failing_since", models.DateTimeField(blank=True, null=True, verbose_name="failing since")),
                ("off_at", models.DateTimeField(blank=True, null=True, verbose_name="switched off at")),
                (
                    "off_because",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("gone", "the receiver says that it is gone"),
                            ("failing", "every attempt failed for days"),
                        ],
                        max_length=10,
                        verbose_name="switched off because",
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="webhooks",
                        to="tournaments.club",
                    ),
                ),
            ],
            options={
                "verbose_name": "webhook",
                "verbose_name_plural": "webhooks",
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="WebhookDelivery",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("code", models.CharField(max_length=40, unique=True, verbose_name="id")),
                ("event", models.CharField(max_length=20, verbose_name="event")),
                ("body", models.TextField(verbose_name="payload")),
                ("made_at", models.DateTimeField(db_index=True, verbose_name="made at")),
                ("due_at", models.DateTimeField(blank=True, null=True, verbose_name="due at")),
                ("attempts", models.PositiveSmallIntegerField(default=0, verbose_name="attempts")),
                ("tried_at", models.DateTimeField(blank=True, null=True, verbose_name="last tried at")),
                ("status", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="status")),
                ("reply", models.CharField(blank=True, max_length=300, verbose_name="reply")),
                (
                    "webhook",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="tournaments.webhook",
                    ),
                ),
            ],
            options={
                "verbose_name": "delivery of a webhook",
                "verbose_name_plural": "deliveries of webhooks",
                "ordering": ["-pk"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("due_at__isnull", False)),
                        fields=["due_at"],
                        name="deliveries_due",
                    )
                ],
            },
        ),
        migrations.RunPython(guard, migrations.RunPython.noop),
    ]
