"""The work under way on leagues as the desk tells it, and having it tried again where it failed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.catalogue import GAMES
from tournaments.evening.reads.desk import Job
from tournaments.league.reads.jobs import jobs_of
from tournaments.league.reads.seasons import Season
from tournaments.league.web.desk.doors import season_page, to_season
from tournaments.site.web import job_words
from tournaments.site.web.shared import now
from tournaments.work import outbox


def jobs_in_words(jobs: Iterable[Job], decide: Callable[[int, str], str]) -> list[dict[str, Any]]:
    """What is being worked out, each with the game where it is one's ratings.

    Arguments:
        jobs: what there is.
        decide: the address that has a job tried again or dropped.
    """
    return [
        {
            "has_failed": job.outcome == job.Outcome.FAILED,
            "remark": job_words.came_to(job),
            "done": job.done,
            "total": job.total,
            "game": job.payload.get("game", ""),
            "game_name": _game_name(job.payload.get("game", "")),
            "again": decide(job.pk, "again"),
            "drop": decide(job.pk, "drop"),
        }
        for job in jobs
    ]


def _game_name(slug: str) -> str:
    return _(GAMES[slug].name) if slug in GAMES else slug


def of_season(season: Season) -> list[dict[str, Any]]:
    """What is being worked out for a season, or could not be."""
    where = (season.league.club.slug, season.league.slug, season.slug)
    return jobs_in_words(
        jobs_of(season), lambda pk, name: reverse("web:desk-season-work", args=[*where, pk, name])
    )


def decide(request: HttpRequest, jobs: Iterable[Job], pk: int, name: str) -> None:
    """Put a failed job back in the queue, or let it be. Raises Http404 where it is not among these."""
    job = next((job for job in jobs if job.pk == pk), None)
    if job is None:
        raise Http404
    if name == "again":
        outbox.try_again(job=job, at=now())
        messages.success(request, _("Another try is under way."))
    elif name == "drop":
        outbox.drop(job=job, at=now())
        messages.success(request, _("The job is dropped."))
    else:
        raise Http404


@require_POST
@season_page
def deed(request: HttpRequest, season: Season, pk: int, name: str) -> HttpResponse:
    """Have failed work of a season, or of ratings it rests on, tried again or dropped."""
    decide(request, jobs_of(season), pk, name)
    return to_season(season)
