"""Pages of the desk: who finds them, and what whoever may not use them is told."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from typing import Any, Concatenate, ParamSpec
from zoneinfo import ZoneInfo

from django.contrib.auth.decorators import login_required
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import get_resolver
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournaments.club.reads import accounts, permissions
from tournaments.club.reads.members import Club
from tournaments.club.roles import ONLY, Permission, Role, needs_of

P = ParamSpec("P")
FORBIDDEN = 403
Finder = Callable[[Role], QuerySet[Any]]
"""What there is at an address for whoever is at least that."""
ClubOf = Callable[[Any], Club]


def get_for_role_or_404(
    request: HttpRequest,
    needs: Permission,
    finder: Finder,
    club_of: ClubOf,
    view: Callable[[Any], HttpResponse],
) -> HttpResponse:
    """The page of what `finder` finds for the role that the request takes.

    Whoever holds a lesser office there is told who may. Raises Http404 for everybody else.
    """
    least = needs.least(request.method)
    target: Model | None = finder(least).first()
    if target is not None:
        return view(target)
    target = finder(Role.SCORER).first() if least > Role.SCORER else None
    if target is None:
        raise Http404
    return not_yours(request, club_of(target), least)


def not_yours(request: HttpRequest, club: Club, least: Role) -> HttpResponse:
    context = {"club": club, "said": _(ONLY[least]), "who": accounts.at_least(club, least)}
    return render(request, "desk/not_yours.html", context, status=FORBIDDEN)


def club_page(
    view: Callable[Concatenate[HttpRequest, Any, P], HttpResponse],
) -> Callable[..., HttpResponse]:
    """A page of a club's desk: the view gets a club in which the user is what it `needs`.

    That is a director where the view is silent.
    """
    needed = needs_of(view, Role.DIRECTOR)

    @wraps(view)
    def wrapped(request: HttpRequest, club: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        def page(there: Club) -> HttpResponse:
            with timezone.override(ZoneInfo(there.time_zone)):
                return view(request, there, *args, **kwargs)

        def finder(least: Role) -> QuerySet[Club]:
            return permissions.clubs_of(request.user, least).filter(slug=club)

        return get_for_role_or_404(request, needed, finder, lambda club: club, page)

    return with_needs(never_cache(login_required(wrapped)), needed)


@cache
def needs_at(name: str) -> Permission:
    patterns = get_resolver("tournaments.web_urls").url_patterns
    page_pattern: Any = next(pattern for pattern in patterns if getattr(pattern, "name", "") == name)
    needed: Permission = page_pattern.callback.needs
    return needed


def with_needs(page: Callable[..., HttpResponse], needed: Permission) -> Callable[..., HttpResponse]:
    page.needs = needed  # type: ignore[attr-defined]
    return page
