"""The sweep: finds what was left lying. It runs every few seconds, and does nothing that was done already."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.utils.module_loading import import_string

from tournaments.work import outbox
from tournaments.work.heartbeats import beat
from tournaments.work.models import Heartbeat

CHORES: Final = (
    "tournaments.evening.services.rounds.stop_overdue",
    "tournaments.club.services.answered.forget_old",
    "tournaments.privacy.retention.forget_old",
)
"""What has to be done in time though nobody asks for it; each takes the moment."""


def sweep(*, at: datetime) -> list[int]:
    """Do the chores, hand out the jobs that are due, and throw old ones away.

    Returns:
        The jobs that were handed out.
    """
    beat(Heartbeat.SWEEP, at=at)
    for chore in CHORES:
        import_string(chore)(at=at)
    outbox.purge(at=at)
    return outbox.hand_out(at=at)
