"""The evenings of a club are read by day, a page at a time, without sorting all of them."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0053_mails_given_up"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="evening",
            index=models.Index(fields=["club", "date", "id"], name="evening_by_day"),
        ),
    ]
