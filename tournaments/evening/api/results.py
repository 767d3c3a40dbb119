"""What has been played, for everybody to whom the club shows its results: no token is needed."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Final, Self

import django_filters
from django.http import Http404
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from rest_framework.request import Request

from tournaments.club.api.operations import CLUB, Address
from tournaments.club.api.views import PublicView, unchanged
from tournaments.club.publicity import Part
from tournaments.club.reads.permissions import public_clubs
from tournaments.club.reads.visitors import visitor_of
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
from tournaments.site.api.pages import Orders, page_of_rows, paging
from tournaments.site.arguments import From

ORDERS: Orders = {"-date": ("-date", "-pk"), "date": ("date", "pk")}
LONGEST_GAME: Final = 40


class ResultFilter(django_filters.FilterSet):  # type: ignore[misc]
    """Which results are wanted."""

    game = django_filters.CharFilter(field_name="plan__game", max_length=LONGEST_GAME)
    date_from = django_filters.DateFilter(field_name="date", lookup_expr="gte")
    date_to = django_filters.DateFilter(field_name="date", lookup_expr="lte")


class Result(Answer):
    """An evening that is over: by what plan it was played, who came where, who won what.

    `published_at` is null until its archive is made; a correction makes another one. Until it is published `prizes`
    is empty, and `standings` too where the plan does not let visitors see them before (`before_publication`).
    """

    club: Annotated[ClubSlug, At("club.slug")]
    slug: EveningSlug
    name: Annotated[str, Example("Friday progressive")]
    date: Annotated[date, Day]
    game: GameSlug
    plan: Annotated[dict[str, Any], Example(PLAN)]
    version: EntryNumber
    rounds: Annotated[int, At("current_round"), Example(6)]
    published_at: Annotated[Moment | None, Example(BEGAN)]
    standings: list[evening_answers.Standing]
    prizes: list[evening_answers.Prize]

    @classmethod
    def from_view(cls, view: Evening) -> Self:
        """An evening with its standings and prizes as they are public."""
        return cls.read(
            view,
            game=view.plan["game"],
            standings=[evening_answers.Standing.from_view(row) for row in public.standings(view)],
            prizes=[evening_answers.Prize.from_view(won) for won in public.prizes(view)],
        )


RESULTS = Address(f"{CLUB}results/", "results", view=PublicView)
RESULT = Address(f"{CLUB}results/<slug:evening>/", "result", view=PublicView)
ROUND = Address(f"{CLUB}results/<slug:evening>/rounds/<int:number>/", "result-round", view=PublicView)


def evening_that_is_over(request: Request, club: str, evening: str) -> Evening:
    query.read_query(request, query.Nothing)
    return get_object_or_404(public.evenings_over(visitor_of(request), club), slug=evening)


EveningOver = Annotated[Evening, From(evening_that_is_over)]


@RESULTS.get(
    parameters=(
        *paging(ORDERS, offset=True),
        query.words("game", LONGEST_GAME, "What was played."),
        *map(query.day, ("date_from", "date_to")),
    ),
)
def list_results(request: Request, club: str) -> evening_answers.EveningPage:
    """The evenings of a club that are over, the latest first."""
    club_row, visitor = get_object_or_404(public_clubs(), slug=club), visitor_of(request)
    if not visitor.sees(Part.RESULTS, club_row):
        raise Http404
    filterset = ResultFilter(query.parameters(request), queryset=public.evenings_over(visitor, club))
    query.checked(filterset.form)
    page = page_of_rows(request, desk.with_players(filterset.qs), ORDERS)
    return evening_answers.EveningPage.read(page, count=filterset.qs.count())


@RESULT.get(answer=Result, refusals=(400,))
def show_result(request: Request, evening: EveningOver) -> HttpResponseBase:
    """An evening that is over, with its standings and prizes."""
    etag, same = unchanged(request, evening.version)
    return same or Result.from_view(evening).reply(headers={"ETag": etag})


@ROUND.get(answer=evening_answers.Round, refusals=(400,))
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
