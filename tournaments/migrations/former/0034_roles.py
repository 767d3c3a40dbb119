"""Roles that bind: whoever held an office could do everything, and so is an owner from now on."""

from django.db import migrations, models
from django.db.models import Q
from django.db.models.deletion import CASCADE

ROLES = [(1, "scorer"), (2, "director"), (3, "secretary"), (4, "owner")]


def of_an_evening(model, related_name):
    """The fields by which an office, or an invitation to one, is for one evening alone, or ends."""
    evening = models.ForeignKey(
        blank=True, null=True, on_delete=CASCADE, related_name=related_name, to="tournaments.evening"
    )
    ends_at = models.DateTimeField(blank=True, null=True, verbose_name="ends at")
    return [migrations.AddField(model, "evening", evening), migrations.AddField(model, "ends_at", ends_at)]


def role(model):
    """The role as a number, the highest for everybody there is."""
    field = models.PositiveSmallIntegerField(choices=ROLES, default=4, verbose_name="role")
    return migrations.AddField(model, "role", field, preserve_default=False)


class Migration(migrations.Migration):

    dependencies = [("tournaments", "0033_invitations")]

    operations = [
        migrations.RemoveConstraint("officer", "one_office_per_user_and_club"),
        migrations.RemoveField("officer", "role"),
        role("officer"),
        role("invitation"),
        *of_an_evening("officer", "officers"),
        *of_an_evening("invitation", "+"),
        migrations.AddConstraint(
            "officer",
            models.UniqueConstraint(
                fields=["user", "club"], condition=Q(evening=None), name="one_office_per_user_and_club"
            ),
        ),
        migrations.AddConstraint(
            "officer",
            models.UniqueConstraint(fields=["user", "evening"], name="one_office_per_user_and_evening"),
        ),
        migrations.AddConstraint(
            "officer", models.CheckConstraint(condition=Q(role__range=(1, 4)), name="officer_role_is_known")
        ),
        migrations.AddConstraint(
            "officer",
            models.CheckConstraint(
                condition=Q(evening=None) | Q(role__lte=2), name="an_evening_has_no_owner"
            ),
        ),
        migrations.AddConstraint(
            "officer",
            models.CheckConstraint(condition=Q(ends_at=None) | Q(role__lt=4), name="owners_have_no_end"),
        ),
    ]
