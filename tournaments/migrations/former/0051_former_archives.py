"""Archives that later ones took the place of are emptied in time, and a hash of each stays."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0050_bound_texts")]

    operations = [
        migrations.AddField(
            model_name="publication",
            name="archive_hash",
            field=models.CharField(
                blank=True, default="", max_length=64, verbose_name="hash of the archive"
            ),
        ),
    ]
