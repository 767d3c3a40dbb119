"""Names of entrants and reasons in the ledger of a season stand beside it, and the ledger binds them by hashes.

What is in ledgers already stays as it is. The new rows stand behind the fence of the club that holds the league.
"""

from __future__ import annotations

from importlib import import_module

import django.db.models.deletion
from django.db import migrations, models

FENCE = import_module("tournaments.migrations.0058_guards")
CLUBS = {"boundtext": "season.league", "namedperson": "text:boundtext.season.league"}
"""Tables, each with the way to the row that has the club."""


def build(apps, schema_editor):
    if schema_editor.connection.vendor != "postgresql":
        return
    for name, way in CLUBS.items():
        table = f"tournaments_{name}"
        for statement in FENCE.policies(
            table, FENCE.row_is_seen(table, way), FENCE.row_is_ours(table, way)
        ):
            schema_editor.execute(statement)


def tear_down(apps, schema_editor):
    if schema_editor.connection.vendor != "postgresql":
        return
    for name in CLUBS:
        schema_editor.execute(f"ALTER TABLE tournaments_{name} DISABLE ROW LEVEL SECURITY")
        for act in FENCE.EVERY:
            schema_editor.execute(f"DROP POLICY of_a_club_{act.lower()} ON tournaments_{name}")


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0049_audit")]

    operations = [
        migrations.CreateModel(
            name='BoundText',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('commitment', models.CharField(max_length=64, verbose_name='commitment')),
                ('text', models.CharField(max_length=200, verbose_name='text')),
                ('salt', models.CharField(blank=True, max_length=32, verbose_name='salt')),
                ('season', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='bound_texts', to='tournaments.season')),
            ],
            options={
                'verbose_name': 'text of a season',
                'verbose_name_plural': 'texts of seasons',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='NamedPerson',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('called', models.CharField(max_length=80, verbose_name='called')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entered_as', to='tournaments.player')),
                ('text', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='people', to='tournaments.boundtext')),
            ],
            options={
                'verbose_name': 'person in a text of a season',
                'verbose_name_plural': 'people in texts of seasons',
                'ordering': ['pk'],
            },
        ),
        migrations.AddConstraint(
            model_name='boundtext',
            constraint=models.UniqueConstraint(fields=('season', 'commitment'), name='one_text_per_commitment'),
        ),
        migrations.AddConstraint(
            model_name='boundtext',
            constraint=models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='a_bound_text_says_something'),
        ),
        migrations.AddConstraint(
            model_name='namedperson',
            constraint=models.UniqueConstraint(fields=('text', 'player'), name='once_in_a_text'),
        ),
        migrations.RunPython(build, tear_down),
    ]
