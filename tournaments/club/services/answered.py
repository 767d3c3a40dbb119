"""Requests with a key of their own are done once: a retry with the same key gets the answer that was given first."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from scoring.derivation import gettext_noop
from tournaments.club.models import AnsweredRequest, User
from tournaments.club.services.sealed import seal, unseal
from tournaments.refusals import KEY_REUSED, refuse
from tournaments.site.cleaning import check_key

KEPT: Final = timedelta(days=1)
"""For so long a key is known; the answers may hold names, so no longer than a retry makes sense."""
FIELD: Final = "Idempotency-Key"


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer as it was sent: its status, the headers that are its own, its body."""

    status: int
    headers: Mapping[str, str]
    body: str


@transaction.atomic
def once(
    *,
    user: User,
    key: str,
    asked: tuple[str, str, bytes],
    at: datetime,
    do: Callable[[], Reply],
    check_right: Callable[[], object],
) -> Reply:
    """Do what is asked, unless this user has been answered under this key already: then that answer again.

    What is done and the note that it was done are one transaction; of two at once the second waits for the first. A
    refusal is not kept, since it has done nothing. An answer is kept sealed: it may hold a token or a link.

    Arguments:
        key: chosen by whoever asks before the first try.
        asked: method, address and body, by which a retry is known.
        check_right: refuses a retry by whoever may no longer do what is asked: the answer may hold a link.

    Raises:
        Faults: the key is none, or came with another request before, or with this one when the server had another
            secret key; and whatever `do` refuses.
    """
    check_key(FIELD, key)
    digest = _digest(asked)
    AnsweredRequest.objects.filter(user=user, key=key, at__lt=at - KEPT).delete()
    row, is_first = AnsweredRequest.objects.get_or_create(
        user=user, key=key, defaults={"asked": digest, "at": at}
    )
    if not is_first:
        check_right()
        if row.asked != digest:
            refuse(
                FIELD,
                KEY_REUSED,
                gettext_noop("this key came with another request before; each needs its own"),
            )
        body = unseal(row.body)
        if body is None:
            refuse(
                FIELD,
                KEY_REUSED,
                gettext_noop(
                    "this was done already, but its answer can no longer be read; look at what is there"
                ),
            )
        return Reply(row.status, row.headers, body)
    reply = do()
    row.status, row.headers, row.body = reply.status, dict(reply.headers), seal(reply.body)
    row.save(update_fields=["status", "headers", "body"])
    return reply


def forget_old(*, at: datetime) -> None:
    """Throw away what no retry will ask for any more."""
    old = AnsweredRequest.objects.filter(at__lt=at - KEPT)
    if old.exists():
        old.delete()


def _digest(asked: tuple[str, str, bytes]) -> str:
    method, address, body = asked
    parts = (method.encode(), address.encode(), body)
    return hashlib.sha256(b"".join(len(part).to_bytes(8, "big") + part for part in parts)).hexdigest()
