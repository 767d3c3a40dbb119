"""Wrong codes are counted, and whoever types too many in a minute has to wait for the next one.

A guess is booked as wrong before it is looked at, in one statement that refuses to pass the limit, and is taken
back when it was right: of many guesses at once no more than the limit are ever looked at, and a room behind one
address that types right is never counted.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from datetime import datetime
from ipaddress import IPv6Address, ip_address
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import F

from tournaments.models import WrongGuesses

SECONDS: Final = 60
OF_ONE: Final = 30
OF_ALL: Final = 300
"""Wrong codes in a minute: from one address, and from everywhere together."""
EVERYBODY: Final = ""
ONE_HOUSE: Final = 64
"""Bits of an IPv6 address that its holder cannot choose at will."""


@dataclass(frozen=True, slots=True)
class Guess:
    """A guess that may be looked at; it counts as wrong until `was_right` takes it back."""

    senders: tuple[str, ...]
    minute: int

    def was_right(self) -> None:
        """Take the guess out of the counts."""
        for sender in self.senders:
            counted = WrongGuesses.objects.filter(minute=self.minute, sender=sender, count__gt=0)
            counted.update(count=F("count") - 1)


def book(*, address: str, at: datetime) -> Guess | None:
    """A guess from `address`; None where too many were wrong in this minute, and this one is not to be looked at."""
    limits = {_sender(address): OF_ONE, EVERYBODY: OF_ALL}
    minute = int(at.timestamp()) // SECONDS
    counted = dict(
        WrongGuesses.objects.filter(minute=minute, sender__in=limits).values_list("sender", "count")
    )
    # Whoever is over the limit is turned away without a lock that hands would have to wait for.
    if any(count >= limits[sender] for sender, count in counted.items()):
        return None
    if EVERYBODY not in counted:
        WrongGuesses.objects.filter(minute__lt=minute).delete()
    with transaction.atomic():
        if all(_counts(sender, limit, minute) for sender, limit in limits.items()):
            return Guess(tuple(limits), minute)
        transaction.set_rollback(True)
    return None


def wait(at: datetime) -> int:
    """In how many seconds the next minute begins."""
    return SECONDS - int(at.timestamp()) % SECONDS


def _counts(sender: str, limit: int, minute: int) -> bool:
    """Count one more; whether that was within the limit."""
    count = WrongGuesses.objects.filter(sender=sender, minute=minute, count__lt=limit)
    if count.update(count=F("count") + 1):
        return True
    WrongGuesses.objects.bulk_create([WrongGuesses(sender=sender, minute=minute)], ignore_conflicts=True)
    return bool(count.update(count=F("count") + 1))


def _sender(address: str) -> str:
    """Who an address is taken for: itself or, of IPv6, its house; hashed, since it is nobody's to read."""
    try:
        parsed = ip_address(address)
    except ValueError:
        told = address
    else:
        if isinstance(parsed, IPv6Address):
            mapped = parsed.ipv4_mapped
            told = str(mapped or int(parsed) >> (128 - ONE_HOUSE))
        else:
            told = str(parsed)
    return hmac.new(settings.SECRET_KEY.encode(), f"guesses:{told}".encode(), hashlib.sha256).hexdigest()
