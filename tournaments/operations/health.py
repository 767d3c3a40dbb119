"""Whether the program can do its work: its secret key, its role on PostgreSQL, its database, its jobs."""

from __future__ import annotations

import hashlib
import hmac
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Model, Q, QuerySet
from django.db.utils import ConnectionHandler
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from psycopg import sql

from tournaments import tenant_guard
from tournaments.club.models import ServerKey
from tournaments.club.services import tokens
from tournaments.evening.models import PlayerLink, TableLink
from tournaments.evening.services import links
from tournaments.signup import sign_ups
from tournaments.signup.models import DoorCode
from tournaments.site import cleaning
from tournaments.site.web.pages import now
from tournaments.work.models import Heartbeat, Job
from tournaments.work.outbox import FIRST, TOPICS, broker_trouble, cannot_write

LEFT_LYING = timedelta(seconds=60)
SILENT = timedelta(seconds=30)
"""The sweep comes every two seconds; a worker may be busy for some more."""
STARTED = time.monotonic()
POOLER_AGAIN = timedelta(minutes=1)
_POOLER: dict[str, tuple[datetime, bool]] = {}


def has_settled() -> bool:
    """Whether this process runs for so long that its worker, started with it, must have been seen by now."""
    return time.monotonic() - STARTED > SILENT.seconds


def troubles(*, at: datetime) -> list[str]:
    """What keeps this process from its work, in a line each; empty when it is ready."""
    try:
        executor = MigrationExecutor(connection)
        missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError:
        return ["the database does not answer"]
    if missing:
        return [f"{len(missing)} migrations are not applied"]
    trouble = key_trouble()
    if _is_pooled(at):
        return [POOLED]
    if tenant_guard.stands() and not is_bound():
        return ["the role of WEB_DATABASE_URL is one that no fence binds: ./run manage web_role says more"]
    # What is slow is done in slices, and due again after each: it may be old and well under way.
    first = [topic.name for topic in TOPICS.values() if topic.queue == FIRST]
    late = Q(due_at__lt=at - LEFT_LYING) | Q(made_at__lt=at - LEFT_LYING, topic__in=first)
    lying = Job.objects.waiting().filter(late).count()
    problems = [trouble] if trouble else []
    if lying and has_settled():
        problems.append(f"{lying} jobs wait for more than {LEFT_LYING.seconds} s: is a worker running?")
    return problems


def _is_pooled(at: datetime) -> bool:
    # The database is asked once a minute.
    last = _POOLER.get("asked")
    if last is None or not timedelta() <= at - last[0] < POOLER_AGAIN:
        try:
            refuse_pooler()
            last = at, False
        except PoolerError:
            last = at, True
        _POOLER["asked"] = last
    return last[1]


def since_the_sweep(*, at: datetime) -> timedelta | None:
    """How long ago the worker swept last, which needs clock, broker and worker; None where it never has."""
    last = Heartbeat.objects.filter(name=Heartbeat.SWEEP).values_list("at", flat=True).first()
    return None if last is None else max(at - last, timedelta())


# --- Is the process alive, is it ready ----------------------------------------------------------------


def healthz(request: HttpRequest) -> HttpResponse:
    """The process answers, and says what it is: `./run` asks whoever has taken its port."""
    return HttpResponse("Head Table: ok\n", content_type="text/plain")


def readyz(request: HttpRequest) -> HttpResponse:
    """The process can do its work; else 503 and why. Broker, beat and version are told of in any case."""
    at = now()
    problems = troubles(at=at)
    try:
        states = _states(at, problems)
    except DatabaseError:
        states, problems = [], problems or ["the database does not answer"]
    lines = [*(problems or ["ready"]), *states, f"version: {settings.VERSION}"]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain", status=503 if problems else 200)


def _states(at: datetime, found: list[str]) -> list[str]:
    # What is wrong is added to `found`.
    if why := cannot_write(at=at):
        found.append(f"nothing can be written: {why}")
    if why := broker_trouble():
        found.append(f"the broker does not answer: {why}")
    since = since_the_sweep(at=at)
    if since is not None and since > SILENT and has_settled():
        found.append(f"beat is silent: the worker swept {since.seconds + since.days * 86400} s ago")
    return [
        f"broker: {'silent' if why else 'answers'}",
        "beat: not seen yet" if since is None else f"beat: {since.seconds + since.days * 86400} s ago",
    ]


# The role on PostgreSQL that answers requests: it owns nothing, so that the fence around each club binds
# it.

_MAY_ALL: Final = """
SELECT rolsuper OR rolbypassrls OR pg_has_role(rolname, current_user, 'MEMBER') FROM pg_roles WHERE rolname = %s
"""
_GRANTS: Final = (
    "GRANT USAGE ON SCHEMA {schema} TO {role}",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA {schema} TO {role}",
    "GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA {schema} TO {role}",
    # What later migrations make.
    "ALTER DEFAULT PRIVILEGES IN SCHEMA {schema} GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO {role}",
    "ALTER DEFAULT PRIVILEGES IN SCHEMA {schema} GRANT USAGE, SELECT ON SEQUENCES TO {role}",
    "REVOKE INSERT, UPDATE, DELETE ON django_migrations FROM {role}",
)


POOLED: Final = (
    "WEB_DATABASE_URL leads to a pooler that hands sessions from one transaction to the next. Which club a request "
    "is for is a setting of its session: use PostgreSQL itself, or a pooler that keeps a session for each client "
    "(PgBouncer: pool_mode = session)."
)
_TURNS: Final = (0, 1, 1, 0, 1, 0, 0, 1)
"""In which order two sessions are asked, so that neither a pooler that gives the last server connection again nor one
that gives them in turn can give each its own by chance."""


