"""How a page learns that its evening has moved where it hears no stream: a number that grows, asked for by and by.

The answer carries no news, only the version; the page then fetches again what it shows.
"""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.views.decorators.http import require_GET

from tournaments.evening.reads import live
from tournaments.site.web import query_params


def table_of(request: HttpRequest) -> int:
    """The number of the table whose phones ask; `live.WHOLE` where a page shows more than a table."""
    return query_params.whole_number(request, "table") or live.WHOLE


@require_GET
def version(request: HttpRequest, club: str, evening: str) -> HttpResponse:
    """The version of an evening, or of a table of it, of which the asker hears, with an ETag; one query."""
    heard = live.heard_by(request.user, club, evening, table_of(request))
    if heard is None:
        raise Http404
    etag = f'"{heard.version}"'
    if request.headers.get("If-None-Match") == etag:
        return HttpResponseNotModified(headers={"ETag": etag})
    return JsonResponse(
        {"version": heard.version, "status": heard.status},
        headers={"ETag": etag, "Cache-Control": "no-cache"},
    )
