"""Names are bound to the ledger by salted hashes; evenings and tickets that are there already have no salt."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0018_which_key_is_the_servers")]

    operations = [
        migrations.AddField(
            model_name="evening",
            name="salt",
            field=models.CharField(blank=True, default="", max_length=32, verbose_name="salt"),
        ),
        migrations.AddField(
            model_name="ticket",
            name="salt",
            field=models.CharField(blank=True, default="", max_length=32, verbose_name="salt"),
        ),
    ]
