"""The base of the addresses of those who keep leagues, and what they look at there."""

from __future__ import annotations

from typing import Annotated, ClassVar

from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from rest_framework.request import Request

from tournaments.club.api.operations import Address, checks_right
from tournaments.club.api.views import OfficerView, get_for_role_or_404, unchanged
from tournaments.club.roles import Permission, Role
from tournaments.evening.api.evenings import IN_ORDER, OF_A_LEDGER, WantedEntries
from tournaments.league.api import season_answers
from tournaments.league.api.seasons import SEASON
from tournaments.league.reads import seasons, shown
from tournaments.league.reads.fixtures import contest
from tournaments.league.reads.persons import bound_by
from tournaments.league.reads.seasons import Season, entries_after
from tournaments.league.reads.shown import League
from tournaments.site.api import query
from tournaments.site.api.pages import MOST, page_of_list, page_of_rows, paging
from tournaments.site.arguments import From, provides


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
@checks_right
def league_at(view: LeagueView, request: Request, club: str, league: str) -> League:
    return view.league(request, club, league)


@provides
@checks_right
def season_at(view: LeagueView, request: Request, club: str, league: str, season: str) -> Season:
    return view.season(request, club, league, season)


@checks_right
def season_of_fixtures(view: LeagueView, request: Request, club: str, league: str, season: str) -> Season:
    return view.season(request, club, league, season, kind=Season.Kind.FIXTURES)


FixtureSeason = Annotated[Season, From(season_of_fixtures)]


@checks_right
def season_of_evenings(view: LeagueView, request: Request, club: str, league: str, season: str) -> Season:
    return view.season(request, club, league, season, kind=Season.Kind.EVENINGS)


EveningSeason = Annotated[Season, From(season_of_evenings)]

ONE_SEASON = Address(SEASON, "season", view=LeagueView)
LEDGER = Address(f"{SEASON}ledger/", "season-ledger", view=LeagueView)
ENTRANTS = Address(f"{SEASON}entrants/", "league-entrants", view=LeagueView)
EVENINGS = Address(f"{SEASON}evenings/", "season-evenings", view=LeagueView)
CATEGORIES = Address(f"{SEASON}categories/", "season-categories", view=LeagueView)


@ONE_SEASON.get(answer=season_answers.SeasonNow)
def show_season(request: Request, season: Season) -> HttpResponse:
    """The season as it stands: its days, rules and stage, and what may be done to it now."""
    etag, same = unchanged(request, season.version)
    return same or season_answers.SeasonNow.from_view(season).reply(headers={"ETag": etag})


@LEDGER.get(answer=season_answers.SeasonLedgerPage, parameters=OF_A_LEDGER)
def read_season_ledger(request: Request, season: Season) -> HttpResponse:
    """The ledger in order, with its hashes. Bonuses and lots are withdrawn by the numbers of their entries."""
    params = query.read_query(request, WantedEntries)
    rows = entries_after(season, params["after"] or 0, act=params["act"])
    page = page_of_rows(request, rows, IN_ORDER, usual=100)
    texts = bound_by(season, page.rows)
    # The answer has the address of the next page without the machine, the header `Link` with it.
    return page.reply(
        season_answers.SeasonLedgerPage(
            length=season.ledger_length,
            head=season.ledger_head,
            entries=[season_answers.ledger_entry(row, texts) for row in page.rows],
            next=page.next_path,
        )
    )


@ENTRANTS.get()
def list_league_entrants(season: FixtureSeason) -> season_answers.LeagueEntrants:
    """The divisions and entrants of a season of fixtures, one that is being set up as well."""
    return season_answers.LeagueEntrants.from_view(contest(season))


@EVENINGS.get(parameters=paging())
def list_season_evenings(request: Request, season: EveningSeason) -> season_answers.EveningsOfSeason:
    """The evenings that a season of evenings takes or could take."""
    rows = shown.evenings_to_choose(season)
    page = page_of_list(request, rows, lambda row: (row.date.isoformat(), row.pk), usual=MOST, is_turned=True)
    return season_answers.EveningsOfSeason.from_view(page)


@CATEGORIES.get()
def list_season_categories(season: EveningSeason) -> season_answers.CategoriesOfSeason:
    """The categories of a season of evenings that go by person, each with who is in it."""
    return season_answers.CategoriesOfSeason(
        categories=[
            season_answers.CategoryOfSeason(
                category=category,
                members=[season_answers.PersonInCategory.from_view(player) for player in players],
            )
            for category, players in shown.category_members(season).items()
        ]
    )
