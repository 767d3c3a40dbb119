"""How a page learns that its evening has moved where it hears no stream: a number that grows, asked for by and by.

The answer carries no news, only the version; the page then fetches again what it shows.
"""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.views.decorators.http import require_GET

from tournaments.club.reads.visitors import visitor_of
from tournaments.evening.reads import live
from tournaments.site.web import query_params


def heard(request: HttpRequest, club: str, evening: str) -> live.LiveEvening:
    """What the asker hears of an evening, with `?table=` what the phones there show. Raises Http404 for nothing."""
    table = query_params.whole_number(request, "table") or live.WHOLE
    key = query_params.text(request, "key")
    found = live.heard_by(visitor_of(request), club, evening, table, key=key)
    if found is None:
        raise Http404
    return found


@require_GET
def version(request: HttpRequest, club: str, evening: str) -> HttpResponse:
    """The version of an evening, or of a table of it, of which the asker hears, with an ETag; one query."""
    told = heard(request, club, evening)
    etag = f'"{told.version}"'
    if request.headers.get("If-None-Match") == etag:
        return HttpResponseNotModified(headers={"ETag": etag})
    return JsonResponse(
        {"version": told.version, "status": told.status},
        headers={"ETag": etag, "Cache-Control": "no-cache"},
    )
