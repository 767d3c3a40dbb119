"""Requests that no view can answer: a body longer than its address takes, a database that is away, locked or full.

The REST door's addresses are answered in its shape of a refusal, all others by a page.
"""

from __future__ import annotations

import logging
import re
import secrets
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any, Final, cast

from csp.middleware import CSPMiddleware
from django.conf import settings
from django.core.handlers.exception import convert_exception_to_response
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.clickjacking import XFrameOptionsMiddleware
from django.middleware.security import SecurityMiddleware
from django.template import loader
from django.urls import resolve
from django.utils import translation
from django.utils.translation import gettext as _
from django.views import defaults
from structlog.contextvars import bind_contextvars, reset_contextvars

from config.logs import is_passing
from config.tenant_guard import TenantGuard
from scoring.faults import Faults
from tournaments.evening.api.tables import enter_hand_at_once
from tournaments.live.bridge import OVERLOADED
from tournaments.site.api.answers import PROBLEM_JSON, Problem, Problems

KIB: Final = 1024
USUAL: Final = 16 * KIB
"""Bytes of a body where nothing else is said: a hand has a few hundred."""
AT_THE_DESK: Final = 256 * KIB
"""Bytes of a form of the desk or of the admin: lists of members, plans with their prizes."""
OF_FOLDERS: Final = {"/desk/": AT_THE_DESK, "/admin/": AT_THE_DESK, "/mails/": 1024 * KIB}
OF_ADDRESSES: Final[Mapping[str, int]] = {
    "v1:score-batch": 512 * KIB,
    "v1:score-game": 256 * KIB,
    "v1:player-names": 256 * KIB,
    "v1:check-in": 256 * KIB,
    "v1:seats": 64 * KIB,
    "v1:penalty": 64 * KIB,
    "v1:prize-cuts": 64 * KIB,
    "v1:wrong-seats": 128 * KIB,
    "v1:searches": 256 * KIB,
    "v1:enter-names": 128 * KIB,
    "v1:enter-people": 128 * KIB,
    "v1:enter-pairing-lines": 128 * KIB,
    "v1:arrange-entrants": 64 * KIB,
    "v1:bring-schedule": 1024 * KIB,
    "v1:player-photo": 1536 * KIB,
    "v1:member-list": 1536 * KIB,
    "v1:member-list-preview": 1536 * KIB,
    "v1:logo": 1536 * KIB,  # 1 MB of a file, in base64
    "v1:archives": 4096 * KIB,
    "v1:archive-preview": 4096 * KIB,
    "web:desk-archive": 8192 * KIB,
    "web:desk-schedule-file": 1024 * KIB,
    "web:desk-settings-look": 1024 * KIB,
    "web:desk-member-photo": 1024 * KIB,
    "web:own-photo": 1024 * KIB,
    "web:me-objections": 1024 * KIB,
    "web:desk-members-import": 2048 * KIB,  # the form refuses less, and says so beside the file
}
"""Bytes of the bodies that hold lists, by the name of the address; what each list may hold the views know."""
LONGEST_LENGTH: Final = 15
"""Digits of a length that are read; one of more digits is too long in any case."""
TRY_AGAIN_SECONDS: Final = 2
API: Final = "/api/"
OK: Final = 200
CLUBS, HANDS = "/api/v1/clubs/", "/hands/"
log = logging.getLogger(__name__)
requests = logging.getLogger("config.requests")

Handler = Callable[[HttpRequest], HttpResponse]


def most_bytes(request: HttpRequest) -> int:
    """How long the body of a request may be at its address, in bytes."""
    match = request.resolver_match
    named = OF_ADDRESSES.get(match.view_name) if match else None
    if named is not None:
        return named
    folders = (most for folder, most in OF_FOLDERS.items() if request.path_info.startswith(folder))
    return next(folders, USUAL)


