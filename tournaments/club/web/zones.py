"""Pages whose times are the club's own."""

from __future__ import annotations

from typing import Any
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import patch_vary_headers

from tournaments.club.reads.members import Club
from tournaments.club.reads.visitors import visitor_of


def render_for(
    request: HttpRequest, club: Club, template: str, context: dict[str, Any], *, status: int = 200
) -> HttpResponse:
    """`template` with `club` and the visitor in its context, and every time told in the time zone of the club."""
    with timezone.override(ZoneInfo(club.time_zone)):
        whole = {"club": club, "visitor": visitor_of(request), **context}
        answer = render(request, template, whole, status=status)
    patch_vary_headers(answer, ["Cookie"])  # of who may see more, and in which language
    return answer
