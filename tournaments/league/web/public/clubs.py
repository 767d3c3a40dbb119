"""The front door: the clubs, what is on in them and what was; and all results of one."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from tournaments.club.publicity import Part
from tournaments.club.reads.visitors import visitor_of
from tournaments.club.web.visitors import public_club
from tournaments.club.web.zones import render_for
from tournaments.evening.reads import public
from tournaments.league.reads.access import public_seasons, public_seasons_of
from tournaments.league.reads.federations import federation_of
from tournaments.league.reads.front import front, results_of, with_winners
from tournaments.league.reads.ratings import games_rated
from tournaments.site.web import query_params
from tournaments.site.web.shared import now

CLUBS_ON_A_PAGE = 50
RESULTS_ON_A_PAGE = 25


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The clubs, page by page, and what is on in them; where there is one only, its page."""
    clubs = Paginator(public.clubs(), CLUBS_ON_A_PAGE)
    page = clubs.get_page(query_params.whole_number(request, "page", digits=9))
    if clubs.count == 1:
        return redirect("web:club", page[0].slug)
    visitor = visitor_of(request)
    shown = front(None, visitor, public_seasons(visitor), at=now())
    return render(request, "public/home.html", {"page": page, "front": shown})


@require_safe
def club(request: HttpRequest, club: str) -> HttpResponse:
    """What is on in a club and coming, its latest results, tables and rulebooks."""
    found = public_club(request, club)
    visitor = visitor_of(request)
    context = {
        "front": front([found], visitor, public_seasons_of(found, visitor), at=now()),
        "rated": games_rated(found)[:1],
        "federation": federation_of(found),
    }
    return render_for(request, found, "public/club.html", context)


@require_safe
def results(request: HttpRequest, club: str) -> HttpResponse:
    """All evenings of a club that are over, the latest first, page by page."""
    found = public_club(request, club, Part.RESULTS)
    paginator = Paginator(results_of([found], visitor_of(request)), RESULTS_ON_A_PAGE)
    page = paginator.get_page(query_params.whole_number(request, "page", digits=9))
    context = {"page": page, "results": with_winners(list(page.object_list))}
    return render_for(request, found, "public/results.html", context)
