"""A foreign key with which another index begins, over every row, has no index of its own.

The indexes are dropped by what they are over, since only the database knows what they are called; altering the fields
would make every one of these tables anew on SQLite, and a ledger would lose its guards.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

DOUBLED = (
    ("categorymember", "season"),
    ("division", "season"),
    ("entrant", "season"),
    ("entrantmember", "season"),
    ("evening", "club"),
    ("fixture", "season"),
    ("hand", "table"),
    ("houserules", "club"),
    ("league", "club"),
    ("leagueclub", "league"),
    ("ledgerentry", "evening"),
    ("officer", "user"),
    ("player", "club"),
    ("publication", "evening"),
    ("ratingpoint", "club"),
    ("ratingpoint", "player"),
    ("round", "evening"),
    ("season", "league"),
    ("seasonentry", "season"),
    ("seasonevening", "season"),
    ("seasonline", "season"),
    ("seat", "round"),
    ("seat", "table_round"),
    ("table", "evening"),
    ("tabledevice", "link"),
    ("tableround", "round"),
    ("ticket", "evening"),
)


def own_indexes(schema_editor, model, column):
    """The names of the indexes over this column alone that are nothing else."""
    with schema_editor.connection.cursor() as cursor:
        found = schema_editor.connection.introspection.get_constraints(cursor, model._meta.db_table)
    return [
        name
        for name, about in found.items()
        if about["columns"] == [column]
        and about["index"]
        and not (about["unique"] or about["primary_key"] or about["foreign_key"])
    ]


def drop(apps, schema_editor):
    """Drop each index that another makes superfluous."""
    for name, field in DOUBLED:
        model = apps.get_model("tournaments", name)
        for index in own_indexes(schema_editor, model, model._meta.get_field(field).column):
            schema_editor.execute(schema_editor._delete_index_sql(model, index))


def make(apps, schema_editor):
    """Make them again."""
    for name, field in DOUBLED:
        model = apps.get_model("tournaments", name)
        schema_editor.execute(schema_editor._create_index_sql(model, fields=[model._meta.get_field(field)]))


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0024_one_outbox")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunPython(drop, make)],
            state_operations=[
                migrations.AlterField(
                    model_name='categorymember',
                    name='season',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='category_members', to='tournaments.season'),
                ),
                migrations.AlterField(
                    model_name='division',
                    name='season',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='divisions', to='tournaments.season'),
                ),
                migrations.AlterField(
                    model_name='entrant',
                    name='season',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='entrants', to='tournaments.season'),
                ),
                migrations.AlterField(
                    model_name='entrantmember',
                    name='season',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='entrant_members', to='tournaments.season'),
                ),
                migrations.AlterField(
                    model_name='evening',
                    name='club',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='evenings', to='tournaments.club'),
                ),
                migrations.AlterField(
                    model_name='fixture',
                    name='season',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='fixtures', to='tournaments.season'),
                ),
                migrations.AlterField(
                    model_name='hand',
                    name='table',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='hands', to='tournaments.table'),
                ),
                migrations.AlterField(
                    model_name='houserules',
                    name='club',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='house_rules', to='tournaments.club'),
                ),
                migrations.AlterField(
                    model_name='league',
                    name='club',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='leagues', to='tournaments.club'),
                ),
                migrations.AlterField(
                    model_name='leagueclub',
                    name='league',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='guest_clubs', to='tournaments.league'),
                ),
                migrations.AlterField(
                    model_name='ledgerentry',
                    name='evening',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='ledger', to='tournaments.evening'),
                ),
                migrations.AlterField(
                    model_name='officer',
                    name='user',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='offices', to=settings.AUTH_USER_MODEL),
                ),
                migrations.AlterField(
                    model_name='player',
                    name='club',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='players', to='tournaments.club'),
                ),
                migrations.AlterField(
                    model_name='publication',
                    name='evening',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='publications', to='tournaments.evening'),
                ),
                migrations.AlterField(
                    model_name='ratingpoint',
                    name='club',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='rating_points', to='tournaments.club'),
                ),
                migrations.AlterField(
                    model_name='ratingpoint',
                    name='player',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='rating_points', to='tournaments.player'),
                ),
                migrations.AlterField(
                    model_name='round',
                    name='evening',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='tournaments.evening'),
                ),
                migrations.AlterField(
                    model_name='season',
                    name='league',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='seasons', to='tournaments.league'),
                ),
                migrations.AlterField(
                    model_name='seasonentry',
                    name='season',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='ledger', to='tournaments.season'),
                ),
                migrations.AlterField(
                    model_name='seasonevening',
                    name='season',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='evenings', to='tournaments.season'),
                ),
                migrations.AlterField(
                    model_name='seasonline',
                    name='season',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='lines', to='tournaments.season'),
                ),
                migrations.AlterField(
                    model_name='seat',
                    name='round',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='tournaments.round'),
                ),
                migrations.AlterField(
                    model_name='seat',
                    name='table_round',
                    field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='tournaments.tableround'),
                ),
                migrations.AlterField(
                    model_name='table',
                    name='evening',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='tables', to='tournaments.evening'),
                ),
                migrations.AlterField(
                    model_name='tabledevice',
                    name='link',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='devices', to='tournaments.tablelink'),
                ),
                migrations.AlterField(
                    model_name='tableround',
                    name='round',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='tables', to='tournaments.round'),
                ),
                migrations.AlterField(
                    model_name='ticket',
                    name='evening',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='tickets', to='tournaments.evening'),
                ),
            ],
        )
    ]
