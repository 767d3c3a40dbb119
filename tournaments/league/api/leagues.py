"""The leagues of a club and their seasons as those who keep them make and look at them; clubs that take part."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date as day
from typing import Annotated, Any, ClassVar, Final, Literal, get_args

from django.http import Http404, HttpResponse
from django.urls import reverse
from pydantic import Field
from rest_framework.permissions import AllowAny
from rest_framework.request import Request

from tournaments.club.api.operations import CLUB, Address, Created, Made, PublicClub, checks_right
from tournaments.club.api.views import LONG, Actor, OfficerView, get_for_role_or_404, unchanged
from tournaments.club.reads.access import visitor_of
from tournaments.club.roles import READING, Needed, Part, Permission, Role
from tournaments.evening.api.evening_answers import EveningOut, Jobs
from tournaments.evening.api.evenings import WantedEntries
from tournaments.evening.reads.desk import Job
from tournaments.league.acts.setting_up import check_word
from tournaments.league.api import seasons as answers
from tournaments.league.reads import season_views
from tournaments.league.reads.fixtures import contest
from tournaments.league.reads.persons import bound_by
from tournaments.league.reads.season_views import Club, League, LeagueClub
from tournaments.league.reads.seasons import (
    Season,
    SeasonPreset,
    find_league,
    find_season,
    last_of,
    leagues_of,
    offered_season_presets,
)
from tournaments.league.reads.tables import jobs_at
from tournaments.league.services import archives, season_archives, seasons
from tournaments.ranking.series.rules import MOST_CATEGORIES
from tournaments.site.api import query
from tournaments.site.api.answers import (
    BEGAN,
    Answer,
    At,
    Began,
    ClubSlug,
    Day,
    Example,
    Hash,
    Moment,
    PersonId,
    PersonName,
    TicketCode,
)
from tournaments.site.api.query import EVERY, CursorPage, Page, Paging, listed
from tournaments.site.arguments import Body, From, Name, Reason, provides
from tournaments.site.arguments import Day as DayBody
from tournaments.site.web.pages import or_404

LEAGUE: Final = f"{CLUB}leagues/<slug:league>/"
ELSEWHERE: Final = f"{CLUB}leagues/asked/<slug:host>/<slug:league>/"


class LeagueView(OfficerView):
    """For those who keep the leagues of a club."""

    needs: ClassVar[Permission] = Permission(Role.SECRETARY, Role.SECRETARY)


@provides
@checks_right
def league_at(view: LeagueView, request: Request, club: str, league: str) -> League:
    def find(least: Needed) -> League:
        return or_404(find_league(request.user, least, club=club, league=league))

    return get_for_role_or_404(request, view.needs, find)


def season_of_kind(*kinds: str) -> Callable[..., Season]:
    @checks_right
    def season_at(view: LeagueView, request: Request, club: str, league: str, season: str) -> Season:
        def find(least: Needed) -> Season:
            row = find_season(request.user, least, club=club, league=league, season=season)
            return or_404(row if row and row.kind in kinds else None)

        return get_for_role_or_404(request, view.needs, find)

    return season_at


season_at = provides(season_of_kind(*Season.Kind))
FixtureSeason = Annotated[Season, From(season_of_kind(Season.Kind.FIXTURES))]
EveningSeason = Annotated[Season, From(season_of_kind(Season.Kind.EVENINGS))]


def season_made(view: LeagueView, request: Request, season: Season) -> Created[answers.SeasonNow]:
    place = (season.league.club.slug, season.league.slug, season.slug)
    shown_now = answers.SeasonNow.from_view(season_at(view, request, *place))
    return Created(shown_now, {"Location": reverse("v1:season", args=place)})


JOBS: Final = f"{CLUB}league-jobs/"


@Address(JOBS, "league-jobs", needs=Role.SECRETARY).get(answer=Jobs)
def list_league_jobs(club: Club, paging: Paging) -> Page[Job]:
    """What is being worked out of the club's seasons, ratings and federation, or could not be."""
    return paging.of_list(jobs_at(club), lambda row: (row.pk,))


