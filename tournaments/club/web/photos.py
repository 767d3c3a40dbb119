"""The photo of a player: shown with their consent, by themselves or by a secretary, and taken off by either."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.club.reads import accounts, members
from tournaments.club.reads.members import Club, Player
from tournaments.club.reads.photos import may_be_minor, photo_of
from tournaments.club.reads.visitors import visitor_of
from tournaments.club.roles import Role, needs
from tournaments.club.services import photos
from tournaments.club.web.account import holder
from tournaments.club.web.look_forms import LogoForm
from tournaments.club.web.pages import club_page
from tournaments.site.web.forms import REFUSED, faults_in
from tournaments.site.web.isolating import isolate
from tournaments.site.web.shared import by_user, now


class PhotoForm(LogoForm):
    """A file with a photo, and the consent of whom it shows."""

    agreed = forms.BooleanField(
        label=later("The person has agreed that everybody sees this photo on their page"),
        error_messages={"required": later("A photo is shown only if the person has agreed. Ask them first.")},
    )


class OwnPhotoForm(LogoForm):
    """A file with one's own photo."""

    agreed = forms.BooleanField(
        label=later("I agree that everybody sees this photo on my page"),
        error_messages={"required": later("Your photo is shown only if you agree.")},
    )


@require_http_methods(["GET", "HEAD", "POST"])
@club_page
@needs(Role.SECRETARY)
def of_member(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """The photo of somebody of the club."""
    player = members.member(club, pk)
    form = PhotoForm(request.POST, request.FILES) if request.method == "POST" else PhotoForm()
    if _is_shown(request, player, form):
        return redirect("web:desk-member-photo", club.slug, pk)
    return _page(request, "desk/photo.html", player, form)


@require_POST
@club_page
@needs(Role.SECRETARY)
def take_off_member(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Somebody's photo is shown no longer."""
    _take_off(request, members.member(club, pk))
    return redirect("web:desk-member-photo", club.slug, pk)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def own(request: HttpRequest, pk: int) -> HttpResponse:
    """The photo of a player who whoever is signed in has claimed to be."""
    player = own_player(request, pk)
    form = OwnPhotoForm(request.POST, request.FILES) if request.method == "POST" else OwnPhotoForm()
    if _is_shown(request, player, form):
        return redirect("web:own-photo", pk)
    return _page(request, "sign_in/own_photo.html", player, form)


@require_POST
@login_required
def take_off_own(request: HttpRequest, pk: int) -> HttpResponse:
    """One's own photo is shown no longer."""
    _take_off(request, own_player(request, pk))
    return redirect("web:own-photo", pk)


def own_player(request: HttpRequest, pk: int) -> Player:
    """A player who whoever is signed in has claimed to be. Raises Http404 for anybody else."""
    found = next((player for player in accounts.players_of(holder(request)) if player.pk == pk), None)
    if found is None:
        raise Http404
    return found


def _is_shown(request: HttpRequest, player: Player, form: PhotoForm | OwnPhotoForm) -> bool:
    """Whether a photo was sent that is shown from now on; what is wrong with it stands in the form."""
    if not form.is_bound or not form.is_valid():
        return False
    with faults_in(form):
        photos.show_photo(
            player=player,
            content=form.cleaned_data["file"].read(),
            agreed=form.cleaned_data["agreed"],
            by=by_user(request),
            at=now(),
        )
        messages.success(request, _("The photo is shown."))
    return form.is_valid()


def _take_off(request: HttpRequest, player: Player) -> None:
    photos.take_off(player=player)
    messages.success(request, _("The photo of %(name)s is deleted.") % {"name": isolate(player.name)})


def _page(request: HttpRequest, template: str, player: Player, form: Any) -> HttpResponse:
    found = photo_of(player)
    context = {
        "club": player.club,
        "visitor": visitor_of(request),
        "player": player,
        "form": form,
        "photo": found,
        "consent_by": _called(found.consent_by) if found else "",
        "is_minor": may_be_minor(player, now().date()),
    }
    return render(request, template, context, status=REFUSED if form.is_bound else None)


def _called(by: str) -> str:
    """What the account is called that recorded a consent."""
    key = by.removeprefix("user:")
    return members.user_names([int(key)]).get(int(key), "") if key.isdigit() else ""
