"""Whether the program can do its work: its database, its broker, its jobs; what a load balancer asks."""

from __future__ import annotations

import os
import time
from datetime import datetime, timedelta

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Q
from django.http import HttpRequest, HttpResponse

from tournaments import tenant_guard
from tournaments.operations.keys import POOLED, PoolerError, is_bound, key_trouble, refuse_pooler
from tournaments.site.web.pages import now
from tournaments.work.models import Heartbeat, Job
from tournaments.work.outbox import FIRST, TOPICS, broker_trouble, cannot_write

LEFT_LYING = timedelta(seconds=60)
SILENT = timedelta(seconds=30)
"""The sweep comes every two seconds; a worker may be busy for some more."""
DRAINING = "HEAD_TABLE_DRAINING"
"""The variable in which the supervisor names the file that is there once it is about to stop."""
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


def healthz(request: HttpRequest) -> HttpResponse:
    """The process answers, and says what it is: `./run` asks whoever has taken its port."""
    return HttpResponse("Head Table: ok\n", content_type="text/plain")


def readyz(request: HttpRequest) -> HttpResponse:
    if os.path.exists(os.environ.get(DRAINING, "")):
        return HttpResponse(
            "this process is about to stop: send requests to another\n", "text/plain", status=503
        )
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
