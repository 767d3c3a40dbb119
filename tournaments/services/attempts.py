"""Background work, attempt by attempt: who gets what is due, how long it took, and what is kept of a failure."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from tournaments.jobs import PATIENCE
from tournaments.models import Job, Recomputation

BY = "job"
"""The pseudonym of background work."""
MOST_ATTEMPTS = 8
MOST_AT_ONCE = 50
LONGEST_REMARK = 300
Clock = Callable[[], datetime]


def milliseconds(began: datetime, ended: datetime) -> int:
    """How long an attempt took; nothing where the clock was put back meanwhile."""
    return max(0, round((ended - began) / timedelta(milliseconds=1)))


def reason_of(error: Exception) -> str:
    """What is kept of an error, in the program's own words."""
    return f"{type(error).__name__}: {error}"[:LONGEST_REMARK]


def count_failure(work: Job | Recomputation, error: Exception, at: datetime) -> bool:
    """Keep with the work why an attempt failed, and when the next is due: each pause is longer, up to a minute.

    Returns:
        Whether that was the last attempt: then it waits for a person.
    """
    work.attempts += 1
    work.remark = reason_of(error)
    work.due_at = at + timedelta(seconds=min(2**work.attempts, 60))
    return work.attempts >= MOST_ATTEMPTS


def take_due(waiting: QuerySet[Any], *, at: datetime, patience: timedelta = PATIENCE) -> list[int]:
    """Take what is due of the work that waits: of two who do, one gets it. It is due again after some patience.

    What a worker is about is left to it: its row is locked as long as the worker lives. After a long silence the
    oldest come first, so that hints do not pile up faster than they are followed.
    """
    due = waiting.filter(due_at__lte=at)
    if not due.exists():
        return []
    with transaction.atomic():
        free = due.select_for_update(of=("self",), skip_locked=True).order_by("pk")
        keys = list(free.values_list("pk", flat=True)[:MOST_AT_ONCE])
        waiting.filter(pk__in=keys).update(due_at=at + patience)
    return keys
