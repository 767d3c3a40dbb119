"""The leagues of a club as those who keep them make and look at them: seasons, the clubs that take part."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, ClassVar, Self, get_args

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter
from pydantic import Field
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.club.publicity import Part
from tournaments.club.reads.permissions import public_clubs
from tournaments.club.reads.visitors import visitor_of
from tournaments.club.roles import READING, Permission, Role
from tournaments.evening.api.bodies import Body, Name, Nothing, validate_body
from tournaments.evening.api.evening_answers import Jobs
from tournaments.evening.api.pages import MOST, NextPage, Page, page_of_list, paging
from tournaments.evening.api.schema import operation
from tournaments.evening.reads.desk import Job
from tournaments.league.api.season_answers import Kind, LeagueSlug, NewSeason, SeasonNow, Stage
from tournaments.league.api.season_doors import LeagueView
from tournaments.league.api.seasons import Leagues, OfStage, StageName
from tournaments.league.reads import shown
from tournaments.league.reads.seasons import (
    FederationClub,
    Season,
    SeasonPreset,
    last_of,
    leagues_of,
    offered_season_presets,
)
from tournaments.league.reads.shown import Club, League, LeagueClub
from tournaments.league.reads.tables import jobs_at
from tournaments.league.services import seasons
from tournaments.refusals import refuse
from tournaments.site.api import query
from tournaments.site.api.answers import BEGAN, Answer, Began, ClubSlug, Example, Moment
from tournaments.work import outbox

# The background work of a club's leagues, ratings and federation, and having it tried again where it
# failed.


class LeagueJobsEndpoint(LeagueView):
    """Background work."""

    @operation("list_league_jobs", answer=Jobs, refusals=(400,), parameters=paging())
    def get(self, request: Request, club: str) -> Response:
        """What is being worked out of the club's seasons, ratings and federation, or could not be."""
        page = page_of_list(request, jobs_at(self.club(request, club)), lambda row: (row.pk,), usual=MOST)
        return page.reply(Jobs.of(page))


class LeagueJobAgainEndpoint(LeagueView):
    """One of them, once more."""

    @operation("try_league_job_again", body=Nothing, answer=Jobs)
    def post(self, request: Request, club: str, job: int) -> Response:
        """Put a failed job back in the queue; any other is left as it is."""
        club_row = self.club(request, club)
        validate_body(request, Nothing)
        outbox.try_again(job=_job(club_row, job), at=self.who(request)["at"])
        return _left(club_row)


class LeagueJobDropEndpoint(LeagueView):
    """One of them, no more."""

    @operation("drop_league_job", body=Nothing, answer=Jobs)
    def post(self, request: Request, club: str, job: int) -> Response:
        """Let a failed job be: what it was to do stays undone. Any other is left as it is."""
        club_row = self.club(request, club)
        validate_body(request, Nothing)
        outbox.drop(job=_job(club_row, job), at=self.who(request)["at"])
        return _left(club_row)


def _job(club: Club, key: int) -> Job:
    job = next((row for row in jobs_at(club) if row.pk == key), None)
    if job is None:
        raise Http404
    return job


def _left(club: Club) -> Response:
    return Jobs.of(Page(jobs_at(club), None)).reply()


ClubName = Annotated[str, Example("Rooster Club")]
LeagueName = Annotated[str, Example("Friday league")]


class NewLeague(Body):
    """A league by its name."""

    name: Name

    EXAMPLE: ClassVar[Any] = {"name": "Friday league"}


class ClubAsked(Body):
    """Another club of the server, by its address."""

    club: Annotated[str, Field(min_length=1, max_length=80)]

    EXAMPLE: ClassVar[Any] = {"club": "owl-club"}


class SeasonOfLeague(Answer):
    """A season of a league, one that is being set up as well."""

    slug: Annotated[str, Example("winter")]
    name: Annotated[str, Example("Winter")]
    kind: Kind
    stage: Stage


class PartnerClub(Answer):
    """A club that takes part in a league or a federation, or is asked to: `agreed_at` is null until it has agreed."""

    club: Annotated[str, Example("owl-club")]
    name: Annotated[str, Example("Owl Club")]
    asked_at: Began
    agreed_at: Annotated[Moment | None, Example(BEGAN)]

    @classmethod
    def of(cls, row: LeagueClub | FederationClub) -> Self:
        """A club of a league or of a federation."""
        return cls.read(row, club=row.club.slug, name=row.club.name)


class LeagueNow(Answer):
    """A league for those who keep it: its seasons, the latest first, and the other clubs."""

    club: ClubSlug
    slug: LeagueSlug
    name: LeagueName
    seasons: list[SeasonOfLeague]
    guests: list[PartnerClub]

    @classmethod
    def of(cls, league: League) -> Self:
        """A league as it stands."""
        return cls.read(
            league,
            club=league.club.slug,
            seasons=[SeasonOfLeague.read(season) for season in shown.seasons_of(league)],
            guests=[PartnerClub.of(row) for row in shown.guest_clubs_of(league)],
        )


