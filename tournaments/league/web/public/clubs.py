"""The front door: the clubs, what is on in them and what was; and all results of one."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from games.catalogue import GAMES
from tournaments.club.publicity import Part
from tournaments.club.reads.visitors import visitor_of
from tournaments.club.web.settings import render_for
from tournaments.club.web.visitors import public_club
from tournaments.evening.reads import public
from tournaments.league.reads import federations as read
from tournaments.league.reads.federations import federation_of
from tournaments.league.reads.ratings import games_rated
from tournaments.league.reads.seasons import (
    front,
    public_seasons,
    public_seasons_of,
    results_of,
    shared_seasons,
    with_winners,
)
from tournaments.ranking.ratings.rating import Rating
from tournaments.site.web import query_params
from tournaments.site.web.pages import now

# A federation as everybody sees it: its clubs and what is on in them, each as far as the club shows it.

ON_A_PAGE = 100


@require_safe
def federation(request: HttpRequest, federation: str) -> HttpResponse:
    """The clubs, their evenings that are on, to come and over, and the leagues that they share."""
    found = get_object_or_404(read.public_federations(), slug=federation)
    clubs, visitor = read.clubs_of(found), visitor_of(request)
    context = {
        "federation": found,
        "clubs": clubs,
        "leagues": read.shared_leagues(clubs, visitor),
        "games": [GAMES[slug] for slug in games_rated(found) if slug in GAMES],
        "front": front(clubs, visitor, shared_seasons(clubs, visitor), at=now()),
    }
    return render(request, "public/federation.html", context)


@require_safe
def federation_ratings(request: HttpRequest, federation: str, game: str) -> HttpResponse:
    """Everybody rated at a game over all clubs, the surest first."""
    found = get_object_or_404(read.public_federations(), slug=federation)
    if game not in GAMES:
        raise Http404
    paginator = Paginator(read.people_rated(found, game, visitor_of(request)), ON_A_PAGE)
    context = {
        "federation": found,
        "game": GAMES[game],
        "games": [GAMES[slug] for slug in games_rated(found) if slug in GAMES],
        "page": paginator.get_page(query_params.whole_number(request, "page", digits=9)),
        "start": Rating(),
    }
    return render(request, "league/federation_ratings.html", context)


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
