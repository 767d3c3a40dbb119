"""How a page learns that its evening has moved: a number that grows, asked for every second.

The answer carries no news, only the version; the page then fetches again what it shows.
"""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.views.decorators.http import require_GET

from tournaments.queries import access


@require_GET
def version(request: HttpRequest, club: str, evening: str) -> HttpResponse:
    """The version of an evening of which the asker hears, with an ETag; one query."""
    found = access.told_to(request.user).filter(club__slug=club, slug=evening)
    told = found.values_list("version", "status").first()
    if told is None:
        raise Http404
    number, status = told
    etag = f'"{number}"'
    if request.headers.get("If-None-Match") == etag:
        return HttpResponseNotModified(headers={"ETag": etag})
    return JsonResponse(
        {"version": number, "status": status}, headers={"ETag": etag, "Cache-Control": "no-cache"}
    )
