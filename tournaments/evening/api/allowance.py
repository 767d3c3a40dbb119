"""What costs much, counted: bytes of scoring in bulk, and looks at what takes long to work out.

Each is so much a minute of one token, or of one address without any. All processes count together, in the database,
each request in one statement that refuses to pass the limit. No phone of a room scores in bulk: whatever a room does,
its address has enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Final

from django.utils import timezone
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from tournaments.club.services import throttle
from tournaments.club.services.throttle import Limit, sender
from tournaments.evening.reads.access import ApiToken, TableKey

if TYPE_CHECKING:
    # REST framework's views read the settings that name modules beside this one, so they cannot wait for them.
    from rest_framework.views import APIView

BYTES_A_MINUTE: Final = 2 * 1024 * 1024
"""What may come in from one address in a minute: four of the longest batches, about a second of work."""
BYTES_OF_A_TOKEN: Final = 16 * 1024 * 1024
"""What may come in with one token, a table's or an officer's, whatever its address."""


class _OfAMinute(BaseThrottle):
    """Counts what a minute allows whoever asks; which limit, and when, its kinds keep."""

    at: datetime
    limit: Limit

    def wait(self) -> float:
        """In how many seconds the next minute begins."""
        return self.limit.wait(self.at)


class Allowance(_OfAMinute):
    """Counts the bytes of bodies, before they are read."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Whether whoever asks has not spent what a minute allows before this request."""
        self.at, self.limit = timezone.now(), _limit_of(request)
        length = request.META.get("CONTENT_LENGTH") or "0"
        bytes_sent = int(length[:9]) if length.isdecimal() else 0
        return throttle.spend(self.limit, min(bytes_sent, self.limit.most), at=self.at)


class LongLooks(_OfAMinute):
    """Counts the requests for what takes long to work out."""

    def allow_request(self, request: Request, view: APIView | None) -> bool:
        """Whether whoever asks has not asked as often as a minute allows before this request."""
        self.at, self.limit = timezone.now(), throttle.long_looks(_who(request), request.META)
        return throttle.spend(self.limit, 1, at=self.at)


LONG: Final[Sequence[type[BaseThrottle]]] = (LongLooks,)
"""The throttles of what takes long to work out."""


def count_long_look(request: Request) -> None:
    """Count a request that takes long, as not every one at its address does. Raises Throttled for one too many."""
    looks = LongLooks()
    if not looks.allow_request(request, None):
        raise Throttled(looks.wait())


def _limit_of(request: Request) -> Limit:
    if who := _who(request):
        return Limit(sender("bulk", who), BYTES_OF_A_TOKEN)
    return Limit(sender("bulk", "address", throttle.address_of(request.META)), BYTES_A_MINUTE)


def _who(request: Request) -> str:
    match request.auth:
        case ApiToken() as token:
            return f"token {token.pk}"
        case TableKey() as key:
            return f"table {key.evening_id} {key.table}"
        case _ if request.user.is_authenticated:
            return f"user {request.user.pk}"
    return ""
