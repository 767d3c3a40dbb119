"""Which request caused a job; clubs that are suspended, and what they may have beyond the usual."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0068_archives")]

    operations = [
        migrations.AddField(
            "job",
            "request",
            models.CharField(blank=True, db_default="", default="", editable=False, max_length=64),
        ),
        migrations.AddField(
            "club",
            "suspended_at",
            models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            "club",
            "audiences_before",
            models.JSONField(db_default=models.Value({}, models.JSONField()), default=dict, editable=False),
        ),
        migrations.AddField(
            "club",
            "allowances",
            models.JSONField(db_default=models.Value({}, models.JSONField()), default=dict, editable=False),
        ),
    ]
