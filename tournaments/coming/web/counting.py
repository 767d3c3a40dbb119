"""What devices of visitors do is counted, each by itself, and all that come from one address."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest

from tournaments.club.services import throttle
from tournaments.club.services.throttle import Limit
from tournaments.site.web.shared import now


def over_limit(request: HttpRequest, limits: Callable[[str, str], tuple[Limit, Limit]]) -> int | None:
    """Count what this device and its address do; in how many seconds more may come if too much, else None.

    Arguments:
        limits: those of an address and a device.
    """
    # The cookie that every form needs, and each browser has of its own.
    device = request.COOKIES.get(settings.CSRF_COOKIE_NAME, "")
    at, found = now(), limits(throttle.address_of(request.META), device)
    return None if throttle.count(*found, at=at) else found[0].wait(at)
