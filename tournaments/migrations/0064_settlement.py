"""Payments that settle what hands cost are numbered apart from those of fees."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0063_helpers")]

    operations = [
        migrations.AddField(
            model_name="feeentry",
            name="settles",
            field=models.BooleanField(default=False, verbose_name="settles what hands cost"),
        ),
        migrations.RemoveConstraint(model_name="feeentry", name="one_fee_entry_per_number"),
        migrations.AddConstraint(
            model_name="feeentry",
            constraint=models.UniqueConstraint(
                fields=("evening", "player", "settles", "number"), name="one_fee_entry_per_number"
            ),
        ),
    ]
