"""What every test of the house gets: ledgers that can be emptied, hints that wake nobody, servers or a pass."""

import gc
import os
import secrets
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from functools import cache
from typing import Any, Final
from zoneinfo import available_timezones

import django.db.backends.sqlite3.base  # noqa: F401 - it and its operations import each other: this one first
import hypothesis
import pytest
from django.db import connection
from django.db.backends.postgresql.operations import DatabaseOperations as PostgreSQLOperations
from django.db.backends.sqlite3.operations import DatabaseOperations
from django.test.utils import ContextList
from django.utils import translation
from whitenoise.base import WhiteNoise

from tests import chance, migrated, services
from tests.run.the_script import load
from tournaments.evening.reads.rounds import forget_tables
from tournaments.evening.services import scoresheets
from tournaments.evening.web.public.caching import PAGES
from tournaments.league.reads.tables import forget as forget_seasons
from tournaments.movement.planner import repair

# To gather tests takes hundreds of thousands of objects and a page thousands, few of them in circles.
gc.set_threshold(50_000, 20, 20)
# Whatever else the machine is doing, no example of a law is refused for being slow.
hypothesis.settings.register_profile("unhurried", deadline=None)
hypothesis.settings.load_profile("unhurried")


def pytest_configure(config: pytest.Config) -> None:
    """Compiles the translations when they have changed, for whoever starts pytest without `./run`."""
    if not hasattr(config, "workerinput"):
        load().compile_catalogues()


def pytest_collection_finish() -> None:
    """What has been imported and gathered by now lives to the end: no search for garbage looks at it again."""
    gc.collect()
    gc.freeze()


def roomy(call: Callable[..., Any], **arguments: Any) -> Any:
    """What `call` gives, called from a frame that says it needs half a megabyte."""
    return call(**arguments)


roomy.__code__ = roomy.__code__.replace(co_stacksize=2**16)
INSIDE: Final = pytest.StashKey[bool]()


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> Any:
    """Run the tests where frames have room.

    CPython 3.11 takes memory for frames in pieces of 16 KiB, and gives a piece back with the last frame on it: a loop
    whose calls begin a piece asks the system for memory at each turn, as one in seven seconds of all tests did. What
    is taken for a large frame is twice as large as it, at the most, and lasts as long: the frames that follow stand
    on the rest.
    """
    if session.config.stash.setdefault(INSIDE, False):
        return None
    session.config.stash[INSIDE] = True
    return roomy(session.config.hook.pytest_runtestloop, session=session)


@pytest.fixture(autouse=True)
def a_test_begins_like_every_other() -> None:
    """Whatever its name and its place, alone or among others.

    Rows are numbered alike in every test, and all evenings begin at the same moment: what a process keeps of those of
    one test would be taken for those of the next. What a request speaks in stays with its thread.
    """
    for forget in (forget_tables, PAGES.clear, forget_seasons, translation.deactivate):
        forget()
    scoresheets._MOVED_AT[:] = [None] * len(scoresheets._MOVED_AT)
    chance.begin_with("a test")


GUARDS = {
    "tournaments_ledgerentry": "ledger_no_delete",
    "tournaments_seasonentry": "season_ledger_no_delete",
    "tournaments_auditentry": "audit_no_delete",
}
"""The ledgers, each with the trigger by which SQLite refuses to delete an entry."""


def take_the_guard_up(trigger: str) -> str:
    """The statement of the migration that makes SQLite refuse to delete an entry of that ledger."""
    from importlib import import_module

    statements: list[str] = import_module("tournaments.migrations.0058_guards").SQLITE
    return next(statement for statement in statements if f" {trigger} " in statement)


OF_THE_MIGRATIONS = {"django_content_type", "auth_permission", "tournaments_serverkey"}
"""Tables that hold after the migrations what no test changes for good."""


flush_of_django = DatabaseOperations.sql_flush


def emptied_on_sqlite(
    self: DatabaseOperations, style: Any, tables: Sequence[str], **options: Any
) -> list[str]:
    """Triggers refuse to delete from the ledgers: they are laid down for the moment and taken up again at once.

    Rows are numbered from one again, as they are where a test is rolled back.
    """
    changed = [table for table in tables if table not in OF_THE_MIGRATIONS]
    guards = [guard for table, guard in GUARDS.items() if table in tables]
    down = [f"DROP TRIGGER IF EXISTS {trigger}" for trigger in guards]
    deletions = flush_of_django(self, style, changed, **options)
    numbered = ", ".join(f"'{table}'" for table in changed)
    anew = f"DELETE FROM sqlite_sequence WHERE name IN ({numbered})"  # noqa: S608 - Django's own names
    return [*down, *deletions, anew, *(take_the_guard_up(guard) for guard in guards)]


