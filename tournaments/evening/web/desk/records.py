"""What has been done: the background work and the ledger, and the standings as they are now."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.club.roles import Role, needs
from tournaments.evening.reads import desk, facts, hand_visibility
from tournaments.evening.reads.desk import Evening
from tournaments.evening.status import Status
from tournaments.evening.web.desk import ledger_lines, prizes
from tournaments.evening.web.desk.blockers import waited
from tournaments.evening.web.desk.decorators import evening_page
from tournaments.evening.web.desk.next_step import public_url
from tournaments.site.web import job_words, query_params
from tournaments.site.web.shared import now

ENTRIES_ON_A_PAGE = 50
IN_PLAY = (Status.PLAYING, Status.BELL)


@require_safe
@evening_page
@needs(Role.SCORER)
def standings(request: HttpRequest, evening: Evening) -> HttpResponse:
    """The standings after the rounds closed so far, and the prizes they would give."""
    context: dict[str, Any] = {
        "evening": evening,
        "status": evening.status,
        "public_url": public_url(evening),
        "closed": evening.current_round - (evening.status in IN_PLAY),
    }
    context["plan"] = facts.plan_of(evening)
    prizes.context(context, evening, context["plan"])
    return render(request, "desk/standings.html", context)


@require_safe
@evening_page
def jobs(request: HttpRequest, evening: Evening) -> HttpResponse:
    """The background work, newest first."""
    at = now()
    lines = [
        {
            "job": job,
            "topic": job_words.topic(job),
            "came_to": job_words.came_to(job),
            "state": {"waiting": "waiting", "failed": "failed"}.get(job.outcome, "done"),
            "took": f"{job.milliseconds} ms" if job.milliseconds is not None else "",
            "waits": waited(int((at - job.made_at).total_seconds())) if job.outcome == "waiting" else "",
        }
        for job in desk.jobs(evening)
    ]
    is_working = any(line["state"] == "waiting" for line in lines)
    return render(
        request, "desk/jobs.html", {"evening": evening, "lines": lines, "every": 2 if is_working else 0}
    )


@require_safe
@evening_page
def ledger(request: HttpRequest, evening: Evening) -> HttpResponse:
    """What happened, newest first, each act in a sentence."""
    paginator = Paginator(desk.ledger(evening), ENTRIES_ON_A_PAGE)
    page = paginator.get_page(query_params.whole_number(request, "page", digits=9))
    seen = hand_visibility.sight_of(request.user, evening)
    lines = ledger_lines.entries_in_words(page.object_list, desk.names(evening), seen)
    context = {
        "evening": evening,
        "page": page,
        "lines": lines,
        "edition": facts.rulebook_of(evening).version,
        "game": facts.game_of(evening),
    }
    return render(request, "desk/ledger.html", context)
