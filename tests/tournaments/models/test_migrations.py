"""A new database is made at once, one of earlier versions step by step: both are the same. There is a way back."""

import re
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from tests.tournaments.models import former_outboxes
from tournaments.operations.backup import former_chain
from tournaments.operations.health import troubles

pytestmark = pytest.mark.django_db(transaction=True)
SCHEMA = {
    "sqlite": "SELECT type || name, COALESCE(sql, tbl_name) FROM sqlite_master",
    "postgresql": """
        SELECT concat(attrelid::regclass, '.', attname),
            concat_ws(' ', format_type(atttypid, atttypmod), attnotnull, attidentity)
            FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
            WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped
        UNION ALL SELECT concat(conrelid::regclass, conname), pg_get_constraintdef(oid) FROM pg_constraint
            WHERE connamespace = current_schema()::regnamespace
        UNION ALL SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = current_schema()
        UNION ALL SELECT concat(tgrelid::regclass, tgname), pg_get_triggerdef(oid) FROM pg_trigger
            WHERE NOT tgisinternal
        UNION ALL SELECT proname, pg_get_functiondef(oid) FROM pg_proc
            WHERE pronamespace = current_schema()::regnamespace
        UNION ALL SELECT concat(tablename, policyname), concat_ws(' ', permissive, cmd, roles, qual, with_check)
            FROM pg_policies
        UNION ALL SELECT relname, 'is behind the fence' FROM pg_class WHERE relrowsecurity""",
}


NUMBERED = re.compile(r"(_pkey|_check|_key)\d+")
"""A name that PostgreSQL gave, with a number where another table once had it."""


def schema() -> set[str]:
    """Everything that the database has beside rows, whatever the order of the columns."""
    with connection.cursor() as cursor:
        cursor.execute(SCHEMA[connection.vendor])
        return {NUMBERED.sub(r"\1", f"{name}: {in_any_order(sql)}") for name, sql in cursor.fetchall()}


def in_any_order(sql: str) -> list[str]:
    """The columns and constraints of a table, and whatever else as it is."""
    return sorted(part.rstrip(")") for part in re.split(r', (?="|CONSTRAINT)', " ".join(sql.split())))


def step_by_step_to(name: str) -> Any:
    """Bring the database on or back to a migration of before; gives the models of then."""
    with former_chain():
        executor = MigrationExecutor(connection)
        executor.migrate([("tournaments", name)])
        return executor.loader.project_state([("tournaments", name)]).apps


def tables() -> set[str]:
    return {table for table in connection.introspection.table_names() if table.startswith("tournaments_")}


def emptied() -> None:
    """Leave no table: by the whole way back on PostgreSQL; on SQLite that is gone in commands/test_backup.py."""
    if connection.vendor != "sqlite":
        call_command("migrate", "tournaments", "0055", verbosity=0)
        assert {"tournaments_club", "tournaments_clubgame"} & tables() == {"tournaments_club"}
        call_command("migrate", "tournaments", "zero", verbosity=0)
        return
    connection.disable_constraint_checking()
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"DROP TABLE {connection.ops.quote_name(table)}")
    connection.enable_constraint_checking()


def test_a_database_made_step_by_step_is_one_made_at_once_and_what_waited_waits_in_it() -> None:
    """In one go: to take a database back and to make it step by step takes seconds."""
    at_once = schema()
    guards = [about for about in at_once if re.search("_no_(update|delete|change): ", about)]
    assert len(guards) == (7 if connection.vendor == "sqlite" else 4)
    emptied()
    assert tables() == set()
    made = former_outboxes.before_the_one_outbox(step_by_step_to("0023_access_told"))
    with pytest.raises(SystemExit):
        call_command("migrate", check_unapplied=True, verbosity=0)
    step_by_step_to("0024_one_outbox")
    call_command("migrate", verbosity=0)
    former_outboxes.wait_in_the_one(made)
    call_command("migrate", check_unapplied=True, verbosity=0)
    assert schema() ^ at_once == set()


def test_a_database_begins_without_the_migrations_of_before() -> None:
    names = {name for app, name in MigrationLoader(None).disk_migrations if app == "tournaments"}
    assert not [name for name in names if name < "0057"]


def test_a_newer_database_is_left_alone_at_the_start_and_served_by_whoever_runs() -> None:
    recorded = MigrationRecorder(connection)
    recorded.record_applied("tournaments", "9999_later")
    try:
        with pytest.raises(CommandError, match=r"newer version.* does not know 9999_later"):
            call_command("migrate", verbosity=0)
        with pytest.raises(CommandError, match="newer version"):
            call_command("migrate", check_unapplied=True, verbosity=0)
        assert troubles(at=timezone.now()) == [], "whoever runs already goes on beside it"
    finally:
        recorded.record_unapplied("tournaments", "9999_later")
