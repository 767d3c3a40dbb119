"""Entrants of a Swiss may be left out of a round at their own wish, which counts as a draw or as a loss."""

from __future__ import annotations

from django.db import migrations, models
from django.db.models import Q

ENDINGS = (
    Q(status__in=["planned", "postponed", "void"], winner="", forfeit=""),
    Q(status="played", forfeit="", away__isnull=False, winner__in=["home", "away", "draw"]),
    Q(status="played", forfeit="", away__isnull=True, winner__in=["", "draw", "nobody"]),
    Q(status="forfeited")
    & (
        Q(forfeit="home", winner="away")
        | Q(forfeit="away", winner="home")
        | Q(forfeit="both", winner="nobody")
    ),
)
LEFT_OUT = Q(left_out_of__isnull=True, left_out_as="") | Q(
    left_out_of__isnull=False, left_out_of__gte=1, left_out_as__in=["draw", "nobody"]
)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0014_points_that_nobody_entered")]

    operations = [
        migrations.RemoveConstraint(model_name="fixture", name="a_fixture_ends_in_one_way"),
        migrations.AddConstraint(
            model_name="fixture",
            constraint=models.CheckConstraint(
                condition=ENDINGS[0] | ENDINGS[1] | ENDINGS[2] | ENDINGS[3], name="a_fixture_ends_in_one_way"
            ),
        ),
        migrations.AddField(
            model_name="entrant",
            name="left_out_of",
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="round left out of"),
        ),
        migrations.AddField(
            model_name="entrant",
            name="left_out_as",
            field=models.CharField(
                blank=True,
                choices=[("draw", "a draw"), ("nobody", "a loss")],
                max_length=6,
                verbose_name="which counts as",
                default="",
            ),
            preserve_default=False,
        ),
        migrations.AddConstraint(
            model_name="entrant",
            constraint=models.CheckConstraint(condition=LEFT_OUT, name="left_out_of_a_round_as_something"),
        ),
    ]
