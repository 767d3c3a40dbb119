"""A federation as everybody sees it: its clubs and what is on in them, each as far as the club shows it."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from games.catalogue import GAMES
from tournaments.club.reads.visitors import visitor_of
from tournaments.league.reads import federations as read
from tournaments.league.reads.access import shared_seasons
from tournaments.league.reads.front import front
from tournaments.league.reads.ratings import games_rated
from tournaments.ranking.ratings.rating import Rating
from tournaments.site.web import query_params
from tournaments.site.web.shared import now

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
def ratings(request: HttpRequest, federation: str, game: str) -> HttpResponse:
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
