"""Who asks, and from where, for what is kept of who changed what."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from django.http import HttpRequest, HttpResponse

from tournaments.club.services.audit import Asker, asked_by, network_of
from tournaments.club.services.throttle import address_of
from tournaments.site.web.user_agents import browser_of

API: Final = "API"
"""In the place of a browser: a program that asks with a token."""


def asker_of(request: HttpRequest) -> Asker:
    """Whoever sends a request, as far as it is known by now."""
    user = request.user
    at_a_table: str = getattr(user, "by", "")
    by = at_a_table or (f"user:{user.pk}" if user.is_authenticated else "visitor")
    is_program = request.META.get("HTTP_AUTHORIZATION", "") != ""
    browser = API if is_program else browser_of(request.META.get("HTTP_USER_AGENT", ""))
    return Asker(by, network_of(address_of(request.META)), browser)


class Asking:
    """Middleware that says for whom a request does what it does."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The answer of the view."""
        with asked_by(partial(asker_of, request)):
            return self.get_response(request)
