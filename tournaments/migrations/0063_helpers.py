from django.db import migrations, models
from django.db.models import Q

ROLES = [
    (5, "helper at the door"),
    (6, "treasurer"),
    (1, "scorer"),
    (2, "director"),
    (3, "secretary"),
    (4, "owner"),
]
CONSTRAINTS = {
    "officer_role_is_known": Q(role__range=(1, 6)),
    "an_evening_has_no_owner": Q(evening=None) | Q(role__lte=2) | Q(role=5),
    "owners_have_no_end": Q(ends_at=None) | ~Q(role=4),
}


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0062_totals_of_a_round")]

    operations = [
        *(
            migrations.AlterField(
                model, "role", models.PositiveSmallIntegerField(choices=ROLES, verbose_name="role")
            )
            for model in ("officer", "invitation")
        ),
        *(migrations.RemoveConstraint("officer", name) for name in CONSTRAINTS),
        *(
            migrations.AddConstraint("officer", models.CheckConstraint(condition=condition, name=name))
            for name, condition in CONSTRAINTS.items()
        ),
    ]
