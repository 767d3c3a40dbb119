"""The base of the addresses of those who keep leagues, and what they look at there."""

from __future__ import annotations

from typing import Annotated, ClassVar

from django.db.models import QuerySet
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.club.roles import Permission, Role
from tournaments.evening.api.evenings import IN_ORDER, OF_A_LEDGER, WantedEntries
from tournaments.evening.api.operations import From, provides
from tournaments.evening.api.pages import MOST, page_of_list, page_of_rows, paging
from tournaments.evening.api.schema import IF_NONE_MATCH, operation
from tournaments.evening.api.views import OfficerView, get_for_role_or_404, unchanged
from tournaments.league.api import season_answers
from tournaments.league.reads import seasons, shown
from tournaments.league.reads.corrections import entries_after
from tournaments.league.reads.fixtures import contest
from tournaments.league.reads.seasons import Season
from tournaments.league.reads.shown import League
from tournaments.site.api import query


class LeagueView(OfficerView):
    """For those who keep the leagues of a club."""

    needs: ClassVar[Permission] = Permission(Role.SECRETARY, Role.SECRETARY)

    def league(self, request: Request, club: str, league: str) -> League:
        """The league at this address. Raises as `get_for_role_or_404` does."""

        def find(least: Role) -> League:
            return get_object_or_404(seasons.leagues_of(request.user, least), club__slug=club, slug=league)

        return get_for_role_or_404(request, self.needs, find)

    def season(self, request: Request, club: str, league: str, season: str, *, kind: str = "") -> Season:
        """The season at this address, of one kind or of any. Raises as `get_for_role_or_404` does."""
        of_kind = {"kind": kind} if kind else {}

        def find(least: Role) -> Season:
            rows: QuerySet[Season] = seasons.seasons_of(request.user, least)
            return get_object_or_404(seasons.at_address(rows, club, league, season), **of_kind)

        return get_for_role_or_404(request, self.needs, find)


@provides
def league_at(view: LeagueView, request: Request, club: str, league: str) -> League:
    return view.league(request, club, league)


@provides
def season_at(view: LeagueView, request: Request, club: str, league: str, season: str) -> Season:
    return view.season(request, club, league, season)


def season_of_fixtures(view: LeagueView, request: Request, club: str, league: str, season: str) -> Season:
    return view.season(request, club, league, season, kind=Season.Kind.FIXTURES)


FixtureSeason = Annotated[Season, From(season_of_fixtures)]


class SeasonEndpoint(LeagueView):
    """One season."""

    @operation("show_season", answer=season_answers.SeasonNow, also={304: None}, parameters=(IF_NONE_MATCH,))
    def get(self, request: Request, club: str, league: str, season: str) -> HttpResponseBase:
        """The season as it stands: its days, rules and stage, and what may be done to it now."""
        season_row = self.season(request, club, league, season)
        etag, same = unchanged(request, season_row.version)
        answer: HttpResponse = same or season_answers.SeasonNow.of(season_row).reply(headers={"ETag": etag})
        return answer


class SeasonLedgerEndpoint(LeagueView):
    """What happened to it."""

    @operation(
        "read_season_ledger",
        answer=season_answers.SeasonLedgerPage,
        refusals=(400,),
        parameters=OF_A_LEDGER,
    )
    def get(self, request: Request, club: str, league: str, season: str) -> Response:
        """The ledger in order, with its hashes. Bonuses and lots are withdrawn by the numbers of their entries."""
        season_row = self.season(request, club, league, season)
        params = query.read_query(request, WantedEntries)
        rows = entries_after(season_row, params["after"] or 0, act=params["act"])
        page = page_of_rows(request, rows, IN_ORDER, usual=100)
        return page.reply(season_answers.SeasonLedgerPage.of(season_row, page))


class EntrantsEndpoint(LeagueView):
    """Who is in a season of fixtures."""

    @operation("list_league_entrants", answer=season_answers.LeagueEntrants)
    def get(self, request: Request, club: str, league: str, season: str) -> Response:
        """The divisions and entrants of a season of fixtures, one that is being set up as well."""
        season_row = self.season(request, club, league, season, kind=Season.Kind.FIXTURES)
        return season_answers.LeagueEntrants.of(contest(season_row)).reply()


class SeasonEveningsEndpoint(LeagueView):
    """The evenings of a season."""

    @operation(
        "list_season_evenings", answer=season_answers.EveningsOfSeason, refusals=(400,), parameters=paging()
    )
    def get(self, request: Request, club: str, league: str, season: str) -> Response:
        """The evenings that a season of evenings takes or could take."""
        season_row = self.season(request, club, league, season, kind=Season.Kind.EVENINGS)
        rows = shown.evenings_to_choose(season_row)
        page = page_of_list(
            request, rows, lambda row: (row.date.isoformat(), row.pk), usual=MOST, is_turned=True
        )
        return page.reply(season_answers.EveningsOfSeason.of(page))


class SeasonCategoriesEndpoint(LeagueView):
    """Who is in its categories."""

    @operation("list_season_categories", answer=season_answers.CategoriesOfSeason)
    def get(self, request: Request, club: str, league: str, season: str) -> Response:
        """The categories of a season of evenings that go by person, each with who is in it."""
        season_row = self.season(request, club, league, season, kind=Season.Kind.EVENINGS)
        return season_answers.CategoriesOfSeason.of(season_row).reply()