REQUEST_ID: Final = re.compile(r"[\w-]{16,64}", re.ASCII)
"""Of what a proxy calls a request, as much as is believed."""
UNKNOWN: Final = "unknown"
LINE: Final = (
    "%(method)s %(address)s: %(status)s after %(milliseconds)s ms, %(cpu_milliseconds)s of them CPU, "
    "%(statements)s statements"
)
"""The line of a request, without its path: that may name somebody or open something."""


class RequestLine:
    """Gives a request the id under which its lines and jobs are found, and writes a line once it is answered."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The answer of the view, with the id in `X-Request-ID`."""
        given = request.META.get("HTTP_X_REQUEST_ID", "")
        key = given if REQUEST_ID.fullmatch(given) else secrets.token_hex(16)
        tokens = bind_contextvars(request_id=key)
        try:
            answer = self.line(request) if requests.isEnabledFor(logging.INFO) else self.get_response(request)
        finally:
            reset_contextvars(**tokens)
        answer.headers["X-Request-ID"] = key
        return answer

    def line(self, request: HttpRequest) -> HttpResponse:
        """The answer, once its line is written."""
        statements = 0

        def count(execute: Callable[..., Any], *statement: Any) -> Any:
            nonlocal statements
            statements += 1
            return execute(*statement)

        began, worked = time.perf_counter(), time.thread_time()
        with connection.execute_wrapper(count):
            answer = self.get_response(request)
        match = request.resolver_match
        fields = {
            "method": request.method,
            "address": match.view_name if match else UNKNOWN,
            "status": answer.status_code,
            "milliseconds": round(1000 * (time.perf_counter() - began), 1),
            "cpu_milliseconds": round(1000 * (time.thread_time() - worked), 1),
            "statements": statements,
        }
        place = {name: match.kwargs[name] for name in ("club", "evening") if match and name in match.kwargs}
        tokens = bind_contextvars(**place)
        requests.info(LINE, fields, extra=fields)
        reset_contextvars(**tokens)
        return answer


class BodyLimit:
    """Refuses a body that is longer than its address takes, with 413, before anybody reads it."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The answer of the view."""
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: Any) -> HttpResponse | None:
        """None where the body may be read."""
        length, most = request.META.get("CONTENT_LENGTH") or "0", most_bytes(request)
        if not length.isdecimal() or int(length[:LONGEST_LENGTH]) <= most:
            return None
        said = _("the body has %(entered)s bytes; at most %(most)s are read here")
        told = said % {"entered": length, "most": most}
        return refusal(request, 413, "body-too-large", told, field="body")


class HandsFirst:
    """Lets the hands of tables pass by what only pages, sessions and the rest of the REST door need.

    So it is with one that is taken. Whatever else comes to the address goes the long way, where it is answered;
    until then nothing is kept of it. The headers of safety, the same on every answer, are asked for once.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response
        self.body_limit = BodyLimit(get_response)
        self.at_once: Any = convert_exception_to_response(cast("Handler", self.taken))
        self.guard = TenantGuard(self.enter)
        self.empty: Any = CSPMiddleware(XFrameOptionsMiddleware(SecurityMiddleware(nothing)))
        self.headers: dict[bool, Mapping[str, str]] = {}

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The answer of the view."""
        answer: HttpResponse | None = self.at_once(request) if is_hand(request) else None
        if answer is None:
            return self.get_response(request)
        for name, value in self.headers[request.is_secure()].items():
            answer.headers[name] = value
        return answer

    def taken(self, request: HttpRequest) -> HttpResponse | None:
        """The answer to a hand that is taken; None for whatever else has to go the long way."""
        with suppress(Http404, Faults):
            self.keep_headers(request)
            return self.guard(request)
        return None

    def keep_headers(self, request: HttpRequest) -> None:
        """Know what every answer over this kind of line carries. Raises Http404 where it has to be another line."""
        if request.is_secure() in self.headers:
            return
        answer = self.empty(request)
        if answer.status_code != OK:
            raise Http404
        self.headers[request.is_secure()] = dict(answer.headers)

    def enter(self, request: HttpRequest) -> HttpResponse:
        """What the table is answered. Raises Http404 or Faults for what has to go the long way."""
        request.resolver_match = match = resolved(request.path_info)
        if match.view_name != "v1:hands" or self.body_limit.process_view(request) is not None:
            raise Http404
        self.guard.process_view(request, match.func, match.args, match.kwargs)
        return enter_hand_at_once(request, **match.kwargs)


