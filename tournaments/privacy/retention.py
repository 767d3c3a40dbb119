"""Throwing away in time what has served its purpose.

Jobs that are over and stored answers are thrown away where they are kept: `work.outbox.KEPT`, `answered.KEPT`. A job
that failed stays: it says that a table or an evening is behind until somebody has decided. Of a publication that a
later one took the place of the text goes; its row stays, since the ledger counts them: number, moment, head, a hash.
"""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta
from typing import Final

from django.contrib.admin.models import LogEntry
from django.contrib.sessions.models import Session
from django.db.models import Exists, Model, OuterRef, Q, QuerySet

from tournaments.club.models import (
    AccountLink,
    ActOrigin,
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
from tournaments.evening.models import Publication
from tournaments.league.models import SeasonEvening
from tournaments.work.heartbeats import beat
from tournaments.work.models import Heartbeat

EVERY: Final = timedelta(hours=1)
ACCESS_KEPT: Final = timedelta(days=365)
"""For so long after its end it can be looked at who had access."""
MAIL_KEPT: Final = timedelta(days=30)
"""For so long it can be looked at that a mail was sent; what it said is gone when it is. Unsent it goes as well."""
SIGN_UPS_KEPT: Final = timedelta(days=365)
"""For so long after an evening the club can look who had signed up: for the same evening of the year after."""
PUBLICATION_KEPT: Final = timedelta(days=365)
"""For so long after another took its place the archive of a publication is kept whole."""
TRIES_KEPT: Final = timedelta(minutes=KEPT_MINUTES)
"""For so long wrong guesses are counted."""


PLACE_KEPT: Final = timedelta(days=90)
"""For so long it can be looked at from where something was done; that it was done stays."""


def forget_old(*, at: datetime) -> int:
    """Throw away what has served its purpose, each in its time, and show those who are minors no longer.

    Returns how many rows went, or were emptied.

    From where something was done is forgotten as well.

    It is asked every few seconds, and looks once an hour.
    """
    if Heartbeat.objects.filter(name=Heartbeat.RETENTION, at__gt=at - EVERY).exists():
        return 0
    beat(Heartbeat.RETENTION, at=at)
    told = AuditEntry.objects.filter(at__lt=at - PLACE_KEPT).exclude(network="", browser="")
    told.update(network="", browser="")
    settle_minors(at=at)
    return sum(rows.delete()[0] for rows in _old(at)) + _empty_former_archives(at)


def _empty_former_archives(at: datetime) -> int:
    """Empty the archives that others took the place of long ago, but for those a season goes by; how many."""
    later = Publication.objects.filter(
        evening=OuterRef("evening"), number__gt=OuterRef("number"), published_at__lt=at - PUBLICATION_KEPT
    )
    taken = SeasonEvening.objects.filter(evening=OuterRef("evening"), publication=OuterRef("number"))
    former = Publication.objects.exclude(archive="").filter(Exists(later), ~Exists(taken))
    count = 0
    for row in former.only("archive").iterator(chunk_size=1):
        digest = hashlib.sha256(row.archive.encode()).hexdigest()
        # Nobody reads it any more; where a name was erased from it meanwhile, the next look takes it.
        count += Publication.objects.filter(pk=row.pk, archive=row.archive).update(
            archive="", archive_hash=digest
        )
    return count


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
        ActOrigin.objects.filter(at__lt=at - PLACE_KEPT),
        SignUp.objects.filter(announcement__evening__date__lt=(at - SIGN_UPS_KEPT).date()),
        WrongGuesses.objects.filter(minute__lt=(at - TRIES_KEPT).timestamp() // MINUTE),
        LogEntry.objects.filter(action_time__lt=at - ACCESS_KEPT),
    )
