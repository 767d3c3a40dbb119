"""Which version of a hand is live follows from its state; it is no longer kept beside it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0008_schedules")]

    operations = [
        migrations.RemoveConstraint(model_name="hand", name="one_live_hand_per_number"),
        migrations.RemoveConstraint(model_name="hand", name="only_what_counts_is_live"),
        migrations.RemoveField(model_name="hand", name="live"),
        migrations.AddField(
            model_name="hand",
            name="live",
            field=models.GeneratedField(
                expression=models.ExpressionWrapper(models.Q(("state", "counts")), models.BooleanField()),
                output_field=models.BooleanField(),
                db_persist=True,
                verbose_name="live",
            ),
        ),
        migrations.AddConstraint(
            model_name="hand",
            constraint=models.UniqueConstraint(
                condition=models.Q(("live", True)),
                fields=("table_round", "number"),
                name="one_live_hand_per_number",
            ),
        ),
    ]
