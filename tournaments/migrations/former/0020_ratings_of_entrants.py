"""Entrants may have a rating, for tie-breaks that rest on those of the opponents."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0019_salts")]

    operations = [
        migrations.AddField(
            model_name="entrant",
            name="rating",
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="rating"),
        ),
    ]