Address(f"{JOBS}<int:job>/try-again/", "try-league-job-again", needs=Role.SECRETARY).runs(
    "post", seasons.try_league_job_again, list_league_jobs
)
Address(f"{JOBS}<int:job>/drop/", "drop-league-job", needs=Role.SECRETARY).runs(
    "post", seasons.drop_league_job, list_league_jobs
)


class _SettingsBody(Body):
    name: Annotated[Name, Example("Winter")]
    starts: Annotated[DayBody, Example("2026-09-01")]
    ends: Annotated[DayBody, Example("2027-06-30")]
    takes: Literal["every", "chosen"] = "every"
    rules: Annotated[dict[str, Any], Example({"games": ["chantecler"]})] = {}


class NewSeason(_SettingsBody):
    """A season to be set up, of evenings of which everybody gathers points, or of fixtures between entrants.

    `rules` are those of its kind; what they leave out is as `preset` has it, one of those that the league offers, and
    else as is usual. `takes` says of a season of evenings whether it takes every one between its days at its games,
    or those that are chosen.
    """

    kind: Annotated[Literal["evenings", "fixtures"], Example("evenings")]
    preset: Annotated[str, Field(max_length=40), Example("best")] = ""


class SeasonChange(_SettingsBody):
    """Other settings of a season, all of them; under way with a reason."""

    reason: Annotated[Reason, Example("decided by the members")] = ""


class PartnerClub(Answer):
    """A club that takes part in a league or a federation, or is asked to: `agreed_at` is null until it has agreed."""

    club: Annotated[str, At("club.slug"), Example("owl-club")]
    name: Annotated[str, At("club.name"), Example("Owl Club")]
    asked_at: Began
    agreed_at: Annotated[Moment | None, Example(BEGAN)]


class LeagueNow(Answer):
    """A league for those who keep it: its seasons, the latest first, and the other clubs."""

    club: Annotated[ClubSlug, At("club.slug")]
    slug: answers.LeagueSlug
    name: answers.LeagueName
    seasons: Annotated[list[answers.SeasonOfLeague], At(season_views.seasons_of)]
    guests: Annotated[list[PartnerClub], At(season_views.guest_clubs_of)]


class AskedIn(Answer):
    """A league elsewhere in which a club was asked to take part, or does; `host` is the club whose it is."""

    host: Annotated[ClubSlug, At("league.club.slug")]
    league: Annotated[answers.LeagueSlug, At("league.slug")]
    name: Annotated[answers.LeagueName, At("league.name")]
    asked_at: Began
    agreed_at: Annotated[Moment | None, Example(BEGAN)]


class PresetOfSeasons(Answer):
    """A kind of season that a new one can be made from: its rules, and what it is in words."""

    slug: Annotated[str, Example("best")]
    name: Annotated[str, Example("The best evenings count")]
    sentence: Annotated[str, Example("Places give points; everybody’s best eight evenings count.")]
    kind: answers.Kind
    rules: Annotated[dict[str, Any], Example({"best": 8})]


OFFERED = 'Those that a league offers; "last" are the rules of its last season of that kind.'
PresetsOfSeasons = listed("PresetsOfSeasons", OFFERED, EVERY, presets=PresetOfSeasons)


class LeaguesView(LeagueView):
    def get_permissions(self) -> Sequence[Any]:
        return [AllowAny()] if self.request.method in READING else super().get_permissions()


class OfStage(CursorPage):
    stage = query.one_of(get_args(answers.StageName), "Seasons of this stage alone.")


LEAGUES = Address(
    f"{CLUB}leagues/", "leagues", view=LeaguesView, needs=Permission(Role.SCORER, Role.SECRETARY)
)


