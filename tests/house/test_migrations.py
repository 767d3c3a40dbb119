"""Migrations go through while tables are used, and leave the program of the version before working beside them."""

from collections.abc import Iterator
from typing import Any, Final

import pytest
from django.apps import apps
from django.contrib.postgres.operations import AddConstraintNotValid, AddIndexConcurrently
from django.db import connection, migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.db.models.functions import Now

from tournaments.migrations._operations import AddIndexBesideWriters
from tournaments.work.models import Job

SINCE: Final = "0066"
"""Those before went through when everything stopped for an update."""
BIG: Final = frozenset(
    [
        "hand",
        "ledgerentry",
        "tableround",
        "seat",
        "ticket",
        "standing",
        "job",
        "auditentry",
        "actorigin",
        "player",
    ]
)
"""Models whose tables grow with play: nobody may wait until all of one was read or written."""
CHANGED: Final = "changes a column that may have to be written anew; add another beside it"
RENAMED: Final = "the version before asks for the former name; add another beside it"
REMOVED: Final = (
    "the version before may use it; say `unused_since = 'VERSION'` in the migration once none does"
)
NO_DEFAULT: Final = "the version before inserts rows without it: null=True, or a db_default"
WRITTEN: Final = "a value of its own in each row writes all of them anew; add it empty, and fill it by a job"
INDEXED: Final = (
    "nobody writes while the index is made; AddIndexBesideWriters of _operations.py, atomic = False"
)
CHECKED: Final = (
    "nothing is written while every row is looked at; AddConstraintNotValid, then ValidateConstraint"
)


def faults(migration: Any, state: ProjectState) -> Iterator[str]:
    """What in a migration would stop somebody, each with what to do instead; `state` is that before it."""
    made = set[str]()
    for operation in migration.operations:
        if isinstance(operation, migrations.CreateModel):
            made.add(operation.name_lower)
        elif getattr(operation, "model_name_lower", "") not in made:
            yield from _faults(operation, migration, state)
        operation.state_forwards("tournaments", state)


def _faults(operation: Operation, migration: Any, state: ProjectState) -> Iterator[str]:
    is_big = getattr(operation, "model_name_lower", "") in BIG
    match operation:
        case migrations.AddField():
            yield from _of_column(operation.field, is_big=is_big)
        case migrations.AlterField():
            before = state.models["tournaments", operation.model_name_lower].fields[operation.name]
            yield from () if is_harmless(before, operation.field) else (CHANGED,)
        case migrations.RenameField() | migrations.RenameModel() | migrations.AlterModelTable():
            yield RENAMED
        case migrations.RemoveField() | migrations.DeleteModel() if not getattr(
            migration, "unused_since", ""
        ):
            yield REMOVED
        case migrations.AddIndex() | migrations.AddConstraint() if is_big:
            yield from _of_rows(operation, migration)


def _of_rows(operation: Operation, migration: Any) -> Iterator[str]:
    if isinstance(operation, migrations.AddConstraint):
        yield from () if isinstance(operation, AddConstraintNotValid) else (CHECKED,)
    elif migration.atomic or not isinstance(operation, AddIndexConcurrently):
        yield INDEXED


def _of_column(field: Any, *, is_big: bool) -> Iterator[str]:
    if field.many_to_many:
        return
    has_default = field.db_default is not models.NOT_PROVIDED
    if not (field.null or has_default):
        yield NO_DEFAULT
    if has_default and isinstance(field.db_default, models.Func):
        yield WRITTEN
    if is_big and (field.db_index or field.unique):
        yield INDEXED


def is_harmless(before: Any, after: Any) -> bool:
    """Whether a column stays as it is in the database, takes longer texts, or may be empty from now on."""
    (_, path, _, was), (_, other, _, now) = before.deconstruct(), after.deconstruct()
    differs = {name for name in {*was, *now} if was.get(name) != now.get(name)} - {*before.non_db_attrs}
    longer = isinstance(after, models.CharField) and (after.max_length or 0) >= (before.max_length or 0)
    return path == other and differs <= ({"null"} if after.null else set()) | (
        {"max_length"} if longer else set()
    )


