"""The tables of django-axes, which counted wrong passwords before, held names and addresses: they go."""

from django.db import migrations

TABLES = ("axes_accessattemptexpiration", "axes_accessattempt", "axes_accessfailurelog", "axes_accesslog")


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0015_rounds_left_out")]

    operations = [
        migrations.RunSQL([f"DROP TABLE IF EXISTS {table}" for table in TABLES], migrations.RunSQL.noop)
    ]
