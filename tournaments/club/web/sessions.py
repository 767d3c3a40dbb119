"""Where somebody is signed in: noted when they sign in, and once an hour while they look at pages."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.signals import user_logged_in
from django.contrib.sessions.backends.base import UpdateError
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control

from tournaments.club.reads.members import User
from tournaments.club.services import audit, sessions
from tournaments.site.web.shared import now
from tournaments.site.web.user_agents import browser_of, kind_of

SEEN: Final = "seen"
"""In the session: when it was noted last, in seconds since 1970."""
EVERY: Final = 3600


def note(request: HttpRequest, user: User) -> None:
    """Note that `user` is signed in here."""
    session = request.session
    if session.session_key is None:
        session.save()
    at, agent = now(), request.META.get("HTTP_USER_AGENT", "")
    sessions.note_seen(
        user=user,
        stored_key=stored_key(request),
        browser=browser_of(agent),
        device=kind_of(agent),
        at=at,
    )
    session[SEEN] = int(at.timestamp())


def stored_key(request: HttpRequest) -> str:
    """Under what the session of a request is stored."""
    key: str = request.session.stored_key  # type: ignore[attr-defined]  # of config.sessions
    return key


def signed_in(request: HttpRequest, user: User, **_: Any) -> None:
    """Hears Django's signal that somebody signs in."""
    note(request, user)
    audit.note_of_officer(user, "signed-in", by=user)


class Seen:
    """Middleware that notes sessions that are in use; where nothing can be written just now it is left.

    What a browser with a session is answered no cache on the way keeps, unless it says itself that all may.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The answer of the view. Nobody is looked up, and no session read, for whom the view has not."""
        answer = self.get_response(request)
        said = answer.headers.get("Cache-Control", "")
        if settings.SESSION_COOKIE_NAME in request.COOKIES and not re.search("public|no-store", said):
            patch_cache_control(answer, private=True)
        session, user = request.session, getattr(request, "_cached_user", None)
        if not session.accessed or not isinstance(user, User) or SESSION_KEY not in session:
            return answer
        if now().timestamp() - session.get(SEEN, 0) >= EVERY:
            was_modified = session.modified
            with suppress(OperationalError, UpdateError):
                note(request, user)
                session.save()
            session.modified = was_modified
        return answer


def listen() -> None:
    """Hear of everybody who signs in, from the start of the program on."""
    user_logged_in.connect(signed_in, dispatch_uid="note_session")
