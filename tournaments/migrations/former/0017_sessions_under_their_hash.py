"""Sessions that are open stay open: each goes under the hash of its key, as config.sessions looks it up."""

import hashlib

from django.db import migrations

KEY_LENGTH = 32
"""Of Django's keys; their hashes are longer."""


def hash_keys(apps, schema_editor):
    """What is a hash already is left alone."""
    model = apps.get_model("sessions", "Session")
    for session in model.objects.all().iterator():
        if len(session.session_key) > KEY_LENGTH:
            continue
        key = hashlib.sha256(session.session_key.encode()).hexdigest()[:40]
        model.objects.create(
            session_key=key, session_data=session.session_data, expire_date=session.expire_date
        )
        session.delete()


def sign_out(apps, schema_editor):
    """No key can be found again from its hash."""
    apps.get_model("sessions", "Session").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [
        ("sessions", "0001_initial"),
        ("tournaments", "0016_passwords_are_counted_here"),
    ]

    operations = [migrations.RunPython(hash_keys, sign_out)]
