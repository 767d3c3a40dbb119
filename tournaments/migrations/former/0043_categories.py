"""The groups of a club by which tables can be read."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0042_nights'),
    ]

    operations = [
        migrations.AddField(
            model_name='club',
            name='categories',
            field=models.JSONField(default=dict, editable=False),
        ),
    ]
