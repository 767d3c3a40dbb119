"""Personal links of players, codes to type, and the count of wrong ones. What is there gets its links and codes."""

import base64
import hashlib
import hmac
import secrets

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.utils import timezone

OVER = ("finished", "published", "abandoned")
ALPHABET = "BCDFGHJKMNPQRSTVWXYZ3479"


# How codes were made when this migration was written; what makes them today may go on without it.
def keyed(text):
    return hmac.new(settings.SECRET_KEY.encode(), text.encode(), hashlib.sha256).digest()


def hashed_code(seed):
    """What the database keeps of the code of ten signs that `seed` stands for."""
    rest = int.from_bytes(keyed(seed))
    signs = []
    for _ in range(10):
        rest, place = divmod(rest, len(ALPHABET))
        signs.append(ALPHABET[place])
    return keyed(f"code:{''.join(signs)}").hex()


def give_codes(apps, schema_editor):
    """The cards of tables that are printed again have a code."""
    model = apps.get_model("tournaments", "TableLink")
    links = list(model.objects.all())
    for link in links:
        link.code_hash = hashed_code(f"table-code:{link.nonce}")
    model.objects.bulk_update(links, ["code_hash"], batch_size=500)


def give_player_links(apps, schema_editor):
    """Whoever is in an evening that is not over has a link; for older ones the desk gives it."""
    tickets = apps.get_model("tournaments", "Ticket").objects.exclude(evening__status__in=OVER)
    model = apps.get_model("tournaments", "PlayerLink")
    model.objects.bulk_create([_link(model, ticket) for ticket in tickets], batch_size=500)


def _link(model, ticket):
    nonce = secrets.token_hex(32)
    token = base64.urlsafe_b64encode(keyed(f"player-link:{nonce}")[:24])
    return model(
        ticket=ticket,
        nonce=nonce,
        token_hash=hashlib.sha256(token).hexdigest(),
        code_hash=hashed_code(f"player-code:{nonce}"),
        made_at=timezone.now(),
    )


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0006_phones_at_tables"),
    ]

    operations = [
        migrations.AddField(
            model_name="tablelink",
            name="code_hash",
            field=models.CharField(editable=False, max_length=64, null=True, unique=True),
        ),
        migrations.RunPython(give_codes, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="tablelink",
            name="code_hash",
            field=models.CharField(editable=False, max_length=64, unique=True),
        ),
        migrations.CreateModel(
            name="WrongGuesses",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("sender", models.CharField(blank=True, editable=False, max_length=64)),
                ("minute", models.PositiveIntegerField(editable=False)),
                ("count", models.PositiveIntegerField(default=0, editable=False)),
            ],
            options={
                "verbose_name": "wrong guesses",
                "verbose_name_plural": "wrong guesses",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("minute", "sender"), name="one_count_per_sender_and_minute"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="PlayerLink",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("nonce", models.CharField(editable=False, max_length=64)),
                ("token_hash", models.CharField(editable=False, max_length=64, unique=True)),
                ("code_hash", models.CharField(editable=False, max_length=64, unique=True)),
                ("made_at", models.DateTimeField(verbose_name="made at")),
                ("revoked_at", models.DateTimeField(blank=True, null=True, verbose_name="revoked at")),
                (
                    "ticket",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="links",
                        to="tournaments.ticket",
                    ),
                ),
            ],
            options={
                "verbose_name": "player's link",
                "verbose_name_plural": "players' links",
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("revoked_at__isnull", True)),
                        fields=("ticket",),
                        name="one_live_link_per_ticket",
                    )
                ],
            },
        ),
        migrations.RunPython(give_player_links, migrations.RunPython.noop),
    ]
