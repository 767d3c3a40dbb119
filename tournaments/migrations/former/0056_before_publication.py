"""What visitors see of an evening before it is published: what new evenings of a club begin with."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0055_absent")]

    operations = [
        migrations.AddField(
            "club",
            "before_publication",
            models.CharField(default="standings", editable=False, max_length=10),
        ),
        migrations.AddConstraint(
            "club",
            models.CheckConstraint(
                condition=models.Q(before_publication__in=("standings", "rounds", "nothing")),
                name="what_is_shown_before_publication_is_known",
            ),
        ),
    ]