@LEAGUES.get(answer=answers.Leagues, refusals=(404,), public=True)
def list_leagues(request: Request, wanted: OfStage, club: PublicClub) -> Page[Any]:
    """The leagues in which a club takes part, with their open and closed seasons, the latest first.

    Who keeps the club's leagues, and sends their token, sees all of these, with the seasons being set up.
    """
    stage, visitor = wanted.cleaned_data["stage"], visitor_of(request)
    mine = list(leagues_of(request.user, Role.SECRETARY).filter(club=club).prefetch_related("seasons"))
    if not mine and not visitor.sees(Part.SEASONS, club):
        raise Http404
    public = [
        pair for pair in season_views.public_leagues_at(club, visitor, stage=stage) if pair[0] not in mine
    ]
    own = [(league, season_views.seasons_of(league, stage=stage)) for league in mine]
    leagues = [*(pair for pair in own if pair[1] or not stage), *public]
    return wanted.of_list(leagues, lambda pair: (pair[0].name, pair[0].pk))


def league_made(league: Made) -> Created[LeagueNow]:
    address = reverse("v1:league", args=[league.club.slug, league.slug])
    return Created(LeagueNow.from_view(league), {"Location": address})


LEAGUES.runs("post", seasons.make_league, league_made)


class LikelyPerson(Answer):
    id: Annotated[PersonId, At("pk")]
    name: PersonName


class TicketToMatch(Answer):
    """A ticket of an archive, of a season a person; its name, and who of the club may be meant, likeliest first."""

    code: TicketCode
    number: Annotated[int, Example(3)]
    name: PersonName
    guest: bool
    alike: list[LikelyPerson]


class ArchiveLooked(Answer):
    """What an archive holds: an evening or a season of a `club` elsewhere, and the tickets that have a name."""

    kind: Annotated[Literal["evening", "season"], Example("evening")]
    club: Annotated[str | None, At("data.club.name"), Example("Owl Club")]
    name: Annotated[str | None, Example("Friday")]
    date: Annotated[day, At("day"), Day]
    head: Annotated[Hash, At("data.head")]
    tickets: list[TicketToMatch]


@Address(f"{CLUB}archives/preview/", "archive-preview", needs=Role.SECRETARY, throttles=LONG).post()
def preview_archive(club: Club, body: archives.ArchiveFile) -> ArchiveLooked:
    """Check an archive, and say who in it may be somebody of the club; nothing is saved."""
    return ArchiveLooked.from_view(archives.read(club, body.file))


def evening_brought_in(evening: Made) -> Created[EveningOut]:
    address = reverse("v1:evening", args=[evening.club.slug, evening.slug])
    return Created(EveningOut.from_view(evening), {"Location": address})


Address(f"{CLUB}archives/", "archives", needs=Role.SECRETARY, throttles=LONG).runs(
    "post", archives.bring_in, evening_brought_in, name="bring_archive_in"
)


@Address(f"{CLUB}archives/seasons/", "season-archives", view=LeagueView, throttles=LONG).post()
def bring_season_in(
    view: LeagueView, request: Request, club: Club, by: Actor, body: archives.ArchiveToBringIn
) -> Created[answers.SeasonNow]:
    """Make the season of an archive again, with its evenings and people, so that its archive here is the same file.

    It stays as it stood. Evenings that are here already are not made twice.
    """
    return season_made(view, request, season_archives.bring_season_in(club, new=body, **by))


ASKED = "The leagues of other clubs in which a club takes part, or was asked to."


@Address(f"{CLUB}leagues/asked/", "leagues-elsewhere", needs=Role.SECRETARY).get(
    answer=listed("LeaguesElsewhere", ASKED, leagues=AskedIn)
)
def list_leagues_elsewhere(club: Club, paging: Paging) -> Page[LeagueClub]:
    """The leagues of other clubs in which the club takes part, or was asked to."""
    return paging.of_list(season_views.asked_of(club), lambda row: (row.pk,))


Address(ELSEWHERE, "league-elsewhere", needs=Role.SECRETARY).runs(
    "delete", seasons.leave, list_leagues_elsewhere
)
Address(f"{ELSEWHERE}agree/", "agree-to-league", needs=Role.SECRETARY).runs(
    "post", seasons.agree, list_leagues_elsewhere, name="agree_to_league"
)


ONE = Address(LEAGUE, "league", view=LeagueView)


