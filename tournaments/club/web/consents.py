"""Whether somebody's name and ratings are public: said by themselves, or recorded by a secretary."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.club.reads import members
from tournaments.club.reads.consents import Consent, said_by
from tournaments.club.reads.members import Club, Player
from tournaments.club.reads.photos import may_be_minor
from tournaments.club.roles import Role, needs
from tournaments.club.services import consents
from tournaments.club.web.pages import club_page
from tournaments.club.web.photos import own_player
from tournaments.site.web.shared import by_user, now


class ConsentForm(forms.Form):
    """A button that says yes or no to one thing."""

    of = forms.TypedChoiceField(choices=Consent.Of.choices, coerce=Consent.Of)
    answer = forms.ChoiceField(choices=[("yes", "yes"), ("no", "no")])


@require_http_methods(["GET", "HEAD", "POST"])
@club_page
@needs(Role.SECRETARY)
def of_member(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """What is public of somebody of the club; a post records what they say to it."""
    player = members.member(club, pk)
    if _is_recorded(request, player):
        return redirect("web:desk-member-consents", club.slug, pk)
    return _page(request, "desk/consents.html", player)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def own(request: HttpRequest, pk: int) -> HttpResponse:
    """The same of a player who whoever is signed in has claimed to be."""
    player = own_player(request, pk)
    if _is_recorded(request, player):
        return redirect("web:own-consents", pk)
    return _page(request, "sign_in/own_consents.html", player)


def _is_recorded(request: HttpRequest, player: Player) -> bool:
    """Whether an answer was sent, which is recorded then. Raises Http404 for what is none."""
    if request.method != "POST":
        return False
    form = ConsentForm(request.POST)
    if not form.is_valid():
        raise Http404
    consents.record(
        player=player,
        of=form.cleaned_data["of"],
        given=form.cleaned_data["answer"] == "yes",
        by=by_user(request),
        at=now(),
    )
    messages.success(request, _("Saved. The change applies at once."))
    return True


def _page(request: HttpRequest, template: str, player: Player) -> HttpResponse:
    context = {
        "club": player.club,
        "player": player,
        "said": said_by(player),
        "in_public": consents.public_name(player.name) or player.name,
        "is_minor": may_be_minor(player, now().date()),
    }
    return render(request, template, context)
