"""The clubs of a director, and one club's evenings."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.club.reads import members
from tournaments.club.web.pages import club_page
from tournaments.evening.reads import desk
from tournaments.evening.reads.desk import Club
from tournaments.evening.status import Status
from tournaments.evening.web.desk.next_step import next_step_in_words

ENDED = (Status.FINISHED, Status.PUBLISHED, Status.ABANDONED)


@never_cache
@require_safe
@login_required
def home(request: HttpRequest) -> HttpResponse:
    """The clubs in which the user holds an office; with one there is nothing to choose."""
    clubs = list(members.clubs(request.user))
    if len(clubs) == 1:
        return redirect("web:desk-club", clubs[0].slug)
    return render(request, "desk/home.html", {"clubs": clubs})


@require_safe
@club_page
def club(request: HttpRequest, club: Club) -> HttpResponse:
    """The club's evenings, the unfinished ones first, each with the one thing to do next."""
    evenings = list(desk.evenings(club))
    lines: list[dict[str, Any]] = [
        {"evening": evening, "next": next_step_in_words(evening.status, evening.current_round)}
        for evening in evenings
    ]
    context = {
        "club": club,
        "open": [line for line in lines if line["evening"].status not in ENDED],
        "ended": [line for line in lines if line["evening"].status in ENDED],
        "last": evenings[0] if evenings else None,
        "members_count": members.members_count(club),
    }
    return render(request, "desk/club.html", context)
