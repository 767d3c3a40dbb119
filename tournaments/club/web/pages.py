"""Pages of a club that its officers alone see."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec
from zoneinfo import ZoneInfo

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.cache import never_cache

from tournaments.club.reads import permissions

P = ParamSpec("P")


def club_page(
    view: Callable[Concatenate[HttpRequest, Any, P], HttpResponse],
) -> Callable[..., HttpResponse]:
    """A page of a club's desk: the view gets a club in which the user holds an office."""

    @wraps(view)
    def found(request: HttpRequest, club: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        there = get_object_or_404(permissions.clubs_of(request.user), slug=club)
        with timezone.override(ZoneInfo(there.time_zone)):
            return view(request, there, *args, **kwargs)

    return never_cache(login_required(found))