@pytest.mark.django_db
def test_no_migration_stops_who_writes_or_who_still_runs_the_version_before() -> None:
    loader = MigrationLoader(connection)
    ours = [key for key in loader.graph.nodes if key[0] == "tournaments" and key[1] >= SINCE]
    stopping = dict[str, list[str]]()
    for key in sorted(ours):
        [*_, before] = [node for node in loader.graph.forwards_plan(key) if node != key]
        found = list(faults(loader.graph.nodes[key], loader.project_state(before)))
        stopping |= {key[1]: found} if found else {}
    assert stopping == {}


TEXT: Final = models.CharField(max_length=20)
INDEX: Final = models.Index(fields=["text"], name="texts")
CHECK: Final = models.CheckConstraint(condition=~models.Q(text=""), name="text")
CLUB: Final = models.ForeignKey("tournaments.Club", models.CASCADE, null=True)


def a_migration(*operations: Operation, atomic: bool = True) -> Any:
    migration: Any = migrations.Migration("0099", "tournaments")
    migration.operations, migration.atomic = list(operations), atomic
    return migration


@pytest.mark.parametrize(
    ("operation", "fault"),
    [
        (migrations.AddField("hand", "new", models.IntegerField(default=0)), NO_DEFAULT),
        (migrations.AddField("hand", "new", models.IntegerField(null=True)), None),
        (migrations.AddField("hand", "new", models.IntegerField(db_default=0)), None),
        (migrations.AddField("hand", "new", models.DateTimeField(db_default=Now())), WRITTEN),
        (migrations.AddField("hand", "new", models.IntegerField(null=True, db_index=True)), INDEXED),
        (migrations.AddField("hand", "new", CLUB), INDEXED),
        (migrations.AddField("club", "new", CLUB), None),
        (migrations.AlterField("hand", "text", models.TextField()), CHANGED),
        (migrations.AlterField("hand", "text", models.CharField(max_length=10)), CHANGED),
        (migrations.AlterField("hand", "text", models.CharField(max_length=30)), None),
        (migrations.AlterField("hand", "text", models.CharField("called so", max_length=20)), None),
        (migrations.AlterField("hand", "text", models.CharField(max_length=20, null=True)), None),
        (migrations.RenameField("hand", "text", "words"), RENAMED),
        (migrations.RemoveField("hand", "text"), REMOVED),
        (migrations.DeleteModel("hand"), REMOVED),
        (migrations.AddIndex("hand", INDEX), INDEXED),
        (migrations.AddIndex("club", INDEX), None),
        (AddIndexBesideWriters("hand", INDEX), INDEXED),
        (migrations.AddConstraint("hand", CHECK), CHECKED),
        (AddConstraintNotValid("hand", CHECK), None),
    ],
)
@pytest.mark.django_db
def test_what_would_stop_somebody_is_named(operation: Operation, fault: str | None) -> None:
    state = ProjectState()
    for name in ("Hand", "Club"):
        fields: Any = [("id", models.BigAutoField(primary_key=True)), ("text", TEXT.clone())]
        migrations.CreateModel(name, fields).state_forwards("tournaments", state)
    assert list(faults(a_migration(operation), state)) == ([fault] if fault else [])


@pytest.mark.django_db
def test_what_is_new_or_said_to_be_unused_stops_nobody() -> None:
    number: Any = ("id", models.BigAutoField(primary_key=True))
    migration = a_migration(
        migrations.CreateModel("Hand", [number, ("text", TEXT.clone())]),
        migrations.AddIndex("hand", INDEX),
        migrations.RemoveField("hand", "text"),
        migrations.DeleteModel("hand"),
    )
    assert list(faults(migration, ProjectState())) == [REMOVED]
    migration.unused_since = "0.3"
    assert list(faults(migration, ProjectState())) == []


@pytest.mark.django_db(transaction=True)
def test_an_index_is_made_and_taken_away_beside_writers() -> None:
    operation = AddIndexBesideWriters("job", models.Index(fields=["attempts"], name="jobs_by_attempts"))
    assert list(faults(a_migration(operation, atomic=False), ProjectState.from_apps(apps))) == []
    before, after = ProjectState.from_apps(apps), ProjectState.from_apps(apps)
    operation.state_forwards("tournaments", after)
    with connection.schema_editor(atomic=False) as editor:
        operation.database_forwards("tournaments", editor, before, after)
        assert "jobs_by_attempts" in indexes()
        operation.database_backwards("tournaments", editor, after, before)
    assert "jobs_by_attempts" not in indexes()


def indexes() -> set[str]:
    with connection.cursor() as cursor:
        return set(connection.introspection.get_constraints(cursor, Job._meta.db_table))
