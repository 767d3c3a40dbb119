"""The pages of the search: at the desk, whole or as the part that its palette shows, and in public."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path
from django.views.decorators.http import require_safe

from tournaments.club.reads.access import visitor_of
from tournaments.club.reads.members import Club
from tournaments.club.web.pages import club_read, public_club, render_for
from tournaments.club.web.sign_in import count_long_look
from tournaments.search import finders
from tournaments.search.finders import LONGEST, SHORTEST, Group, SearchQuery, read_query
from tournaments.site.web import query_params

LONGEST_ADDRESS = 80


@club_read()
@count_long_look
def desk(request: HttpRequest, club: Club) -> HttpResponse:
    query = _query(request)
    evening = query_params.text(request, "evening", longest=LONGEST_ADDRESS)
    context = {"club": club, "within": evening, **_context(query, finders.at_the_desk(club, query, evening))}
    is_part = request.htmx  # type: ignore[attr-defined]  # set by the middleware of django-htmx
    return render(request, "search/options.html" if is_part else "search/desk.html", context)


@require_safe
@count_long_look
def public(request: HttpRequest, club: str) -> HttpResponse:
    club_row = public_club(request, club)
    query = _query(request)
    return render_for(
        request,
        club_row,
        "search/public.html",
        _context(query, finders.in_public(club_row, visitor_of(request), query)),
    )


def _query(request: HttpRequest) -> SearchQuery:
    return read_query(query_params.text(request, "q", longest=LONGEST))


def _context(asked: SearchQuery, groups: list[Group]) -> dict[str, Any]:
    count = sum(len(group.hits) for group in groups)
    return {"asked": asked, "groups": groups, "count": count, "longest": LONGEST, "shortest": SHORTEST}


urlpatterns: list[URLPattern] = [
    path("c/<slug:club>/search/", public, name="search"),
    path("desk/<slug:club>/search/", desk, name="desk-search"),
]
