"""Scoring in bulk: so many bytes a minute of one token, or of one address without any.

All processes count together, in the database, each request in one statement that refuses to pass the limit. No phone
of a room scores in bulk: whatever a room does, its address has enough.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from tournaments.club.services import throttle
from tournaments.club.services.throttle import Limit, sender
from tournaments.evening.reads.keys import ApiToken, TableKey

if TYPE_CHECKING:
    # REST framework's views read the settings that name modules beside this one, so they cannot wait for them.
    from rest_framework.views import APIView

BYTES_A_MINUTE: Final = 2 * 1024 * 1024
"""What may come in from one address in a minute: four of the longest batches, about a second of work."""
BYTES_OF_A_TOKEN: Final = 16 * 1024 * 1024
"""What may come in with one token, a table's or an officer's, whatever its address."""


class Allowance(BaseThrottle):
    """Counts the bytes of bodies, before they are read."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Whether whoever asks has not spent what a minute allows before this request."""
        self.at, self.limit = timezone.now(), _limit_of(request)
        length = request.META.get("CONTENT_LENGTH") or "0"
        bytes_sent = int(length[:9]) if length.isdecimal() else 0
        return throttle.spend(self.limit, min(bytes_sent, self.limit.most), at=self.at)

    def wait(self) -> float:
        """In how many seconds the next minute begins."""
        return self.limit.wait(self.at)


def _limit_of(request: Request) -> Limit:
    """What whoever asks may in a minute: a token, somebody in a browser, or an address."""
    match request.auth:
        case ApiToken() as token:
            who = f"token {token.pk}"
        case TableKey() as key:
            who = f"table {key.evening_id} {key.table}"
        case _ if request.user.is_authenticated:
            who = f"user {request.user.pk}"
        case _:
            return Limit(sender("bulk", "address", throttle.address_of(request.META)), BYTES_A_MINUTE)
    return Limit(sender("bulk", who), BYTES_OF_A_TOKEN)
