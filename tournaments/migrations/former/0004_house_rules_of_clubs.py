"""House rules that a club plays by unless an evening says otherwise."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0003_points_of_each_seat"),
    ]

    operations = [
        migrations.CreateModel(
            name="HouseRules",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.CharField(max_length=40, verbose_name="game")),
                ("options", models.JSONField(verbose_name="house rules")),
                ("changed_by", models.CharField(max_length=40, verbose_name="changed by")),
                ("changed_at", models.DateTimeField(verbose_name="changed at")),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="house_rules",
                        to="tournaments.club",
                    ),
                ),
            ],
            options={
                "verbose_name": "house rules of a club",
                "verbose_name_plural": "house rules of clubs",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("club", "game"), name="house_rules_once_per_club_and_game"
                    )
                ],
            },
        ),
    ]
