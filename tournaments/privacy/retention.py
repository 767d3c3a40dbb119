"""Throwing away in time what has served its purpose.

Jobs that are over and stored answers are thrown away where they are kept: `work.outbox.KEPT`, `answered.KEPT`. Two
things stay. A job that failed says that a table or an evening is behind until somebody has decided. Publications that
a later one took the place of are what the ledger counts and its check reads: each can be held against its head.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.contrib.admin.models import LogEntry
from django.contrib.sessions.models import Session
from django.db.models import Model, Q, QuerySet

from tournaments.club.models import (
    AccountLink,
    ApiToken,
    AuditEntry,
    Invitation,
    Mail,
    PlayerClaim,
    SignInLink,
    WrongGuesses,
)
from tournaments.club.services.consents import settle_minors
from tournaments.club.services.throttle import KEPT_MINUTES, MINUTE
from tournaments.coming.models import SignUp
from tournaments.work.heartbeats import beat
from tournaments.work.models import Heartbeat

EVERY: Final = timedelta(hours=1)
ACCESS_KEPT: Final = timedelta(days=365)
"""For so long after its end it can be looked at who had access."""
MAIL_KEPT: Final = timedelta(days=30)
"""For so long it can be looked at that a mail was sent; what it said is gone when it is. Unsent it goes as well."""
SIGN_UPS_KEPT: Final = timedelta(days=365)
"""For so long after an evening the club can look who had signed up: for the same evening of the year after."""
TRIES_KEPT: Final = timedelta(minutes=KEPT_MINUTES)
"""For so long wrong guesses are counted."""


PLACE_KEPT: Final = timedelta(days=90)
"""For so long it can be looked at from where something was done; that it was done stays."""


def forget_old(*, at: datetime) -> int:
    """Throw away what has served its purpose, each in its time, and show those who are minors no longer.

    Returns how many rows went.

    From where something was done is forgotten as well.

    It is asked every few seconds, and looks once an hour.
    """
    if Heartbeat.objects.filter(name=Heartbeat.RETENTION, at__gt=at - EVERY).exists():
        return 0
    beat(Heartbeat.RETENTION, at=at)
    told = AuditEntry.objects.filter(at__lt=at - PLACE_KEPT).exclude(network="", browser="")
    told.update(network="", browser="")
    settle_minors(at=at)
    return sum(rows.delete()[0] for rows in _old(at))


def _old(at: datetime) -> tuple[QuerySet[Model], ...]:
    ended = Q(expires_at__lt=at - ACCESS_KEPT) | Q(revoked_at__lt=at - ACCESS_KEPT)
    return (
        Session.objects.filter(expire_date__lt=at),
        SignInLink.objects.filter(ended),
        Invitation.objects.filter(ended),
        ApiToken.objects.filter(ended),
        AccountLink.objects.filter(ended),
        PlayerClaim.objects.filter(ended),
        Mail.objects.filter(made_at__lt=at - MAIL_KEPT),
        SignUp.objects.filter(announcement__evening__date__lt=(at - SIGN_UPS_KEPT).date()),
        WrongGuesses.objects.filter(minute__lt=(at - TRIES_KEPT).timestamp() // MINUTE),
        LogEntry.objects.filter(action_time__lt=at - ACCESS_KEPT),
    )
