"""The last rating of a player at a game is found without reading all of them."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0057_names_twice_in_a_list")]

    operations = [
        migrations.AddIndex(
            "ratingpoint",
            models.Index(fields=["player", "game", "date", "evening"], name="ratings_of_a_player"),
        )
    ]