def emptied_on_postgresql(
    self: PostgreSQLOperations, style: Any, tables: Sequence[str], **options: Any
) -> list[str]:
    """Deletes from the few tables that have rows, as the owner of the cluster: neither triggers nor keys look.

    Truncating all of them, as Django does, takes a hundred times as long.
    """
    names = {table: self.quote_name(table) for table in tables if table not in OF_THE_MIGRATIONS}
    asked = " UNION ALL ".join(
        f"SELECT '{name}' WHERE EXISTS (SELECT FROM {quoted})"  # noqa: S608 - Django's own names
        for name, quoted in names.items()
    )
    with self.connection.cursor() as cursor:
        cursor.execute(asked)
        deletions = [f"DELETE FROM {names[name]}" for (name,) in cursor.fetchall()]  # noqa: S608
    roles = [f"SET LOCAL session_replication_role = {role}" for role in ("replica", "origin")]
    return [roles[0], *deletions, roles[1]]


def mending_once(repair: Callable[..., Any]) -> Callable[..., Any]:
    """Whoever checks an evening or an archive mends its schedule again, with 20,000 moves; most ask for the same."""
    known: dict[str, Any] = {}

    def remembered(*task: Any, **how: Any) -> Any:
        key = repr((task, how))  # in which 1, 1.0 and True differ
        if key not in known:
            known[key] = repair(*task, **how)
        return known[key]

    return remembered


def looking_through_once(look_through: Callable[..., None]) -> Callable[..., None]:
    """WhiteNoise looks through all static files when it is made, and every client of a test makes one."""
    seen: dict[tuple[str, str], dict[str, Any]] = {}

    def remembered(self: WhiteNoise, root: str, prefix: str) -> None:
        if (root, prefix) not in seen:
            look_through(self, root, prefix)
            seen[root, prefix] = dict(self.files)
        self.files.update(seen[root, prefix])

    return remembered


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, the_house_of_the_tests: None
) -> None:
    """Each process copies its database from a migrated one; on PostgreSQL `./run test-services` has it."""
    test = connection.settings_dict["TEST"]
    if connection.vendor == "postgresql":
        test |= {"TEMPLATE": services.TEMPLATE, "MIGRATE": services.TEMPLATE != services.MIGRATED}
    else:
        migrated.copied_into_the_next()
        test["MIGRATE"] = False


def of_the_page(store: dict[str, Any], *, context: Any, **_: Any) -> None:
    """An answer knows the context of its page, not a copy of that of every fragment in it as well."""
    if "context" not in store:
        store["context"] = ContextList([copy(context)])


@pytest.fixture(autouse=True, scope="session")
def the_house_of_the_tests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What holds for all tests of a process: one fixture, since each of them asks for it."""
    from django.conf import settings

    from config import celery_app

    folder = tmp_path_factory.getbasetemp()
    migrated.lies_in(folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder)
    # No test wakes a worker: hints go to a broker in memory, not to that of the club on this machine.
    celery_app.conf.update(broker_url="memory://")
    # Argon2 takes a quarter of a second for each user a test makes, on purpose; no test is about that.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    with pytest.MonkeyPatch.context() as patch:
        # What a test with real transactions has left is deleted, from the ledgers too.
        patch.setattr(DatabaseOperations, "sql_flush", emptied_on_sqlite)
        patch.setattr(PostgreSQLOperations, "sql_flush", emptied_on_postgresql)
        patch.setattr("django.core.management.commands.flush.emit_post_migrate_signal", lambda *_: None)
        # Seeds and codes come from dice that every test begins with anew.
        patch.setattr(secrets, "token_hex", chance.hexadecimal)
        patch.setattr(secrets, "token_bytes", chance.octets)
        looked_through = looking_through_once(WhiteNoise.update_files_dictionary)
        patch.setattr(WhiteNoise, "update_files_dictionary", looked_through)
        patch.setattr("django.test.client.store_rendered_templates", of_the_page)
        # Python reads through the files of all time zones for each list of them, and every test makes a club.
        patch.setattr("tournaments.club.services.clubs.available_timezones", cache(available_timezones))
        patch.setattr("tournaments.movement.scheduled.repair", mending_once(repair))
        yield


@pytest.fixture(autouse=True, scope="module")
def a_module_begins_with_dice_of_its_own(request: pytest.FixtureRequest) -> None:
    """What the tests of a module share comes out the same, whatever ran before."""
    chance.begin_with(request.node.nodeid)


def asks_the_database(item: pytest.Item) -> bool:
    """Whether a test, or a fixture it asks for, works with the database."""
    asked = item.fixturenames if isinstance(item, pytest.Function) else []
    return bool(item.get_closest_marker("django_db") or {"db", "transactional_db"} & set(asked))


TAKES_LONG = (
    *(
        f"tests/{room}/"
        for room in ("docs", "golden", "faults", "tournaments/faults", "tournaments/publishing")
    ),
    "tests/browser/test_a_",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what asks the database, and pass over the tests of real servers where there are none.

    `./run test-services` starts the servers, and chooses by these marks. What takes long comes first, so that nobody
    waits for it alone in the end.
    """
    items.sort(key=lambda item: not item.nodeid.startswith(TAKES_LONG))
    servers = os.environ.get("DATABASE_URL", "").startswith("postgres") and os.environ.get("REDIS_URL")
    for item in items:
        if asks_the_database(item):
            item.add_marker(pytest.mark.database)
        if item.get_closest_marker("services") and not servers:
            item.add_marker(pytest.mark.skip(reason="needs PostgreSQL and Redis: ./run test-services"))
