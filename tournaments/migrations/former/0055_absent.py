"""Who had left before a round began, and so has neither played nor sat out."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0054_evenings_by_day")]

    operations = [
        migrations.AddField(
            "round",
            "absent",
            models.JSONField(blank=True, default=list, verbose_name="tickets that had left before it began"),
        )
    ]
