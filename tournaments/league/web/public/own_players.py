"""Who one is among the players of clubs, for whoever has claimed to be one, and the way to their own pages."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.club.publicity import Part
from tournaments.club.reads import accounts
from tournaments.club.reads.visitors import visitor_of
from tournaments.club.web.account import holder
from tournaments.league.reads import players
from tournaments.league.reads.persons import own_players
from tournaments.league.services import bonds
from tournaments.site.web.forms import run_or_refuse
from tournaments.site.web.pages import by_user, now


@never_cache
@require_safe
@login_required
def show_own_players(request: HttpRequest) -> HttpResponse:
    user, rows = holder(request), []
    for player in accounts.players_of(user):
        is_shown = visitor_of(request).sees(Part.PLAYERS, player.club)
        person = players.person(player.club, player.pk)
        has_page = person is not None and players.has_played(person)
        rows.append({"player": player, "has_page": has_page and is_shown, "is_shown": is_shown})
    context = {"found": rows, "in_several": own_players(user)}
    return render(request, "sign_in/own_players.html", context)


@never_cache
@require_POST
@login_required
def as_one(request: HttpRequest, federation: str) -> HttpResponse:
    user = holder(request)
    own = next((group for group in own_players(user) if group.federation.slug == federation), None)
    if own is None:
        raise Http404
    act, words = (
        (bonds.join_own, _("You count as one person in the federation now."))
        if request.POST.get("answer") == "one"
        else (bonds.end_own, _("You count as another person in each club of the federation now."))
    )
    run_or_refuse(
        request, lambda: act(federation=own.federation, user=user, by=by_user(request), at=now()), words
    )
    return redirect("web:own-players")


# --- The ratings of a club's players at a game, and how they and handicaps are worked out -------------
