"""How a page learns that its evening has moved where it hears no stream: a number that grows, asked for by and by.

The answer carries no news, only the version; the page then fetches again what it shows.
"""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.views.decorators.http import require_GET

from tournaments.evening.reads import live


@require_GET
def version(request: HttpRequest, club: str, evening: str) -> HttpResponse:
    """The version of an evening of which the asker hears, with an ETag; one query."""
    heard = live.heard_by(request.user, club, evening)
    if heard is None:
        raise Http404
    etag = f'"{heard.version}"'
    if request.headers.get("If-None-Match") == etag:
        return HttpResponseNotModified(headers={"ETag": etag})
    return JsonResponse(
        {"version": heard.version, "status": heard.status},
        headers={"ETag": etag, "Cache-Control": "no-cache"},
    )
