"""What has been played, for everybody to whom the club shows its results: no token is needed."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Final, Self

import django_filters
from django.http import Http404
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.club.publicity import Part
from tournaments.club.reads.permissions import public_clubs
from tournaments.club.reads.visitors import visitor_of
from tournaments.evening.api import evening_answers
from tournaments.evening.api.pages import Orders, page_of_rows, paging
from tournaments.evening.api.schema import operation
from tournaments.evening.api.views import PublicView, unchanged
from tournaments.evening.reads import api_reads, desk, public
from tournaments.site.api import query
from tournaments.site.api.answers import (
    BEGAN,
    PLAN,
    Answer,
    ClubSlug,
    Day,
    EntryNumber,
    EveningSlug,
    Example,
    GameSlug,
    Moment,
)

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

    club: ClubSlug
    slug: EveningSlug
    name: Annotated[str, Example("Friday progressive")]
    date: Annotated[date, Day]
    game: GameSlug
    plan: Annotated[dict[str, Any], Example(PLAN)]
    version: EntryNumber
    rounds: Annotated[int, Example(6)]
    published_at: Annotated[Moment | None, Example(BEGAN)]
    standings: list[evening_answers.Standing]
    prizes: list[evening_answers.Prize]

    @classmethod
    def of(cls, row: api_reads.Evening) -> Self:
        """An evening with its standings and prizes."""
        answer = evening_answers.Standings.in_public(row)
        return cls.read(
            row,
            club=row.club.slug,
            game=row.plan["game"],
            rounds=row.current_round,
            standings=answer.standings,
            prizes=answer.prizes,
        )


class ResultsEndpoint(PublicView):
    """The results of a club."""

    @operation(
        "list_results",
        answer=evening_answers.EveningPage,
        refusals=(400, 404),
        public=True,
        parameters=(
            *paging(ORDERS, offset=True),
            query.words("game", LONGEST_GAME, "What was played."),
            *map(query.day, ("date_from", "date_to")),
        ),
    )
    def get(self, request: Request, club: str) -> Response:
        """The evenings of a club that are over, the latest first."""
        club_row, visitor = get_object_or_404(public_clubs(), slug=club), visitor_of(request)
        if not visitor.sees(Part.RESULTS, club_row):
            raise Http404
        filterset = ResultFilter(query.parameters(request), queryset=api_reads.results(visitor, club))
        query.checked(filterset.form)
        page = page_of_rows(request, desk.with_players(filterset.qs), ORDERS)
        return page.reply(evening_answers.EveningPage.of(page, filterset.qs.count()))


class ResultEndpoint(PublicView):
    """One result."""

    @operation(
        "show_result",
        answer=Result,
        refusals=(400, 404),
        public=True,
    )
    def get(self, request: Request, club: str, evening: str) -> HttpResponseBase:
        """An evening that is over, with its standings and prizes."""
        query.read_query(request, query.Nothing)
        evening_row = _result(request, club, evening)
        etag, same = unchanged(request, evening_row.version)
        return same or Result.of(evening_row).reply(headers={"ETag": etag})


class ResultRoundEndpoint(PublicView):
    """A round of a result."""

    @operation(
        "show_result_round",
        answer=evening_answers.Round,
        refusals=(400, 404),
        public=True,
    )
    def get(self, request: Request, club: str, evening: str, number: int) -> HttpResponseBase:
        """Who sat where in a round, and how each game ended."""
        query.read_query(request, query.Nothing)
        evening_row = _result(request, club, evening)
        if not 1 <= number <= evening_row.current_round:
            raise Http404
        etag, same = unchanged(request, evening_row.version)
        if same:
            return same
        view = next(iter(public.rounds(evening_row, number=number)), None)
        if view is None:
            raise Http404
        return evening_answers.Round.of(view, desk.names(evening_row)).reply(headers={"ETag": etag})


def _result(request: Request, club: str, evening: str) -> api_reads.Evening:
    return get_object_or_404(api_reads.results(visitor_of(request), club), slug=evening)
