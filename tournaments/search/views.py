"""The search: at the desk, whole or as the part that its palette shows, in public, and over REST."""

from __future__ import annotations

from typing import Annotated, Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path
from django.views.decorators.http import require_safe
from rest_framework.request import Request

from tournaments.club.api.operations import CLUB, Address, PublicClub
from tournaments.club.api.views import LONG, PublicView
from tournaments.club.reads.access import visitor_of
from tournaments.club.reads.members import Club
from tournaments.club.web.pages import club_read, public_club, render_for
from tournaments.club.web.sign_in import count_long_look
from tournaments.search import finders
from tournaments.search.finders import LONGEST, MOST, SHORTEST, Group, SearchQuery, read_query
from tournaments.site.api import query
from tournaments.site.api.answers import Answer, At, Example, at_most
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


class Words(query.Query):
    q = query.words(LONGEST, "Words, or a table, round and hand by number.")


class WordsAtTheDesk(Words):
    evening = query.words(80, "The address of an evening, whose pages and hands come first.")


class FoundOne(Answer):
    """Something found: what it is called, a line about it, and the address of its page."""

    title: Annotated[str, Example("Ann Lee")]
    about: Annotated[str, Example("Member 17")]
    url: Annotated[str, Example("/desk/rooster-club/members/12/")]


class FoundGroup(Answer):
    """What was found of one kind, the nearest first; `has_more` than is told."""

    title: Annotated[str, Example("People")]
    has_more: bool
    found: Annotated[list[FoundOne], At("hits"), at_most(MOST)]


class FoundAll(Answer):
    """Everything that was found, by its kind; nothing for fewer than two letters."""

    groups: list[FoundGroup]


@Address(f"{CLUB}search/", "club-search", view=PublicView, throttles=LONG, chapter="search").get()
def search_club(request: Request, club: PublicClub, entered: Words) -> FoundAll:
    """Players, evenings, seasons and rules, as far as the club shows them."""
    words = read_query(entered.cleaned_data["q"])
    return FoundAll.read(groups=finders.in_public(club, visitor_of(request), words))


@Address(f"{CLUB}search/desk/", "desk-search", throttles=LONG, chapter="search").get()
def search_desk(club: Club, entered: WordsAtTheDesk) -> FoundAll:
    """People, evenings, hands, seasons, pages of the desk and rules, as far as you may see them."""
    params = entered.cleaned_data
    return FoundAll.read(groups=finders.at_the_desk(club, read_query(params["q"]), params["evening"]))