show_league = ONE.shows(League, LeagueNow)
ONE.runs("patch", seasons.rename_league, LeagueNow)
Address(f"{LEAGUE}clubs/", "league-clubs", view=LeagueView).runs(
    "post", seasons.ask_club, show_league, name="ask_club_into_league"
)
Address(f"{LEAGUE}clubs/<slug:guest>/", "league-club", view=LeagueView).runs(
    "delete", seasons.let_go, show_league
)


@ONE.post()
def make_season(
    view: LeagueView, request: Request, league: League, by: Actor, body: NewSeason
) -> Created[answers.SeasonNow]:
    """Set a season up, of either kind, from rules or from a preset; nobody else sees it before it is opened."""
    settings = {name: getattr(body, name) for name in ("name", "kind", "starts", "ends", "takes")}
    rules = {**_preset(league, body), **body.rules}
    season = seasons.make_season(league=league, rules=rules, **settings, **by)
    return season_made(view, request, season)


def _preset(league: League, body: NewSeason) -> dict[str, Any]:
    offered = {preset.slug: preset for preset in _offered(league, body.kind)}
    if not body.preset:
        return {}
    check_word("preset", body.preset, offered)
    return dict(offered[body.preset].rules)


def _offered(league: League, kind: str) -> Iterable[SeasonPreset]:
    return offered_season_presets(kind, last_of(league, kind))


@Address(f"{LEAGUE}new/", "season-presets", view=LeagueView).get(answer=PresetsOfSeasons)
def list_season_presets(league: League) -> Iterable[PresetOfSeasons]:
    """The kinds of seasons that a new one can be made from, and the rules of the last ones."""
    return [
        PresetOfSeasons.read(preset, kind=kind)
        for kind in Season.Kind.values
        for preset in _offered(league, kind)
    ]


@Address(answers.SEASON, "season", view=LeagueView).get(answer=answers.SeasonNow)
def show_season(request: Request, season: Season) -> HttpResponse:
    """The season as it stands: its days, rules and stage, and what may be done to it now."""
    etag, same = unchanged(request, season.version)
    return same or answers.SeasonNow.from_view(season).reply(headers={"ETag": etag})


@Address(f"{answers.SEASON}ledger/", "season-ledger", view=LeagueView).get(answer=answers.SeasonLedgerPage)
def read_season_ledger(season: Season, wanted: WantedEntries) -> HttpResponse:
    """The ledger in order, with its hashes. Bonuses and lots are withdrawn by the numbers of their entries."""
    page = wanted.of_ledger(season.ledger.all())
    texts = bound_by(season, page.rows)
    entries = [answers.ledger_entry(row, texts) for row in page.rows]
    # The answer has the address of the next page without the machine, the header `Link` with it.
    return page.reply(answers.SeasonLedgerPage.read(season, entries=entries, next=page.next_path))


@Address(f"{answers.SEASON}entrants/", "league-entrants", view=LeagueView).get()
def list_league_entrants(season: FixtureSeason) -> answers.LeagueEntrants:
    """The divisions and entrants of a season of fixtures, one that is being set up as well."""
    return answers.LeagueEntrants.from_view(contest(season))


TO_CHOOSE = "The evenings between the days of a season and those chosen beside, the latest first."
BY_PERSON = "The categories of a season that go by person."


@Address(f"{answers.SEASON}evenings/", "season-evenings", view=LeagueView).get(
    answer=listed("EveningsOfSeason", TO_CHOOSE, evenings=answers.EveningOfSeason)
)
def list_season_evenings(season: EveningSeason, paging: Paging) -> Page[Any]:
    """The evenings that a season of evenings takes or could take."""
    rows = season_views.evenings_to_choose(season)
    return paging.of_list(rows, lambda row: (row.date.isoformat(), row.pk), is_turned=True)


@Address(f"{answers.SEASON}categories/", "season-categories", view=LeagueView).get(
    answer=listed("CategoriesOfSeason", BY_PERSON, MOST_CATEGORIES, categories=answers.CategoryOfSeason)
)
def list_season_categories(season: EveningSeason) -> Iterable[answers.CategoryOfSeason]:
    """The categories of a season of evenings that go by person, each with who is in it."""
    members = season_views.category_members(season).items()
    return [
        answers.CategoryOfSeason.read(category=category, members=players) for category, players in members
    ]
