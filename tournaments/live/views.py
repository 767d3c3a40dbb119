"""The beginning of a stream: who may listen, and where things stand."""

from __future__ import annotations

import secrets

from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.views.decorators.http import require_GET

from tournaments.club.services.throttle import address_of
from tournaments.live.bridge import version_heard
from tournaments.live.hub import LISTEN, Listen, Stand, hint

RETRY_MS = 1000
"""So soon a page whose stream broke off asks again, or up to twice as late: not all of a room at once."""
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


@require_GET
def stream(request: HttpRequest, club: str, evening: str) -> HttpResponseBase:
    """A stream of hints of an evening's versions, for whoever may hear of it; the first says the present one.

    With `?table=` it is those versions that the phones of the table show.

    A server that knows no streams, such as Django's own for developers, answers 204: the page asks no more and
    polls.
    """
    told = version_heard(request, club, evening)
    listen: Listen | None = request.META.get(LISTEN)
    if listen is None:
        return HttpResponse(status=204)
    stand = Stand(told.version, told.status)
    if not listen(told.topic, stand, address_of(request.META)):
        return HttpResponse(status=429, headers={"Retry-After": "30"})
    retry = RETRY_MS + secrets.randbelow(RETRY_MS)
    beginning = b"retry: %d\n%s" % (retry, hint(told.topic, stand))
    return StreamingHttpResponse([beginning], content_type="text/event-stream", headers=HEADERS)
