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
    row = get_object_or_404(read.public_federations(), slug=federation)
    clubs, visitor = read.clubs_of(row), visitor_of(request)
    context = {
        "federation": row,
        "clubs": clubs,
        "leagues": read.shared_leagues(clubs, visitor),
        "games": [GAMES[slug] for slug in games_rated(row) if slug in GAMES],
        "front": front(clubs, visitor, shared_seasons(clubs, visitor), at=now()),
    }
    return render(request, "public/federation.html", context)


@require_safe
def federation_ratings(request: HttpRequest, federation: str, game: str) -> HttpResponse:
    row = get_object_or_404(read.public_federations(), slug=federation)
    if game not in GAMES:
        raise Http404
    paginator = Paginator(read.people_rated(row, game, visitor_of(request)), ON_A_PAGE)
    context = {
        "federation": row,
        "game": GAMES[game],
        "games": [GAMES[slug] for slug in games_rated(row) if slug in GAMES],
        "page": paginator.get_page(query_params.whole_number(request, "page", digits=9)),
        "start": Rating(),
    }
    return render(request, "league/federation_ratings.html", context)


CLUBS_ON_A_PAGE = 50
RESULTS_ON_A_PAGE = 25


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    clubs = Paginator(public.clubs(), CLUBS_ON_A_PAGE)
    page = clubs.get_page(query_params.whole_number(request, "page", digits=9))
    if clubs.count == 1:
        return redirect("web:club", page[0].slug)
    visitor = visitor_of(request)
    overview = front(None, visitor, public_seasons(visitor), at=now())
    return render(request, "public/home.html", {"page": page, "front": overview})


@require_safe
def club(request: HttpRequest, club: str) -> HttpResponse:
    row = public_club(request, club)
    visitor = visitor_of(request)
    context = {
        "front": front([row], visitor, public_seasons_of(row, visitor), at=now()),
        "rated": games_rated(row)[:1],
        "federation": federation_of(row),
    }
    return render_for(request, row, "public/club.html", context)


@require_safe
def results(request: HttpRequest, club: str) -> HttpResponse:
    row = public_club(request, club, Part.RESULTS)
    paginator = Paginator(results_of([row], visitor_of(request)), RESULTS_ON_A_PAGE)
    page = paginator.get_page(query_params.whole_number(request, "page", digits=9))
    context = {"page": page, "results": with_winners(list(page.object_list))}
    return render_for(request, row, "public/results.html", context)