class AskedIn(Answer):
    """A league elsewhere in which a club was asked to take part, or does; `host` is the club whose it is."""

    host: ClubSlug
    league: LeagueSlug
    name: LeagueName
    asked_at: Began
    agreed_at: Annotated[Moment | None, Example(BEGAN)]

    @classmethod
    def of(cls, row: LeagueClub) -> Self:
        """A league elsewhere."""
        league = row.league
        return cls.read(row, host=league.club.slug, league=league.slug, name=league.name)


class LeaguesElsewhere(Answer):
    """The leagues of other clubs in which a club takes part, or was asked to."""

    leagues: list[AskedIn]
    next: NextPage

    @classmethod
    def of(cls, page: Page[LeagueClub]) -> Self:
        """A page of them."""
        return cls.read(page, leagues=[AskedIn.of(row) for row in page.rows])


class PresetOfSeasons(Answer):
    """A kind of season that a new one can be made from: its rules, and what it is in words."""

    slug: Annotated[str, Example("best")]
    name: Annotated[str, Example("The best evenings count")]
    sentence: Annotated[str, Example("Places give points; everybody’s best eight evenings count.")]
    kind: Kind
    rules: Annotated[dict[str, Any], Example({"best": 8})]

    @classmethod
    def of(cls, kind: str, preset: SeasonPreset) -> Self:
        """One that a league offers."""
        return cls.read(preset, kind=kind, rules=dict(preset.rules))


class PresetsOfSeasons(Answer):
    """Those that a league offers; "last" are the rules of its last season of that kind."""

    presets: list[PresetOfSeasons]

    @classmethod
    def of(cls, league: League) -> Self:
        """Those of a league, of either kind."""
        return cls(
            presets=[
                PresetOfSeasons.of(kind, preset) for kind, preset in _offered(league, Season.Kind.values)
            ]
        )


def _offered(league: League, kinds: Iterable[str]) -> list[tuple[str, SeasonPreset]]:
    return [
        (kind, preset) for kind in kinds for preset in offered_season_presets(kind, last_of(league, kind))
    ]


class LeaguesEndpoint(LeagueView):
    """The leagues of a club; everybody may look."""

    needs: ClassVar[Permission] = Permission(Role.SCORER, Role.SECRETARY)

    def get_permissions(self) -> Sequence[Any]:
        """Everybody's, where it is only looked at."""
        return [AllowAny()] if self.request.method in READING else super().get_permissions()

    @operation(
        "list_leagues",
        answer=Leagues,
        refusals=(400, 404),
        public=True,
        parameters=(
            *paging(),
            OpenApiParameter(
                "stage", str, enum=get_args(StageName), description="Seasons of this stage alone."
            ),
        ),
    )
    def get(self, request: Request, club: str) -> Response:
        """The leagues in which a club takes part, with their open and closed seasons, the latest first.

        Who keeps the club's leagues, and sends their token, sees all of these, with the seasons being set up.
        """
        stage = query.read_query(request, OfStage)["stage"]
        club_row = get_object_or_404(public_clubs(), slug=club)
        visitor, mine = visitor_of(request), self._own_leagues(request, club_row)
        if not mine and not visitor.sees(Part.SEASONS, club_row):
            raise Http404
        public = [
            pair for pair in shown.public_leagues_at(club_row, visitor, stage=stage) if pair[0] not in mine
        ]
        own = [(league, shown.seasons_of(league, stage=stage)) for league in mine]
        leagues = [*(pair for pair in own if pair[1] or not stage), *public]
        page = page_of_list(request, leagues, lambda pair: (pair[0].name, pair[0].pk), usual=MOST)
        return page.reply(Leagues.of(page))

    def _own_leagues(self, request: Request, club: Club) -> list[League]:
        mine = leagues_of(request.user, Role.SECRETARY).filter(club=club)
        return list(mine.prefetch_related("seasons"))

    @operation("make_league", body=NewLeague, answer=LeagueNow, status=201)
    def post(self, request: Request, club: str) -> Response:
        """Make a league; its seasons are made below it."""
        club_row, body = self.club(request, club), validate_body(request, NewLeague)
        new_league = seasons.make_league(club=club_row, name=body.name, at=self.who(request)["at"])
        address = reverse("v1:league", args=[club, new_league.slug])
        return LeagueNow.of(new_league).reply(status=201, headers={"Location": address})


class LeagueEndpoint(LeagueView):
    """One league."""

    @operation("show_league", answer=LeagueNow)
    def get(self, request: Request, club: str, league: str) -> Response:
        """A league with every season, and the clubs that take part."""
        return LeagueNow.of(self.league(request, club, league)).reply()

    @operation("rename_league", body=NewLeague, answer=LeagueNow)
    def patch(self, request: Request, club: str, league: str) -> Response:
        """Another name; its address stays, so that links to it and to its seasons go on working."""
        league_row, body = self.league(request, club, league), validate_body(request, NewLeague)
        renamed = seasons.rename_league(league=league_row, name=body.name, at=self.who(request)["at"])
        return LeagueNow.of(renamed).reply()

    @operation("make_season", body=NewSeason, answer=SeasonNow, status=201)
    def post(self, request: Request, club: str, league: str) -> Response:
        """Set a season up, of either kind, from rules or from a preset; nobody else sees it before it is opened."""
        league_row, body = self.league(request, club, league), validate_body(request, NewSeason)
        settings = {name: getattr(body, name) for name in ("name", "kind", "starts", "ends", "takes")}
        rules = {**_preset(league_row, body), **body.rules}
        new_season = seasons.make_season(league=league_row, rules=rules, **settings, **self.who(request))
        address = reverse("v1:season", args=[club, league, new_season.slug])
        shown_now = SeasonNow.of(self.season(request, club, league, new_season.slug))
        return shown_now.reply(status=201, headers={"Location": address})


