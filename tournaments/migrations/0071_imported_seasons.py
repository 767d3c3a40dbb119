"""Seasons that were made again from their archives, with what these say otherwise than their rows."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0070_after_publication")]

    operations = [
        migrations.AddField(
            "season", "origin", models.JSONField(editable=False, null=True, verbose_name="origin")
        ),
        migrations.AddField(
            "seasonevening", "origin", models.JSONField(editable=False, null=True, verbose_name="origin")
        ),
        migrations.AlterField(
            "season",
            "stage",
            models.CharField(
                choices=[
                    ("draft", "being set up"),
                    ("open", "under way"),
                    ("closed", "over"),
                    ("imported", "from an archive"),
                ],
                default="draft",
                max_length=10,
                verbose_name="stage",
            ),
        ),
    ]
