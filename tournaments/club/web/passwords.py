"""Signing in by password: each try is counted before its password is hashed, and one is hashed at a time.

Tries are counted for an address and a name together, so that nobody is locked out by tries from elsewhere; a browser
in which somebody has signed in before counts alone, so that they are not by tries from their own network either.
"""

from __future__ import annotations

import secrets
from datetime import timedelta
from threading import BoundedSemaphore
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm
from django.core import signing
from django.http import HttpRequest, HttpResponse

from tournaments.club.reads.members import User
from tournaments.club.services import throttle
from tournaments.club.services.throttle import Limit, sender
from tournaments.site.web.shared import now

MOST: Final = 10
MINUTES: Final = 15
"""So many wrong passwords for a name in so long."""
BUSY_SECONDS: Final = 5
NO_ROOM: Final = "head_table.no_room"
"""In the environ where the web server has as many tries waiting as it takes."""
COOKIE: Final = "signed-in-here"
KEPT: Final = timedelta(days=180)
HASHING = BoundedSemaphore(1)
"""Held while a password is hashed. The web server has a thread for that; under plain WSGI others go on by this."""


class Refused(Exception):  # noqa: N818 - it is an answer rather than an error
    """A try that is not looked at now; `seconds` says when another may be."""

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds
        super().__init__(seconds)


class TooMany(Refused):
    """Too many passwords were wrong."""


class Busy(Refused):
    """Too many others are signing in at this moment."""


class PasswordForm(AuthenticationForm):
    """Name and password. Raises Refused where the password is not even looked at."""

    def clean(self) -> dict[str, Any]:
        """The entry, which holds the right password."""
        name, password = self.cleaned_data.get("username"), self.cleaned_data.get("password")
        if not name or not password or self.request is None:
            return super().clean()
        at, limit = now(), _limit(self.request, name)
        if NO_ROOM in self.request.META or not HASHING.acquire(blocking=False):
            raise Busy(BUSY_SECONDS)
        try:
            counted = throttle.count(limit, at=at)
            if counted is None:
                raise TooMany(limit.wait(at))
            cleaned = super().clean()
        finally:
            HASHING.release()
        counted.was_right()
        return cleaned


def remember(answer: HttpResponse, request: HttpRequest, user: User) -> None:
    """Have the browser know that `user` has signed in here."""
    answer.set_cookie(
        COOKIE,
        signing.dumps([_named(user.get_username()), secrets.token_urlsafe(16)], salt=COOKIE),
        max_age=KEPT,
        secure=settings.HTTPS or request.is_secure(),
        httponly=True,
        samesite="Lax",
    )


def _limit(request: HttpRequest, name: str) -> Limit:
    """The limit under which tries for a name from this browser fall."""
    named = _named(name)
    try:
        who, browser = signing.loads(request.COOKIES.get(COOKIE, ""), salt=COOKIE, max_age=KEPT)
    except (signing.BadSignature, TypeError, ValueError):
        who, browser = "", ""
    from_here = ("browser", browser) if who == named else ("address", throttle.address_of(request.META))
    return Limit(sender("password", named, *from_here), MOST, MINUTES)


def _named(name: str) -> str:
    return sender("name", name.casefold())
