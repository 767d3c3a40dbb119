"""Photos of players who have agreed to that."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0044_season_fees'),
    ]

    operations = [
        migrations.CreateModel(
            name='PlayerPhoto',
            fields=[
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='photo', serialize=False, to='tournaments.player')),
                ('content', models.BinaryField()),
                ('consent_by', models.CharField(max_length=40, verbose_name='consent recorded by')),
                ('consented_at', models.DateTimeField(verbose_name='consented at')),
            ],
            options={
                'verbose_name': 'photo of a player',
                'verbose_name_plural': 'photos of players',
            },
        ),
    ]