class PoolerError(Exception):
    """What a session is told does not hold in its next transaction: requests would meet the rows of other clubs."""


class MayAllError(Exception):
    """No policy binds this role: it is a superuser, bypasses them, or stands for the owner of the tables."""


@transaction.atomic
def grant_web_role(role: str, password: str) -> bool:
    """Let `role` read and write the tables there are and those to come; whether it was made for that.

    Only the owner of the tables may do so, and only who may make roles has one made. Raises MayAllError.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_schema()")
        names = {"role": sql.Identifier(role), "schema": sql.Identifier(cursor.fetchone()[0])}
        cursor.execute(_MAY_ALL, [role])
        row = cursor.fetchone()
        if row is None:
            _do("CREATE ROLE {role} LOGIN PASSWORD {password}", names | {"password": sql.Literal(password)})
        elif row[0]:
            raise MayAllError
        for statement in _GRANTS:
            _do(statement, names)
    return row is None


def is_bound() -> bool:
    """Whether the fence binds the role of this process; one query."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT row_security_active('tournaments_evening')")
        return bool(cursor.fetchone()[0])


def refuse_pooler() -> None:
    """Raise PoolerError where WEB_DATABASE_URL leads to a pooler of transactions; a silent database is none."""
    if not settings.WEB_DATABASE:
        return
    with suppress(DatabaseError):
        if not keeps_sessions():
            raise PoolerError(POOLED)


def keeps_sessions() -> bool:
    """Whether what a session on WEB_DATABASE_URL is told holds in its next transactions; two sessions are asked."""
    handlers = [ConnectionHandler({DEFAULT_DB_ALIAS: dict(settings.WEB_DATABASE or {})}) for _ in range(2)]
    sessions: list[Any] = [handler[DEFAULT_DB_ALIAS] for handler in handlers]
    try:
        for number, session in enumerate(sessions):
            _query_value(session, f"SELECT set_config('head_table.session', '{number}', false)")
        setting = "SELECT current_setting('head_table.session', true)"
        return all(_query_value(sessions[number], setting) == str(number) for number in _TURNS)
    finally:
        for session in sessions:
            session.close()


def _query_value(session: Any, statement: str) -> Any:
    # In a transaction of its own.
    with session.cursor() as cursor:
        cursor.execute(statement)
        return cursor.fetchone()[0]


def _do(statement: str, names: dict[str, Any]) -> None:
    driver: Any = connection.connection
    driver.execute(sql.SQL(statement).format(**names))


# --- Whether the program runs with the secret key that this database's cards and tickets were made with

log = logging.getLogger(__name__)

OTHER_KEY = (
    "SECRET_KEY is not the key of this database: no card or ticket printed so far opens, everybody is signed out. "
    "Put the key back: the file secret_key of the data folder, the setting SECRET_KEY, or from a backup by "
    "`unzip -p BACKUP secret_key`. Where it is lost for good, `./run manage accept_key` goes on with the new one."
)


def check_value() -> str:
    """What is kept of the secret key in the database: it tells keys apart and gives none away."""
    return hmac.new(settings.SECRET_KEY.encode(), b"which key is this", hashlib.sha256).hexdigest()


def key_trouble() -> str:
    """What to say where the key is another than the database's, else nothing; one query."""
    stored_value = ServerKey.objects.values_list("check_value", flat=True).first()
    return OTHER_KEY if stored_value not in (None, check_value()) else ""


def say_key_trouble() -> None:
    """A web server that starts with another key than the database's says so in its log, and goes on."""
    try:
        trouble = key_trouble()
    except DatabaseError:
        return  # no database, or no tables yet: /readyz tells
    finally:
        connection.close()
    if trouble:
        log.critical(trouble)


ONE_ROW = 1


class Printed(NamedTuple):
    model: type[Model]
    token: Callable[[Any], str]
    code: Callable[[Any], str]

    def rows(self) -> QuerySet[Any]:
        return self.model._default_manager.filter(revoked_at__isnull=True)

    def hashes(self, row: Any) -> tuple[str, str]:
        return tokens.hashed(self.token(row)), cleaning.hashed_code(self.code(row))


PRINTED: Final = (
    Printed(TableLink, links.table_token, links.table_code),
    Printed(PlayerLink, links.player_token, links.player_code),
    Printed(DoorCode, sign_ups.door_token, sign_ups.door_code),
)


def keep_key(**_: Any) -> None:
    """Remember the key of a database that knows of none; called whenever it has been migrated."""
    if ServerKey._meta.db_table in connection.introspection.table_names():
        ServerKey.objects.get_or_create(
            pk=ONE_ROW, defaults={"check_value": check_value(), "kept_at": timezone.now()}
        )


@transaction.atomic
def accept_key(*, at: datetime) -> int:
    """Go on with the key that is set: every card, ticket and door gets a new link, and has to be printed again.

    Returns how many there are to print.
    """
    ServerKey.objects.update_or_create(pk=ONE_ROW, defaults={"check_value": check_value(), "kept_at": at})
    return sum(_renew(printed) for printed in PRINTED)


def _renew(printed: Printed) -> int:
    rows = list(printed.rows().select_for_update())
    for row in rows:
        row.token_hash, row.code_hash = printed.hashes(row)
    printed.model._default_manager.bulk_update(rows, ["token_hash", "code_hash"])
    return len(rows)
