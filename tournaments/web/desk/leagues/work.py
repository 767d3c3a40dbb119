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
from tournaments.queries.leagues import shown
from tournaments.queries.leagues.seasons import Season
from tournaments.queries.leagues.shown import Recomputation
from tournaments.services.leagues import workers
from tournaments.web.desk.leagues.doors import season_page, to_season
from tournaments.web.shared import now


def in_words(rows: Iterable[Recomputation], again: Callable[[int], str]) -> list[dict[str, Any]]:
    """What is being worked out, each with the game where it is one's ratings.

    Arguments:
        rows: what there is.
        again: the address that has a piece of work tried again.
    """
    return [
        {
            "stage": one.stage,
            "remark": one.remark,
            "done": one.done,
            "total": one.total,
            "game": one.game,
            "game_name": _(GAMES[one.game].name) if one.game in GAMES else one.game,
            "again": again(one.pk),
        }
        for one in rows
    ]


def of_season(season: Season) -> list[dict[str, Any]]:
    """What is being worked out for a season, or could not be."""
    where = (season.league.club.slug, season.league.slug, season.slug)
    return in_words(shown.work_of(season), lambda pk: reverse("web:desk-season-again", args=[*where, pk]))


def try_again(request: HttpRequest, rows: Iterable[Recomputation], pk: int) -> None:
    """Put a piece of failed work back in the queue. Raises Http404 where it is not among these."""
    failed = next((one for one in rows if one.pk == pk), None)
    if failed is None:
        raise Http404
    workers.try_again(recomputation=failed, at=now())
    messages.success(request, _("It is tried again."))


@require_POST
@season_page
def again(request: HttpRequest, season: Season, pk: int) -> HttpResponse:
    """Put failed work of a season, or of ratings it rests on, back in the queue."""
    try_again(request, shown.work_of(season), pk)
    return to_season(season)
