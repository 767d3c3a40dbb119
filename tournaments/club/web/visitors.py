"""The club at a public address, as its visitors find it; and the link that shows them more."""

from __future__ import annotations

from typing import Any, Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template import Library
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments import tenant_guard
from tournaments.club.publicity import Audience, Part
from tournaments.club.reads import permissions
from tournaments.club.reads.members import Club
from tournaments.club.reads.permissions import Asker
from tournaments.club.reads.visitors import BETWEEN, LINKS, MOST_LINKS, Visitor, club_of_link, visitor_of
from tournaments.club.web.settings import speak

register = Library()
LASTS: Final = 400 * 24 * 60 * 60
"""Seconds; browsers keep nothing longer."""


def public_club(request: HttpRequest, slug: str, part: Part | None = None) -> Club:
    """The club of this address, whose language is spoken from now on; one query.

    Raises Http404 where there is none, or it does not show the visitor this part of it.
    """
    club: Club = get_object_or_404(permissions.public_clubs(), slug=slug)
    if part is not None and not visitor_of(request).sees(part, club):
        raise Http404
    speak(request, club.language)
    return club


@never_cache
@require_safe
def open_link(request: HttpRequest, link: str) -> HttpResponse:
    club = club_of_link(link)
    if club is None:
        raise Http404
    before = [other for other in request.COOKIES.get(LINKS, "").split(BETWEEN) if other and other != link]
    answer = redirect("web:club", club.slug)
    answer.set_cookie(
        LINKS,
        BETWEEN.join([link, *before][:MOST_LINKS]),
        max_age=LASTS,
        secure=settings.HTTPS or request.is_secure(),
        httponly=True,
        samesite="Lax",
    )
    answer["Referrer-Policy"] = "no-referrer"
    return answer


def _sees(visitor: Any, part: Part, club: Club) -> bool:
    # A page that is the same for all knows of no visitor, and shows what everybody sees.
    if isinstance(visitor, Visitor):
        return visitor.sees(part, club)
    audience: int = getattr(club, part.field)
    return audience == Audience.EVERYBODY


@register.filter
def works_at_a_desk(user: Asker) -> bool:
    with tenant_guard.bypass():
        return user.is_staff or permissions.offices_of(user).exists()


@register.filter
def sees_results(visitor: Any, club: Club) -> bool:
    return _sees(visitor, Part.RESULTS, club)


@register.filter
def sees_seasons(visitor: Any, club: Club) -> bool:
    return _sees(visitor, Part.SEASONS, club)


@register.filter
def sees_players(visitor: Any, club: Club) -> bool:
    return _sees(visitor, Part.PLAYERS, club)


@register.filter
def sees_coming(visitor: Any, club: Club) -> bool:
    return _sees(visitor, Part.COMING, club)
