"""Points of a fixture that nobody has entered are null; until now they were 0 and 0."""

from __future__ import annotations

from django.db import migrations, models


def forget(apps, schema_editor):
    apps.get_model("tournaments", "Fixture").objects.filter(points_home=0, points_away=0).update(
        points_home=None, points_away=None
    )


def remember(apps, schema_editor):
    apps.get_model("tournaments", "Fixture").objects.filter(points_home=None).update(
        points_home=0, points_away=0
    )


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0013_the_ledger_of_a_season_is_append_only")]

    operations = [
        migrations.AlterField(
            model_name="fixture",
            name="points_home",
            field=models.IntegerField(blank=True, null=True, verbose_name="points at home"),
        ),
        migrations.AlterField(
            model_name="fixture",
            name="points_away",
            field=models.IntegerField(blank=True, null=True, verbose_name="points away"),
        ),
        migrations.RunPython(forget, remember),
        migrations.AddConstraint(
            model_name="fixture",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("points_away__isnull", True), ("points_home__isnull", True)),
                    models.Q(("points_away__isnull", False), ("points_home__isnull", False)),
                    _connector="OR",
                ),
                name="points_of_both_sides_or_of_neither",
            ),
        ),
    ]
