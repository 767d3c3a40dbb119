"""What is kept about whom, for everybody to read; a copy for the person it is about, as a page and over REST."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template import Library
from django.urls import path
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from drf_spectacular.types import OpenApiTypes
from rest_framework.response import Response

from tournaments.club.api.officers import OwnAccessView
from tournaments.club.api.operations import CLUB, Address
from tournaments.club.api.views import SECRET
from tournaments.club.reads.members import Club, User
from tournaments.club.roles import Role
from tournaments.club.services import audit
from tournaments.club.web.pages import Shown, club_read
from tournaments.privacy import data_export
from tournaments.privacy.data_export import KEPT, Whom
from tournaments.privacy.erasing import mentions
from tournaments.site.web import query_params
from tournaments.site.web.pages import now

register = Library()


register.filter("mentions", mentions)


ABOUT: Final[Mapping[Whom, Any]] = {
    "players": _("Players"),
    "officers": _("Officers"),
    "visitors": _("Visitors"),
}


@require_safe
def privacy_notice(request: HttpRequest) -> HttpResponse:
    parts = [(title, KEPT[whom]) for whom, title in ABOUT.items()]
    return render(request, "privacy/told.html", {"parts": parts})


@never_cache
@club_read(Role.SECRETARY, template="privacy/kept_about.html")
def of_player(request: HttpRequest, club: Club, pk: int) -> Shown:
    player = data_export.person_of_club(club.pk, pk)
    if query_params.has(request, "copy"):
        audit.note(club, "member-copied", player=player)
        return _copy([player], f"{player.slug}.json")
    return {"player": player, "parts": [("", data_export.counted(player))]}


@never_cache
@require_safe
@login_required
def of_oneself(request: HttpRequest) -> HttpResponse:
    people = data_export.all_one_is(data_export.account(request.user.pk or 0))
    if query_params.has(request, "copy"):
        return _copy(people, "about-you.json")
    parts = [(data_export.name_of(person), data_export.counted(person)) for person in people]
    return render(request, "privacy/kept_about.html", {"parts": parts})


def _copy(people: list[data_export.Person], name: str) -> HttpResponse:
    copy: dict[str, Any] = data_export.copy_of(*people, at=now())
    answer = JsonResponse(copy, json_dumps_params={"ensure_ascii": False, "indent": 1})
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


urlpatterns = [
    path("privacy/", privacy_notice, name="privacy"),
    path("access/data/", of_oneself, name="own-data"),
    path("desk/<slug:club>/members/<int:pk>/data/", of_player, name="desk-member-data"),
]


COPY: dict[str, Any] = {
    "format": data_export.FORMAT,
    "made_at": "2026-11-20T20:00:00.000000Z",
    "kept": [
        {
            "who": "Ann Lee · The Rooster Card Club",
            "what": "Name",
            "why": "so that everybody knows who plays",
            "until": "for good",
            "rows": {},
        }
    ],
}
"""What a copy looks like."""
OWN = Address("me/data/", "own-data", view=OwnAccessView, needs=Role.OWNER, chapter="privacy")


@Address(f"{CLUB}players/<int:player>/data/", "player-data", needs=Role.SECRETARY, chapter="privacy").get(
    answer=OpenApiTypes.OBJECT, example=COPY
)
def copy_player_data(club: Club, player: int, at: datetime) -> Response:
    """Everything that is kept about somebody, to be handed to them; what opens something is left out."""
    person = data_export.person_of_club(club.pk, player)
    return Response(data_export.copy_of(person, at=at), headers=SECRET)


@OWN.get(answer=OpenApiTypes.OBJECT, example=COPY)
def copy_own_data(user: User, at: datetime) -> Response:
    """Everything that is kept about your account and the players you are; what opens something is left out."""
    people = data_export.all_one_is(data_export.account(user.pk))
    return Response(data_export.copy_of(*people, at=at), headers=SECRET)
