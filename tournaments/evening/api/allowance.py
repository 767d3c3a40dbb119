"""Scoring in bulk for everybody: so many bytes a minute from one address, any number with a token."""

from __future__ import annotations

from collections import Counter
from threading import Lock
from typing import TYPE_CHECKING, Final

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from tournaments.club.services.throttle import MINUTE, address_of

if TYPE_CHECKING:
    # REST framework's views read the settings that name modules beside this one, so they cannot wait for them.
    from rest_framework.views import APIView

BYTES_A_MINUTE: Final = 2 * 1024 * 1024
"""What may come in from one address in a minute: four of the longest batches, about a second of work."""


class Allowance(BaseThrottle):
    """Counts the bytes of bodies, before they are read, of whoever sends no token.

    Each process counts for itself, in memory: that asks neither the database nor a cache.
    """

    _lock = Lock()
    _minute = 0
    _spent: Counter[str] = Counter()

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Whether the address has not spent its allowance before this request."""
        if request.user.is_authenticated:
            return True
        sender, length = address_of(request.META), request.META.get("CONTENT_LENGTH") or "0"
        with self._lock:
            self._begin(int(timezone.now().timestamp()) // MINUTE)
            if self._spent[sender] >= BYTES_A_MINUTE:
                return False
            self._spent[sender] += int(length) if length.isdecimal() else 0
        return True

    def wait(self) -> float:
        """In how many seconds the next minute begins."""
        return MINUTE - int(timezone.now().timestamp()) % MINUTE

    @classmethod
    def _begin(cls, minute: int) -> None:
        if minute != cls._minute:
            cls._minute = minute
            cls._spent.clear()
