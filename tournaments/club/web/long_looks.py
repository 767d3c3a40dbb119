"""Pages that take long to make are made so often a minute for one account or one address, then no more."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, Final, ParamSpec

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.club.services import throttle
from tournaments.site.web.shared import now

P = ParamSpec("P")
TOO_MANY: Final = 429


def counted(view: Callable[Concatenate[HttpRequest, P], HttpResponse]) -> Callable[..., HttpResponse]:
    """A page that takes long; whoever has asked too often is told to wait, and it is not made."""

    @wraps(view)
    def made(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        return too_many(request) or view(request, *args, **kwargs)

    return made


def too_many(request: HttpRequest) -> HttpResponse | None:
    """Count what takes long; the page that says to wait where it was one too many, else None."""
    at, user = now(), request.user
    limit = throttle.long_looks(f"user {user.pk}" if user.is_authenticated else "", request.META)
    if throttle.spend(limit, 1, at=at):
        return None
    answer = render(request, "429.html", status=TOO_MANY)
    answer.headers["Retry-After"] = str(limit.wait(at))
    return answer
