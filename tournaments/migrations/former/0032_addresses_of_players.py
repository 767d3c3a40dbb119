"""Everybody gets an address made of their name, in the order in which the club came to know them."""

from collections import defaultdict

import django.db.models.deletion
from django.db import migrations, models
from django.utils.text import slugify

NAMELESS = "player"
AT_ONCE = 500


def give_addresses(apps, schema_editor):
    Player = apps.get_model("tournaments", "Player")
    taken = defaultdict(set)
    players = list(Player.objects.order_by("pk").only("pk", "club_id", "name"))
    for player in players:
        base = slugify(player.name)[:40].strip("-") or NAMELESS
        base = f"{NAMELESS}-{base}" if base.isdigit() else base
        slug, count = base, 1
        while slug in taken[player.club_id]:
            count += 1
            slug = f"{base}-{count}"
        taken[player.club_id].add(slug)
        player.slug = slug
    Player.objects.bulk_update(players, ["slug"], batch_size=AT_ONCE)


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0031_clubs_of_ones_own"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="slug",
            field=models.SlugField(db_index=False, default="", editable=False, verbose_name="address"),
            preserve_default=False,
        ),
        migrations.RunPython(give_addresses, migrations.RunPython.noop, elidable=True),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(("slug", ""), _negated=True), name="player_has_an_address"
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.UniqueConstraint(fields=("club", "slug"), name="one_player_per_address"),
        ),
        migrations.CreateModel(
            name="FormerAddress",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("slug", models.SlugField(db_index=False, verbose_name="address")),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="former_addresses",
                        to="tournaments.club",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="former_addresses",
                        to="tournaments.player",
                    ),
                ),
            ],
            options={
                "verbose_name": "former address",
                "verbose_name_plural": "former addresses",
                "constraints": [
                    models.UniqueConstraint(fields=("club", "slug"), name="one_player_per_former_address")
                ],
            },
        ),
    ]
