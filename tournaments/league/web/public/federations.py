"""A federation as everybody sees it: its clubs and what is on in them, each as far as the club shows it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from tournaments.club.reads.visitors import visitor_of
from tournaments.league.reads import federations as read
from tournaments.league.reads.access import shared_seasons
from tournaments.league.reads.front import front
from tournaments.site.web.shared import now


@require_safe
def federation(request: HttpRequest, federation: str) -> HttpResponse:
    """The clubs, their evenings that are on, to come and over, and the leagues that they share."""
    found = get_object_or_404(read.public_federations(), slug=federation)
    clubs, visitor = read.clubs_of(found), visitor_of(request)
    context = {
        "federation": found,
        "clubs": clubs,
        "leagues": read.shared_leagues(clubs, visitor),
        "front": front(clubs, visitor, shared_seasons(clubs, visitor), at=now()),
    }
    return render(request, "public/federation.html", context)
