"""Mails that people ask for, what was told by them, addresses that bounce, and links to one's own calendar."""

import django.db.models.deletion
from django.db import migrations, models

CLUBS = {"calendarlink": "player", "mailwish": "player", "notice": "player"}
"""The tables with the way to their club, as the guards of the others have it."""
OURS = """EXISTS (SELECT FROM tournaments_player AS above WHERE above.id = {table}.player_id AND
    (ARRAY[0, above.club_id]::bigint[] &&
        (SELECT COALESCE(NULLIF(current_setting('head_table.writes', true), ''), '{{}}')::bigint[])))"""


def guard(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        return
    for name in CLUBS:
        table = f"tournaments_{name}"
        ours = OURS.format(table=table)
        for act, check in {
            "SELECT": f"USING ({ours})",
            "INSERT": f"WITH CHECK ({ours})",
            "UPDATE": f"USING ({ours}) WITH CHECK ({ours})",
            "DELETE": f"USING ({ours})",
        }.items():
            schema_editor.execute(f"CREATE POLICY of_a_club_{act.lower()} ON {table} FOR {act} {check}")
        schema_editor.execute(f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY")


KINDS = [
    ("evening", "The club’s next evening, once it is announced"),
    ("place", "A place that has come free"),
    ("seats", "The next seat"),
    ("result", "The result of an evening, once it is published"),
    ("correction", "A correction that changes a player’s own result"),
]


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0065_clubs_from_elsewhere"),
    ]

    operations = [
        migrations.CreateModel(
            name="BouncingAddress",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("address_hash", models.CharField(editable=False, max_length=64, unique=True)),
                ("at", models.DateTimeField(verbose_name="at")),
            ],
            options={
                "verbose_name": "address that bounces",
                "verbose_name_plural": "addresses that bounce",
            },
        ),
        migrations.CreateModel(
            name="CalendarLink",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("token_hash", models.CharField(editable=False, max_length=64, unique=True)),
                ("made_at", models.DateTimeField(verbose_name="made at")),
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="calendar_link",
                        to="tournaments.player",
                    ),
                ),
            ],
            options={
                "verbose_name": "link to a calendar",
                "verbose_name_plural": "links to calendars",
            },
        ),
        migrations.CreateModel(
            name="MailWish",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(choices=KINDS, max_length=10, verbose_name="kind")),
                ("language", models.CharField(max_length=10, verbose_name="language")),
                ("made_at", models.DateTimeField(verbose_name="made at")),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="mail_wishes",
                        to="tournaments.player",
                    ),
                ),
            ],
            options={
                "verbose_name": "wish for mails",
                "verbose_name_plural": "wishes for mails",
                "constraints": [models.UniqueConstraint(fields=("player", "kind"), name="one_wish_per_kind")],
            },
        ),
        migrations.CreateModel(
            name="Notice",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(choices=KINDS, max_length=10, verbose_name="kind")),
                ("number", models.PositiveIntegerField(verbose_name="number")),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "waiting"),
                            ("sent", "sent"),
                            ("no-address", "no address"),
                            ("bounced", "mails to this address come back"),
                            ("no-server", "no mail server"),
                            ("refused", "refused by the mail server"),
                            ("past", "nothing left to tell"),
                        ],
                        max_length=10,
                        verbose_name="state",
                    ),
                ),
                ("made_at", models.DateTimeField(verbose_name="made at")),
                ("sent_at", models.DateTimeField(blank=True, null=True, verbose_name="sent at")),
                (
                    "evening",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notices",
                        to="tournaments.evening",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notices",
                        to="tournaments.player",
                    ),
                ),
            ],
            options={
                "verbose_name": "notice by mail",
                "verbose_name_plural": "notices by mail",
                "constraints": [
                    models.UniqueConstraint(fields=("player", "kind", "evening", "number"), name="told_once")
                ],
            },
        ),
        migrations.RunPython(guard, migrations.RunPython.noop),
    ]
