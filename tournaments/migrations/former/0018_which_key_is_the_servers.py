
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0017_sessions_under_their_hash'),
    ]

    operations = [
        migrations.CreateModel(
            name='ServerKey',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('check_value', models.CharField(editable=False, max_length=64)),
                ('kept_at', models.DateTimeField(editable=False)),
            ],
            options={
                'verbose_name': 'server key',
                'verbose_name_plural': 'server keys',
                'constraints': [models.CheckConstraint(condition=models.Q(('pk', 1)), name='one_server_key')],
            },
        ),
    ]
