"""The front door: the clubs, and the evenings of one."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from tournaments.club.reads import permissions
from tournaments.club.web.zones import render_for
from tournaments.evening.reads import public
from tournaments.league.reads.ratings import games_rated


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The clubs; where there is one only, its page."""
    clubs = public.clubs()
    if len(clubs) == 1:
        return redirect("web:club", clubs[0].slug)
    return render(request, "public/home.html", {"clubs": clubs, "running": public.running()})


@require_safe
def club(request: HttpRequest, club: str) -> HttpResponse:
    """The club's evenings: what is on, and what was."""
    found = get_object_or_404(permissions.public_clubs(), slug=club)
    evenings = public.evenings_of(found)
    over = [evening for evening in evenings if evening.status in public.OVER]
    won = public.winners(over)
    context = {
        "running": [evening for evening in evenings if evening.status not in public.OVER],
        "past": [(evening, won.get(evening.pk, "")) for evening in over],
        "rated": games_rated(found)[:1],
    }
    return render_for(request, found, "public/club.html", context)
