"""What a season costs, and who has paid for it."""

import django.core.validators
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0043_categories'),
    ]

    operations = [
        migrations.AlterField(
            model_name='feeentry',
            name='evening',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='fee_entries', to='tournaments.evening'),
        ),
        migrations.CreateModel(
            name='SeasonFees',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('member', models.PositiveIntegerField(validators=[django.core.validators.MaxValueValidator(100000000)], verbose_name='member')),
                ('guest', models.PositiveIntegerField(validators=[django.core.validators.MaxValueValidator(100000000)], verbose_name='guest')),
                ('name', models.CharField(max_length=80, verbose_name='name')),
                ('club', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='season_fees', to='tournaments.club')),
            ],
            options={
                'verbose_name': 'fees of a season',
                'verbose_name_plural': 'fees of seasons',
                'ordering': ['-pk'],
            },
        ),
        migrations.AddField(
            model_name='feeentry',
            name='season',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='tournaments.seasonfees'),
        ),
        migrations.AddConstraint(
            model_name='feeentry',
            constraint=models.UniqueConstraint(fields=('season', 'player', 'number'), name='one_season_fee_entry_per_number'),
        ),
        migrations.AddConstraint(
            model_name='feeentry',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('evening__isnull', False), ('season__isnull', True)), models.Q(('evening__isnull', True), ('season__isnull', False)), _connector='OR'), name='paid_for_an_evening_or_a_season'),
        ),
        migrations.AddConstraint(
            model_name='seasonfees',
            constraint=models.UniqueConstraint(fields=('club', 'name'), name='one_season_fee_per_club_and_name'),
        ),
    ]
