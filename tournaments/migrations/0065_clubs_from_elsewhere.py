"""What an entry said on the server that its club has come from, whose keys are others here."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0064_settlement")]

    operations = [
        migrations.AddField(
            model,
            "original",
            models.TextField(editable=False, null=True, verbose_name="as it was chained on another server"),
        )
        for model in ("ledgerentry", "seasonentry")
    ]
