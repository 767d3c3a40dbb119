"""A visitor is not told whether a name is in the list of an evening, so it may be there twice."""

from django.db import migrations

ONCE_AGAIN = """
UPDATE tournaments_signup SET key = SUBSTR(key, 1, 100) || ' ' || number
WHERE withdrawn_at IS NULL AND EXISTS (
    SELECT 1 FROM tournaments_signup AS earlier
    WHERE earlier.announcement_id = tournaments_signup.announcement_id AND earlier.key = tournaments_signup.key
    AND earlier.withdrawn_at IS NULL AND earlier.number < tournaments_signup.number
)
"""


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0056_before_publication")]

    operations = [
        migrations.RemoveConstraint("signup", "one_sign_up_per_name"),
        migrations.RunSQL(migrations.RunSQL.noop, ONCE_AGAIN),
    ]
