"""What may become of a hand once it is entered; calls for the director; directors who play."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0004_house_rules_of_clubs"),
    ]

    operations = [
        migrations.CreateModel(
            name="DirectorCall",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "reason",
                    models.CharField(
                        choices=[
                            ("score", "a score"),
                            ("rule", "a rule"),
                            ("seats", "the seats"),
                            ("cards", "the cards"),
                            ("other", "something else"),
                        ],
                        max_length=10,
                        verbose_name="reason",
                    ),
                ),
                ("words", models.CharField(blank=True, max_length=120, verbose_name="in your own words")),
                ("by", models.CharField(max_length=40, verbose_name="by")),
                ("called_at", models.DateTimeField(verbose_name="called at")),
                ("answered_at", models.DateTimeField(blank=True, null=True, verbose_name="answered at")),
                ("answered_by", models.CharField(blank=True, max_length=40, verbose_name="answered by")),
            ],
            options={
                "verbose_name": "call for the director",
                "verbose_name_plural": "calls for the director",
                "ordering": ["called_at", "pk"],
            },
        ),
        migrations.AddField(
            model_name="hand",
            name="clock_offset",
            field=models.IntegerField(blank=True, null=True, verbose_name="clock offset"),
        ),
        migrations.AddField(
            model_name="hand",
            name="confirmed_by",
            field=models.CharField(blank=True, default="", max_length=40, verbose_name="confirmed by"),
        ),
        migrations.AddField(
            model_name="hand",
            name="late_because",
            field=models.CharField(blank=True, default="", max_length=20, verbose_name="late because"),
        ),
        migrations.AddField(
            model_name="hand",
            name="state",
            field=models.CharField(
                choices=[
                    ("counts", "counts"),
                    ("agrees", "the same from another phone"),
                    ("disputes", "disputes the hand that counts"),
                    ("rejected", "settled for the other entry"),
                    ("late", "waits in the late tray"),
                    ("left_out", "left out by the director"),
                    ("replaced", "replaced by another entry"),
                    ("note", "noted only"),
                ],
                default="counts",
                max_length=10,
                verbose_name="what became of it",
            ),
        ),
        migrations.AddField(
            model_name="officer",
            name="player",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="offices",
                to="tournaments.player",
            ),
        ),
        migrations.AddField(
            model_name="tableround",
            name="decision",
            field=models.CharField(
                blank=True,
                choices=[("adjusted", "score adjusted"), ("not_played", "not played")],
                default="",
                max_length=10,
                verbose_name="the director's decision",
            ),
        ),
        migrations.AlterField(
            model_name="hand",
            name="hand",
            field=models.JSONField(blank=True, null=True, verbose_name="hand"),
        ),
        migrations.AddConstraint(
            model_name="hand",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("live", True), ("state", "counts")),
                    models.Q(
                        ("live", False),
                        models.Q(("state", "counts"), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="only_what_counts_is_live",
            ),
        ),
        migrations.AddField(
            model_name="directorcall",
            name="evening",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="calls", to="tournaments.evening"
            ),
        ),
        migrations.AddField(
            model_name="directorcall",
            name="table",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="calls", to="tournaments.table"
            ),
        ),
        migrations.AddConstraint(
            model_name="directorcall",
            constraint=models.UniqueConstraint(
                condition=models.Q(("answered_at__isnull", True)),
                fields=("table",),
                name="one_open_call_per_table",
            ),
        ),
        migrations.AddConstraint(
            model_name="directorcall",
            constraint=models.CheckConstraint(
                condition=models.Q(("reason__in", ["score", "rule", "seats", "cards", "other"])),
                name="a_call_has_a_reason",
            ),
        ),
    ]
