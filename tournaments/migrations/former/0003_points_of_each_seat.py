"""Points of each seat, for evenings on which everybody counts their own, and tables of five."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0002_the_ledger_is_append_only"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="seat",
            name="seated_or_sitting_out",
        ),
        migrations.AddField(
            model_name="hand",
            name="seat_points",
            field=models.JSONField(default=list, verbose_name="points of each seat"),
        ),
        migrations.AddField(
            model_name="tableround",
            name="seat_points",
            field=models.JSONField(default=list, verbose_name="points of each seat"),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("seat__gte", 1),
                        ("seat__isnull", False),
                        ("seat__lte", 5),
                        ("sit_out_order__isnull", True),
                        ("table_round__isnull", False),
                    ),
                    models.Q(
                        ("seat__isnull", True),
                        ("sit_out_order__isnull", False),
                        ("table_round__isnull", True),
                    ),
                    _connector="OR",
                ),
                name="seated_or_sitting_out",
            ),
        ),
    ]
