"""Pages whose times are the club's own."""

from __future__ import annotations

from typing import Any
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from tournaments.club.reads.members import Club
from tournaments.club.reads.visitors import visitor_of


def render_for(
    request: HttpRequest, club: Club, template: str, context: dict[str, Any], *, status: int = 200
) -> HttpResponse:
    """`template` with `club` and the visitor in its context, and every time told in the time zone of the club."""
    with timezone.override(ZoneInfo(club.time_zone)):
        return render(
            request, template, {"club": club, "visitor": visitor_of(request), **context}, status=status
        )