def _preset(league: League, body: NewSeason) -> dict[str, Any]:
    offered = {preset.slug: preset for _, preset in _offered(league, [body.kind])}
    if body.preset and body.preset not in offered:
        refuse(
            "preset",
            "not-allowed",
            "“%(entered)s” was entered; allowed: %(allowed)s",
            entered=body.preset,
            allowed=", ".join(offered),
        )
    return dict(offered[body.preset].rules) if body.preset else {}


class SeasonPresetsEndpoint(LeagueView):
    """Kinds of seasons."""

    @operation("list_season_presets", answer=PresetsOfSeasons)
    def get(self, request: Request, club: str, league: str) -> Response:
        """The kinds of seasons that a new one can be made from, and the rules of the last ones."""
        return PresetsOfSeasons.of(self.league(request, club, league)).reply()


class LeagueClubsEndpoint(LeagueView):
    """The clubs of a league."""

    @operation("ask_club_into_league", body=ClubAsked, answer=LeagueNow)
    def post(self, request: Request, club: str, league: str) -> Response:
        """Ask another club of the server to take part; asking twice is asking once."""
        league_row, body = self.league(request, club, league), validate_body(request, ClubAsked)
        guests = [row.club for row in shown.guest_clubs_of(league_row)]
        known = {
            candidate.slug: candidate
            for candidate in (*guests, *shown.clubs_to_ask(league_row), league_row.club)
        }
        if body.club not in known:
            refuse("club", "unknown-club", "“%(entered)s” is no club of this server", entered=body.club)
        seasons.ask_club(league=league_row, club=known[body.club], **self.who(request))
        return LeagueNow.of(league_row).reply()


class LeagueClubEndpoint(LeagueView):
    """One of them."""

    @operation("let_club_of_league_go", answer=LeagueNow)
    def delete(self, request: Request, club: str, league: str, guest: str) -> Response:
        """Let another club go, or ask it no more; what it agreed to before is in no table any more."""
        league_row = self.league(request, club, league)
        validate_body(request, Nothing)
        row = next(
            (membership for membership in shown.guest_clubs_of(league_row) if membership.club.slug == guest),
            None,
        )
        if row is None:
            raise Http404
        seasons.part(asked=row, at=self.who(request)["at"])
        return LeagueNow.of(league_row).reply()


class LeaguesElsewhereEndpoint(LeagueView):
    """Leagues of other clubs."""

    @operation("list_leagues_elsewhere", answer=LeaguesElsewhere, refusals=(400,), parameters=paging())
    def get(self, request: Request, club: str) -> Response:
        """The leagues of other clubs in which the club takes part, or was asked to."""
        rows = shown.asked_of(self.club(request, club))
        page = page_of_list(request, rows, lambda row: (row.pk,), usual=MOST)
        return page.reply(LeaguesElsewhere.of(page))


class _ElsewhereDoor(LeagueView):
    """For a league of another club."""

    def invitation(self, club: Club, host: str, league: str) -> LeagueClub:
        """The word between a club and a league of another one. Raises Http404 where there is none."""
        rows = shown.asked_of(club)
        invitation = next(
            (row for row in rows if (row.league.club.slug, row.league.slug) == (host, league)), None
        )
        if invitation is None:
            raise Http404
        return invitation


class LeagueElsewhereEndpoint(_ElsewhereDoor):
    """One of them."""

    @operation("leave_league", answer=LeaguesElsewhere)
    def delete(self, request: Request, club: str, host: str, league: str) -> Response:
        """Take part no more, or decline; what the club agreed to before is in no table any more."""
        club_row = self.club(request, club)
        validate_body(request, Nothing)
        seasons.part(asked=self.invitation(club_row, host, league), at=self.who(request)["at"])
        return LeaguesElsewhere.of(Page(shown.asked_of(club_row), None)).reply()


class AgreeEndpoint(_ElsewhereDoor):
    """Taking part."""

    @operation("agree_to_league", body=Nothing, answer=LeaguesElsewhere)
    def post(self, request: Request, club: str, host: str, league: str) -> Response:
        """Take part in a league as it was asked: from now on the club’s evenings and people count."""
        club_row = self.club(request, club)
        validate_body(request, Nothing)
        seasons.agree(asked=self.invitation(club_row, host, league), **self.who(request))
        return LeaguesElsewhere.of(Page(shown.asked_of(club_row), None)).reply()
