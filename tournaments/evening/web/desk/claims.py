"""Accounts of players: the club hands a link on by which somebody says which of its people they are."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.club.reads import members as club_members
from tournaments.club.roles import Role, needs
from tournaments.club.services import claims
from tournaments.club.web.account import holder
from tournaments.club.web.pages import club_page
from tournaments.evening.reads.desk import Club
from tournaments.site.web.addresses import for_others
from tournaments.site.web.forms import attempt
from tournaments.site.web.shared import now


@require_POST
@club_page
@needs(Role.SECRETARY)
def give(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Make a link by which somebody claims to be this player, and show it this once."""
    player, tokens = club_members.member(club, pk), list[str]()

    def make() -> None:
        tokens.append(claims.give_claim_link(player=player, by=holder(request), at=now()))

    if not attempt(request, make):
        return redirect("web:desk-member", club.slug, pk)
    link = for_others(request, reverse("web:claim", args=tokens))
    return render(request, "desk/claim.html", {"club": club, "player": player, "link": link})


@require_POST
@club_page
@needs(Role.SECRETARY)
def end(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """No account is this player any more."""
    claims.end_claim(player=club_members.member(club, pk), at=now())
    messages.success(request, _("No account is this person any more."))
    return redirect("web:desk-member", club.slug, pk)