resolved = lru_cache(maxsize=1024)(resolve)
"""Which view an address has; those of tables come again with each hand."""


def nothing(_request: HttpRequest) -> HttpResponse:
    """An answer without a word, of which only what is added to it matters."""
    answer = HttpResponse()
    del answer.headers["Content-Type"]
    return answer


def is_hand(request: HttpRequest) -> bool:
    sent, path = request.META, request.path_info
    is_there = path.startswith(CLUBS) and path.endswith(HANDS) and request.method == "POST"
    return is_there and "HTTP_AUTHORIZATION" in sent and OVERLOADED not in sent


class FormerCookies:
    """Reads the cookies of before https gave them names of their own, where a browser has no new ones yet.

    A phone that has an earlier page open with hands to send goes on, and a language stays chosen. Sessions are no
    part of it: with their name somebody else's could be slipped in, so that people sign in once more.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The answer of the view."""
        for name in (settings.CSRF_COOKIE_NAME, settings.LANGUAGE_COOKIE_NAME):
            former = request.COOKIES.get(name.removeprefix(settings.HOST_ONLY))
            if former is not None:
                request.COOKIES.setdefault(name, former)
                if request.META.get(settings.CSRF_HEADER_NAME) == former:
                    # Its script sends what it finds under the former name, also once a new page has a new token.
                    request.META[settings.CSRF_HEADER_NAME] = request.COOKIES[name]
        return self.get_response(request)


class Unavailable:
    """Answers 503 where the database is away, locked or full, or too many wait: whoever asked tries again."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The answer of the view, unless the request has waited too long for its turn."""
        if OVERLOADED in request.META:
            return unavailable(request, None)
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """None where the error is another."""
        return unavailable(request, error) if is_passing(error) else None


def unavailable(request: HttpRequest, error: BaseException | None) -> HttpResponse:
    """503, and after how many seconds to try again."""
    why = error or "too many wait to write"
    log.warning("Nothing could be saved or read just now: %s", why, extra={"status_code": 503})
    # Hands, and whoever waited too long, come here before anybody has asked for their language.
    translation.activate(translation.get_language_from_request(request))
    told = _("nothing can be saved or read just now; try again in a few seconds")
    answer = refusal(request, 503, "unavailable", told)
    answer.headers["Retry-After"] = str(TRY_AGAIN_SECONDS)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's `handler404`: nobody keeps it, since the address may hold a token, and what is not there may come."""
    answer = defaults.page_not_found(request, exception)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def failed(request: HttpRequest) -> HttpResponse:
    """Django's `handler500`: also what fails before or behind the views, as sessions do, may be gone soon."""
    error = sys.exception()
    return unavailable(request, error) if is_passing(error) else defaults.server_error(request)


def refusal(request: HttpRequest, status: int, code: str, message: str, *, field: str = "") -> HttpResponse:
    """A refusal with this status: in the REST door's shape there, elsewhere the page of the status.

    The page is made without asking who is looking: that is in the database.
    """
    if request.path_info.startswith(API):
        told = Problems.with_status(status, [Problem(field=field, code=code, message=message)]).sent()
        return JsonResponse(
            told, status=status, content_type=PROBLEM_JSON, json_dumps_params={"ensure_ascii": False}
        )
    return HttpResponse(loader.get_template(f"{status}.html").render(), status=status)
