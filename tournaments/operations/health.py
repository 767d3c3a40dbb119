"""Whether the program can do its work: the database answers, its tables are current, no job is left lying."""

from __future__ import annotations

import time
from datetime import datetime, timedelta

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Q

from tournaments import fence
from tournaments.operations.key_check import key_trouble
from tournaments.operations.web_role import POOLED, PoolerError, is_bound, refuse_pooler
from tournaments.work.models import Heartbeat, Job
from tournaments.work.topics import FIRST, TOPICS

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
    if fence.stands() and not is_bound():
        return ["the role of WEB_DATABASE_URL is one that no fence binds: ./run manage web_role says more"]
    # What is slow is done in slices, and due again after each: it may be old and well under way.
    first = [topic.name for topic in TOPICS.values() if topic.queue == FIRST]
    late = Q(due_at__lt=at - LEFT_LYING) | Q(made_at__lt=at - LEFT_LYING, topic__in=first)
    lying = Job.objects.waiting().filter(late).count()
    found = [trouble] if trouble else []
    if lying and has_settled():
        found.append(f"{lying} jobs wait for more than {LEFT_LYING.seconds} s: is a worker running?")
    return found


def _is_pooled(at: datetime) -> bool:
    """Whether a pooler of transactions stands before the database; it is asked once a minute."""
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
