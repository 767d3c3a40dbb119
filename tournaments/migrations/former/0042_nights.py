"""The nights of a club, each with what a new evening of it begins with, in place of the one usual night."""

import django.db.models.deletion
from django.db import migrations, models

DAYS = [
    (0, 'Monday'),
    (1, 'Tuesday'),
    (2, 'Wednesday'),
    (3, 'Thursday'),
    (4, 'Friday'),
    (5, 'Saturday'),
    (6, 'Sunday'),
]


def usual_night_is_one(apps, schema_editor):
    """The usual night of a club is its first."""
    night = apps.get_model("tournaments", "ClubNight")
    for club in apps.get_model("tournaments", "Club").objects.exclude(usual_night=None):
        night.objects.create(club=club, weekday=club.usual_night)


def first_is_usual_night(apps, schema_editor):
    """The first night of a club is its usual one again."""
    club = apps.get_model("tournaments", "Club")
    for night in apps.get_model("tournaments", "ClubNight").objects.order_by("-weekday", "-week", "-pk"):
        club.objects.filter(pk=night.club_id).update(usual_night=night.weekday)


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0041_reach_of_tokens'),
    ]

    operations = [
        migrations.CreateModel(
            name='ClubNight',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(blank=True, max_length=80, verbose_name='name')),
                ('weekday', models.PositiveSmallIntegerField(choices=DAYS, verbose_name='day')),
                ('week', models.PositiveSmallIntegerField(default=0, verbose_name='week of the month')),
                ('starts', models.TimeField(blank=True, null=True, verbose_name='starts at')),
                ('begins_with', models.CharField(blank=True, max_length=50, verbose_name='begins with')),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='nights', to='tournaments.club')),
            ],
            options={
                'verbose_name': 'night of a club',
                'verbose_name_plural': 'nights of clubs',
                'ordering': ['weekday', 'week', 'pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('week__range', (0, 5)), ('weekday__range', (0, 6))), name='a_night_has_its_days')],
            },
        ),
        migrations.RunPython(usual_night_is_one, first_is_usual_night),
        migrations.RemoveField(model_name='club', name='usual_night'),
    ]
