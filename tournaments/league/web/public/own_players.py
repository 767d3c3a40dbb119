"""Who one is among the players of clubs, for whoever has claimed to be one, and the way to their own pages."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.club.reads import accounts
from tournaments.club.web.account import holder
from tournaments.league.reads import players


@never_cache
@require_safe
@login_required
def show(request: HttpRequest) -> HttpResponse:
    """The players that one is; each has a page once an evening that they played is published."""
    found = []
    for player in accounts.players_of(holder(request)):
        person = players.person(player.club, player.pk)
        has_page = person is not None and any(players.evenings_of(person))
        found.append({"player": player, "has_page": has_page})
    return render(request, "sign_in/own_players.html", {"found": found})
