"""Wrong codes, wrong passwords and what costs much are counted; whoever enters too many waits for the next period.

A try is counted in one statement that refuses to pass the limit: of many at once no more than the limit are let
through. Nothing is written for whoever is over it, so that a flood takes no lock that hands would wait for.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from ipaddress import IPv6Address, ip_address
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import F

from tournaments.club.models import WrongGuesses

MINUTE: Final = 60
ONE_HOUSE: Final = 64
"""Bits of an IPv6 address that its holder cannot choose at will."""
LOOKS_OF_ADDRESS: Final = 480
"""How often one address, of a whole room even, has something worked out at length in a minute."""
LOOKS_OF_SENDER: Final = 120
"""How often one token or account has."""
KEPT_MINUTES: Final = 60
"""Counts older than this are deleted; longer than any period."""


@dataclass(frozen=True, slots=True)
class Limit:
    """`most` wrong tries of one sender in each period of `minutes`."""

    sender: str
    most: int
    minutes: int = 1

    def period(self, at: datetime) -> int:
        """The minute since 1970 in which the period of `at` began."""
        minute = int(at.timestamp()) // MINUTE
        return minute - minute % self.minutes

    def wait(self, at: datetime) -> int:
        return (self.period(at) + self.minutes) * MINUTE - int(at.timestamp())


@dataclass(frozen=True, slots=True)
class Counted:
    """A try that was counted as wrong, until `was_right` takes it back: in which rows, by sender and period."""

    places: tuple[tuple[str, int], ...]

    def was_right(self) -> None:
        for name, period in self.places:
            counted = WrongGuesses.objects.filter(minute=period, sender=name, count__gt=0)
            counted.update(count=F("count") - 1)


def sender(kind: str, *told: str) -> str:
    """Who tries what, as it is stored: hashed, since addresses and names are nobody's to read there."""
    text = "\0".join(("throttle", kind, *told)).encode("utf-8", "surrogatepass")
    return hmac.new(settings.SECRET_KEY.encode(), text, hashlib.sha256).hexdigest()


def in_a_room(
    kind: str, address: str, device: str, *, of_address: int, of_device: int, minutes: int
) -> tuple[Limit, Limit]:
    """The limits on what is done from one address, as `address_of` gives it: by all its devices, and by each.

    A whole room comes from one address. Whoever draws devices at will is held by it; all that tell "" count as one.
    """
    return (
        Limit(sender(kind, "address", address), of_address, minutes),
        Limit(sender(kind, "device", address, device), of_device, minutes),
    )


def long_looks(who: str, meta: Mapping[str, str]) -> Limit:
    """The limit on what takes long to work out, for a token or account (`who`), else for the address."""
    if who:
        return Limit(sender("long look", who), LOOKS_OF_SENDER)
    return Limit(sender("long look", "address", address_of(meta)), LOOKS_OF_ADDRESS)


def count(*limits: Limit, at: datetime) -> Counted | None:
    """Count a try under all of `limits`; None, and nothing is counted, where one of them is reached."""
    if limits_reached(*limits, at=at):
        return None
    places = tuple((limit.sender, limit.period(at)) for limit in limits)
    with transaction.atomic():
        if all(_counts(*place, limit.most) for place, limit in zip(places, limits, strict=True)):
            return Counted(places)
        transaction.set_rollback(True)
    return None


def spend(limit: Limit, amount: int, *, at: datetime) -> bool:
    """Take `amount` off what the limit allows; False, and nothing is written, where all of it is spent.

    The last who is let through may pass the limit, by what they spend.
    """
    return _counts(limit.sender, limit.period(at), limit.most, amount)


def limits_reached(*limits: Limit, at: datetime) -> list[Limit]:
    """Which of `limits` are reached; one query that takes no lock."""
    rows = WrongGuesses.objects.filter(sender__in=[limit.sender for limit in limits])
    counted = {
        (name, period): number for name, period, number in rows.values_list("sender", "minute", "count")
    }
    return [limit for limit in limits if counted.get((limit.sender, limit.period(at)), 0) >= limit.most]


def address_of(meta: Mapping[str, str]) -> str:
    """The address that a request (its environ) comes from; behind a proxy, the last that the proxy was told.

    Of an IPv6 address only the part that its holder cannot choose.
    """
    passed_on = meta.get("HTTP_X_FORWARDED_FOR", "") if settings.BEHIND_PROXY else ""
    address = passed_on.rpartition(",")[2].strip() or meta.get("REMOTE_ADDR", "")
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address):
        if parsed.ipv4_mapped:
            return str(parsed.ipv4_mapped)
        return f"{IPv6Address(int(parsed) >> ONE_HOUSE << ONE_HOUSE)}/{128 - ONE_HOUSE}"
    return str(parsed)


def _counts(name: str, period: int, most: int, amount: int = 1) -> bool:
    row = WrongGuesses.objects.filter(sender=name, minute=period, count__lt=most)
    if row.update(count=F("count") + amount):
        return True
    WrongGuesses.objects.filter(minute__lt=period - KEPT_MINUTES).delete()
    WrongGuesses.objects.bulk_create([WrongGuesses(sender=name, minute=period)], ignore_conflicts=True)
    return bool(row.update(count=F("count") + amount))
