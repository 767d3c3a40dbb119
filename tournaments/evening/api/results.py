"""What has been played, for everybody to whom the club shows its results: no token is needed."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Self

from django.http import Http404
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from rest_framework.request import Request

from tournaments.club.api.operations import CLUB, Address, club_showing
from tournaments.club.api.views import PublicView, unchanged
from tournaments.club.reads.access import visitor_of
from tournaments.club.reads.members import Club
from tournaments.club.roles import Part
from tournaments.evening.api import evening_answers
from tournaments.evening.reads import desk, public
from tournaments.evening.reads.desk import Evening
from tournaments.site.api import query
from tournaments.site.api.answers import (
    BEGAN,
    PLAN,
    Answer,
    At,
    ClubSlug,
    Day,
    EntryNumber,
    EveningSlug,
    Example,
    GameSlug,
    Moment,
)
from tournaments.site.api.query import Orders, ordering
from tournaments.site.arguments import From

ORDERS: Orders = {"-date": ("-date", "-pk"), "date": ("date", "pk")}


class WantedResults(evening_answers.WantedEvenings):
    game = query.words(evening_answers.LONGEST_GAME, "What was played.")


class Result(Answer):
    """An evening that is over: by what plan it was played, who came where, who won what.

    `published_at` is null until its archive is made; a correction makes another one. Until it is published `prizes`
    is empty, and `standings` too where the plan does not let visitors see them before (`before_publication`).
    """

    club: Annotated[ClubSlug, At("club.slug")]
    slug: EveningSlug
    name: Annotated[str, Example("Friday progressive")]
    date: Annotated[date, Day]
    game: Annotated[GameSlug, At("plan.game")]
    plan: Annotated[dict[str, Any], Example(PLAN)]
    version: EntryNumber
    rounds: Annotated[int, At("current_round"), Example(6)]
    published_at: Annotated[Moment | None, Example(BEGAN)]
    standings: list[evening_answers.Standing]
    prizes: list[evening_answers.Prize]

    @classmethod
    def from_view(cls, view: Evening) -> Self:
        return cls.read(
            view,
            standings=[
                evening_answers.Standing.from_view(row) for row in public.results_shown(view).standings()
            ],
            prizes=[evening_answers.Prize.from_view(won) for won in public.results_shown(view).prizes()],
        )


ClubWithResults = Annotated[Club, club_showing(Part.RESULTS)]
RESULTS = Address(f"{CLUB}results/", "results", view=PublicView)
RESULT = Address(f"{CLUB}results/<slug:evening>/", "result", view=PublicView)
ROUND = Address(f"{CLUB}results/<slug:evening>/rounds/<int:number>/", "result-round", view=PublicView)


def evening_that_is_over(request: Request, club: str, evening: str, nothing: query.Nothing) -> Evening:
    return get_object_or_404(public.evenings_over(visitor_of(request), club), slug=evening)


EveningOver = Annotated[Evening, From(evening_that_is_over)]


@RESULTS.get(parameters=[ordering(ORDERS)])
def list_results(
    request: Request, club: ClubWithResults, wanted: WantedResults
) -> evening_answers.EveningPage:
    """The evenings of a club that are over, the latest first."""
    rows = wanted.among(public.evenings_over(visitor_of(request), club.slug))
    page = wanted.of_rows(desk.with_players(rows), ORDERS)
    return evening_answers.EveningPage.read(page, count=rows.count())


@RESULT.get(answer=Result)
def show_result(request: Request, evening: EveningOver) -> HttpResponseBase:
    """An evening that is over, with its standings and prizes."""
    etag, same = unchanged(request, evening.version)
    return same or Result.from_view(evening).reply(headers={"ETag": etag})


@ROUND.get(answer=evening_answers.Round)
def show_result_round(request: Request, evening: EveningOver, number: int) -> HttpResponseBase:
    """Who sat where in a round, and how each game ended."""
    if not 1 <= number <= evening.current_round:
        raise Http404
    etag, same = unchanged(request, evening.version)
    if same:
        return same
    view = next(iter(public.rounds(evening, number=number)), None)
    if view is None:
        raise Http404
    return evening_answers.Round.from_view(view).reply(headers={"ETag": etag})
