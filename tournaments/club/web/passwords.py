"""Signing in by password: each try is counted before its password is hashed, and one is hashed at a time.

Tries are counted for an address and a name together, so that nobody is locked out by tries from elsewhere; a browser
in which somebody has signed in before counts alone, so that they are not by tries from their own network either.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from datetime import timedelta
from threading import BoundedSemaphore
from typing import Any, Final, TypeVar

from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm
from django.core import signing
from django.http import HttpRequest, HttpResponse, parse_cookie
from django.shortcuts import render
from django.utils.translation import gettext_lazy as later

from tournaments.club.reads.members import User
from tournaments.club.services import throttle
from tournaments.club.services.throttle import Limit, sender
from tournaments.site.web.pages import now

MOST: Final = 10
MINUTES: Final = 15
"""So many wrong passwords for a name in so long."""
BUSY_SECONDS: Final = 5
NO_ROOM: Final = "head_table.no_room"
"""In the environ where the web server has as many tries waiting as it takes."""
TOO_MANY: Final = 429
UNAVAILABLE: Final = 503
T = TypeVar("T")
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


class WrongError(Exception):
    """What was tried is wrong, and stays counted."""


class PasswordForm(AuthenticationForm):
    """Name and password. Raises Refused where the password is not even looked at."""

    error_messages = {
        **AuthenticationForm.error_messages,
        "invalid_login": later("Name or password is wrong. Capital and small letters count in both."),
    }

    def clean(self) -> dict[str, Any]:
        name, password = self.cleaned_data.get("username"), self.cleaned_data.get("password")
        if not name or not password or self.request is None:
            return super().clean()
        return looked_at(self.request, name, super().clean)


def looked_at(request: HttpRequest, name: str, check: Callable[[], T]) -> T:
    """What `check` gives, which hashes a password tried for the user name `name`.

    Raises Refused where it is not even looked at, and whatever `check` raises where it is wrong.
    """
    at, limit = now(), _limit(request, name)
    if NO_ROOM in request.META or not HASHING.acquire(blocking=False):
        raise Busy(BUSY_SECONDS)
    try:
        counted = throttle.count(limit, at=at)
        if counted is None:
            raise TooMany(limit.wait(at))
        checked = check()
    finally:
        HASHING.release()
    counted.was_right()
    return checked


def is_own_password(request: HttpRequest, user: User, password: str) -> bool:
    """Whether this is the password of whoever is signed in. Raises Refused where it is not even looked at."""

    def check() -> None:
        if not user.check_password(password):
            raise WrongError

    try:
        looked_at(request, user.get_username(), check)
    except WrongError:
        return False
    return True


def is_right_code(request: HttpRequest, user: User, takes: Callable[[], bool]) -> bool:
    """Whether `takes` accepts the code of a second factor; tries from everywhere count together.

    Raises TooMany where it is not even tried.
    """
    at, name = now(), _named(user.get_username())
    browser = _browser(request, name)
    limit = Limit(sender("code", name, *([browser] if browser else [])), MOST, MINUTES)
    counted = throttle.count(limit, at=at)
    if counted is None:
        raise TooMany(limit.wait(at))
    if not takes():
        return False
    counted.was_right()
    return True


def refused_page(request: HttpRequest, refused: Refused, name: str) -> HttpResponse:
    page, status = ("locked_out", TOO_MANY) if isinstance(refused, TooMany) else ("busy", UNAVAILABLE)
    answer = render(request, f"sign_in/{page}.html", {"username": name}, status=status)
    answer["Retry-After"] = str(refused.seconds)
    return answer


def remember(answer: HttpResponse, request: HttpRequest, user: User) -> None:
    answer.set_cookie(
        COOKIE,
        signing.dumps([_named(user.get_username()), secrets.token_urlsafe(16)], salt=COOKIE),
        max_age=KEPT,
        secure=settings.HTTPS or request.is_secure(),
        httponly=True,
        samesite="Lax",
    )


def is_known_browser(environ: Mapping[str, Any]) -> bool:
    return bool(_signed_in(parse_cookie(environ.get("HTTP_COOKIE", ""))))


def _limit(request: HttpRequest, name: str) -> Limit:
    named = _named(name)
    browser = _browser(request, named)
    from_here = ("browser", browser) if browser else ("address", throttle.address_of(request.META))
    return Limit(sender("password", named, *from_here), MOST, MINUTES)


def _browser(request: HttpRequest, named: str) -> str:
    # "" for a browser in which somebody else, or nobody, has signed in before.
    who, browser = _signed_in(request.COOKIES) or ("", "")
    return str(browser) if who == named else ""


def _signed_in(cookies: Mapping[str, str]) -> tuple[str, str] | None:
    try:
        who, browser = signing.loads(cookies.get(COOKIE, ""), salt=COOKIE, max_age=KEPT)
    except (signing.BadSignature, TypeError, ValueError):
        return None
    return who, browser


def _named(name: str) -> str:
    return sender("name", name.casefold())
