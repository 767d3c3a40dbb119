"""The ratings of a club's players at a game, and how they and handicaps are worked out."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games.catalogue import GAMES
from tournaments.club.publicity import Part
from tournaments.club.web.visitors import public_club
from tournaments.club.web.zones import render_for
from tournaments.league.reads.ratings import games_rated, ratings_at
from tournaments.ranking.ratings.handicap import HandicapRule, handicap_in_words
from tournaments.ranking.ratings.rating import Rating
from tournaments.site.web.shared import said


@require_safe
def ratings(request: HttpRequest, club: str, game: str) -> HttpResponse:
    """Everybody rated at a game, the surest first."""
    found = public_club(request, club, Part.PLAYERS)
    if game not in GAMES:
        raise Http404
    context = {
        "game": GAMES[game],
        "games": [GAMES[slug] for slug in games_rated(found) if slug in GAMES],
        "rated": ratings_at(found, game),
        "start": Rating(),
        "handicap": [said(sentence) for sentence in handicap_in_words(HandicapRule())],
    }
    return render_for(request, found, "league/ratings.html", context)
