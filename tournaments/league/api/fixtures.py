"""Seasons of fixtures: their tables, their fixtures, what may still be, and results."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from datetime import date as Day  # noqa: N812 - a field is called date
from typing import Annotated, Any, ClassVar, Final, Literal, Self

from django import forms
from django.http import Http404
from django.shortcuts import get_object_or_404
from pydantic import Field
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.club.roles import Permission, Role
from tournaments.evening.api.allowance import LONG
from tournaments.evening.api.bodies import Body, Nothing, Reason, validate_body
from tournaments.evening.api.pages import MOST, NextPage, Page, page_of_list, paging
from tournaments.evening.api.schema import operation
from tournaments.evening.api.views import OfficerView, PublicView, get_for_role_or_404
from tournaments.league import acts
from tournaments.league.acts.pairings import MOST_HALVES, MOST_POINTS, Pair
from tournaments.league.acts.setting_up import MOST_ENTRANTS
from tournaments.league.api.seasons import season_at
from tournaments.league.reads import seasons
from tournaments.league.reads.corrections import leads_of
from tournaments.league.reads.fixtures import Contest, DivisionSeen, Fixture, contest, kept_fixture
from tournaments.league.reads.projections import ProjectionQuery, asked_of, must_of, outlook_of, with_names
from tournaments.league.reads.seasons import Season, promised
from tournaments.league.services.evenings import draw_fixtures
from tournaments.league.services.ledger import perform
from tournaments.movement.draw import commitment
from tournaments.ranking.fixtures.record import KeptEntrant, KeptFixture
from tournaments.ranking.fixtures.rules import MOST_DIVISIONS
from tournaments.ranking.fixtures.table import Step, TableLine
from tournaments.ranking.fixtures.tie_breaks import tie_break_text
from tournaments.ranking.fixtures.what_if import EntrantNeeds, EntrantProspect
from tournaments.refusals import refuse
from tournaments.site.api import query
from tournaments.site.api.answers import HASHES, Answer, EntryNumber, Example, PersonName, at_most, translate
from tournaments.site.api.query import Deprecation

ASKING = (
    query.whole_number(
        "division",
        "The level of the division; the highest where it is left out.",
        least=1,
        most=MOST_ENTRANTS,
    ),
    query.whole_number("place", "This place or better; 1 where it is left out.", least=1, most=MOST_ENTRANTS),
    query.whole_number(
        "entrant",
        "The number of whom it is about; nobody in particular without.",
        least=1,
        most=MOST_ENTRANTS,
    ),
)


class OfTable(forms.Form):
    """What can be asked about the end of a table."""

    division = forms.IntegerField(min_value=1, max_value=MOST_ENTRANTS, required=False)
    place = forms.IntegerField(min_value=1, max_value=MOST_ENTRANTS, required=False)
    entrant = forms.IntegerField(min_value=1, max_value=MOST_ENTRANTS, required=False)


Halves = Annotated[int, Field(ge=0, le=MOST_HALVES)]
Number = Annotated[int, Field(ge=1, le=MOST_ENTRANTS)]
FixturePoints = Annotated[int, Field(ge=-MOST_POINTS, le=MOST_POINTS)]


class FixtureResult(Body):
    """How a fixture ended: the half games and the points of the home and the away side, or who did not play.

    Without a `winner` the games tell, and where they are level and the rules have no draws, the points. Points that
    were not counted are left out.
    """

    games: Annotated[list[Halves], Field(min_length=2, max_length=2)] = [0, 0]
    points: Annotated[list[FixturePoints], Field(min_length=2, max_length=2)] | None = None
    winner: Literal["home", "away", "draw"] | None = None
    forfeit: Literal["home", "away", "both"] | None = None
    reason: Reason = ""

    EXAMPLE: ClassVar[Any] = {"games": [6, 3], "points": [250, 180], "reason": "played on Sunday"}


class ResultTakenBack(Body):
    """Why a result is taken back; everybody can read it beside the table."""

    reason: Reason

    EXAMPLE: ClassVar[Any] = {"reason": "entered for another fixture"}


class Pairing(Body):
    """Two who meet, by their numbers, whoever is at home first; `away` null has a bye.

    `games` are the half games of both, where the result is known.
    """

    home: Number
    away: Number | None = None
    games: Annotated[list[Halves], Field(min_length=2, max_length=2)] | None = None


class Pairings(Body):
    """The next round of a division as it was drawn elsewhere.

    `anyway` takes it though results of the last round are missing, two meet again, or something else is unusual.
    """

    division: Number = 1
    pairings: Annotated[list[Pairing], Field(min_length=1, max_length=MOST_ENTRANTS)]
    date: Day | None = None
    anyway: bool = False

    EXAMPLE: ClassVar[Any] = {
        "division": 2,
        "pairings": [{"home": 7, "away": 4, "games": [3, 1]}, {"home": 9, "away": None}],
    }


class PointsGiven(Body):
    """Match points in halves that an entrant is given or, below nothing, has taken off; and why."""

    entrant: Number
    points: FixturePoints
    reason: Reason

    EXAMPLE: ClassVar[Any] = {"entrant": 7, "points": -2, "reason": "came without a team"}


OF_BOTH: Final = at_most(2)
EntrantNumber = Annotated[int, Example(7)]
HalvesOfBoth = Annotated[list[int], Example([6, 3]), OF_BOTH]


class LeagueFixtureCodes(Answer):
    """The codes of fixtures that were made."""

    codes: Annotated[list[str], Example(["2:4.1", "2:4.2"])]


class LeagueEntry(Answer):
    """The number of an entry in the ledger of the season."""

    entry: Annotated[int, Example(41)]


class LeagueTieBreak(Answer):
    """What a line has of a tie-break in which it was compared, as people write it."""

    tie_break: Annotated[str, Example("head_to_head")]
    value: Annotated[str, Example("1½")]

    @classmethod
    def of(cls, step: Step, entrant: str) -> Self:
        """What an entrant has of a tie-break."""
        return cls(tie_break=step.name, value=tie_break_text(step.name, step.of(entrant).value))


class LeagueLine(Answer):
    """A line of a division's table; match points and games are counted in halves, pairs are own and the others'.

    `adjusted` are the match points in it that were given or, below nothing, taken off.
    """

    place: Annotated[int, Example(2)]
    played: Annotated[int, Example(5)]
    won: Annotated[int, Example(3)]
    drawn: int
    lost: int
    match_points: Annotated[int, Example(7)]
    adjusted: Annotated[int, Example(-1)]
    decided_by: Annotated[str, Example("head_to_head")]
    entrant: EntrantNumber
    name: PersonName
    games: Annotated[list[int], Example([21, 12]), OF_BOTH]
    points: Annotated[Annotated[list[int], OF_BOTH] | None, Example([612, 580])]
    tie_breaks: list[LeagueTieBreak]
    leads: Annotated[str, Example("up")]
    withdrawn: bool

    @classmethod
    def of(cls, seen: Contest, line: TableLine, leads: str) -> Self:
        """A line; `leads` says where its place leads."""
        entrant = seen.entrants[int(line.entrant)]
        return cls.read(
            line,
            entrant=entrant.number,
            name=entrant.name,
            tie_breaks=[LeagueTieBreak.of(step, line.entrant) for step in line.steps if step.counts],
            leads=leads,
            withdrawn=entrant.withdrawn_at is not None,
        )


class LeagueDivision(Answer):
    """A division, its lines best first; of a knock-out there are none, and `champion` is who has won it."""

    level: Annotated[int, Example(2)]
    name: Annotated[str, Example("Second division")]
    lines: Annotated[list[LeagueLine], at_most(MOST_ENTRANTS)]
    champion: int | None

    @classmethod
    def of(cls, seen: Contest, division: DivisionSeen) -> Self:
        """A division with its table, or who has won it."""
        knockout = None if seen.rules.has_table else division.knockout
        lines = division.lines if seen.rules.has_table else ()
        leads = leads_of(seen, division, len(lines))
        return cls.read(
            division,
            lines=[LeagueLine.of(seen, line, lead) for line, lead in zip(lines, leads, strict=True)],
            champion=int(knockout.champion) if knockout and knockout.champion else None,
        )


class LeagueTables(Answer):
    """The tables of a season of fixtures; `commitment` is promised for its next lots."""

    version: EntryNumber
    format: Annotated[str, Example("round_robin")]
    rules_version: Annotated[str, Example(HASHES[1])]
    commitment: Annotated[str, Example(commitment("5f3c9ad1e07b4486a2d90c1b77e3f158"))]
    divisions: Annotated[list[LeagueDivision], at_most(MOST_DIVISIONS)]

    @classmethod
    def of(cls, seen: Contest) -> Self:
        """The tables of a season."""
        return cls.read(
            seen.season,
            format=seen.rules.format,
            commitment=promised(seen.season),
            divisions=[LeagueDivision.of(seen, division) for division in seen.divisions],
        )


class LeagueFixture(Answer):
    """A fixture: entrants by their numbers, `away` null for a bye; `evening` gives the result, if one does.

    Of a play-off `play_off` is true. Games are counted in halves.
    """

    code: Annotated[str, Example("2:3.1")]
    division: Annotated[int, Example(2)]
    round: Annotated[int, Example(3)]
    home: EntrantNumber
    away: Annotated[int | None, Example(4)]
    status: Annotated[str, Example("played")]
    play_off: bool
    evening: str | None
    winner: Annotated[str | None, Example("home")]
    forfeit: str | None
    games: HalvesOfBoth
    points: Annotated[Annotated[list[int], OF_BOTH] | None, Example([250, 180])]
    date: Annotated[date | None, Example("2026-11-20")]

    @classmethod
    def of(cls, fixture: KeptFixture) -> Self:
        """A fixture with its day and result."""
        unknown = {name: getattr(fixture, name) or None for name in ("evening", "winner", "forfeit")}
        return cls.read(fixture, date=fixture.day, **unknown)


class LeagueEntrant(Answer):
    """An entrant by number; players by their ids; `left_out_of` is the round they asked to be left out of last."""

    entrant: EntrantNumber
    name: PersonName
    division: Annotated[int, Example(2)]
    players: Annotated[list[int], Example([12])]
    withdrawn: bool
    left_out_of: int | None
    rating: Annotated[int | None, Example(1850)]

    @classmethod
    def of(cls, one: KeptEntrant) -> Self:
        """An entrant as the ledger has it."""
        return cls.read(one, entrant=one.number, left_out_of=one.left_out[0] if one.left_out else None)


class LeagueFixtures(Answer):
    """The fixtures of a season by divisions and rounds, play-offs last, and everybody who is in them."""

    version: EntryNumber
    entrants: Annotated[list[LeagueEntrant], at_most(MOST_ENTRANTS)]
    fixtures: list[LeagueFixture]
    next: NextPage

    @classmethod
    def of(cls, seen: Contest, page: Page[Fixture]) -> Self:
        """A page of the fixtures of a season."""
        return cls(
            version=seen.season.version,
            entrants=[LeagueEntrant.of(entrant) for entrant in seen.state.entrants.values()],
            fixtures=[LeagueFixture.of(kept_fixture(row)) for row in page.rows],
            next=page.next,
        )


def _place_of(row: Fixture) -> tuple[bool, int, int, int]:
    return row.play_off, row.division.level, row.round, row.pk


class LeagueProspect(Answer):
    """What may become of an entrant: the verdict, the numbers of ways where all were gone through, and words."""

    entrant: EntrantNumber
    name: PersonName
    verdict: Annotated[str, Example("possible")]
    outright: Annotated[int | None, Example(31)]
    level: Annotated[int | None, Example(4)]
    text: Annotated[str, Example("Place 1 can still be reached.")]

    @classmethod
    def of(cls, names: Mapping[str, str], prospect: EntrantProspect) -> Self:
        """What may become of an entrant; `names` of all of them."""
        return cls.read(
            prospect,
            entrant=int(prospect.entrant),
            name=names[prospect.entrant],
            text=translate(with_names(prospect.sentence, names)),
        )


class LeagueMust(Answer):
    """What must happen for the entrant asked about, `outright` or at least level; `text` where nothing must."""

    text: Annotated[str, Example("No single result is needed.")]
    outright: Annotated[bool, Example(value=True)]
    needed: list[str]
    enough: Annotated[list[str], Example(["It is enough that Ann Lee beats Cid Orr."])]

    @classmethod
    def of(cls, names: Mapping[str, str], must: EntrantNeeds) -> Self:
        """What must happen; `names` of all entrants."""
        return cls(
            text=translate(must.summary) if must.summary else "",
            outright=must.is_outright,
            needed=[translate(with_names(condition.sentence, names)) for condition in must.needed],
            enough=[translate(with_names(condition.sentence, names)) for condition in must.enough],
        )


class LeagueProspects(Answer):
    """Who can still reach a place of a division; `exact` unless the verdicts are bounds that are proved."""

    division: Annotated[int, Example(2)]
    place: int
    ahead: Annotated[int, Example(4)]
    exact: Annotated[bool, Example(value=True)]
    ways: Annotated[str, Example("81")]
    prospects: Annotated[list[LeagueProspect], at_most(MOST_ENTRANTS)]
    must: LeagueMust | None

    @classmethod
    def of(cls, seen: Contest, asked: ProjectionQuery) -> Self:
        """What may become of a division, and what must happen for whoever was asked about."""
        outlook, must = outlook_of(asked), must_of(asked)
        return cls.read(
            asked,
            division=asked.division.level,
            exact=outlook.is_exact,
            ways=str(outlook.ways),
            prospects=[LeagueProspect.of(seen.names, prospect) for prospect in outlook.prospects],
            must=must and LeagueMust.of(seen.names, must),
        )


def _opened(request: Request, club: str, league: str, season: str) -> Contest:
    return contest(season_at(request, club, league, season, kind=Season.Kind.FIXTURES))


class TablesEndpoint(PublicView):
    """The tables of a season."""

    @operation("league_tables", answer=LeagueTables, refusals=(404,), public=True)
    def get(self, request: Request, club: str, league: str, season: str) -> Response:
        """The table of every division with what parted whom; of a knock-out, who has won it."""
        return LeagueTables.of(_opened(request, club, league, season)).reply()


class FixturesEndpoint(PublicView):
    """The fixtures of a season."""

    @operation(
        "league_fixtures", answer=LeagueFixtures, refusals=(400, 404), public=True, parameters=paging()
    )
    def get(self, request: Request, club: str, league: str, season: str) -> Response:
        """The fixtures with days and results, and the entrants they are about."""
        contest = _opened(request, club, league, season)
        page = page_of_list(request, contest.fixtures, _place_of, usual=MOST)
        return page.reply(LeagueFixtures.of(contest, page))


class ProspectsEndpoint(PublicView):
    """What may still be."""

    throttle_classes = LONG

    @operation(
        "league_prospects", answer=LeagueProspects, refusals=(400, 404, 429), public=True, parameters=ASKING
    )
    def get(self, request: Request, club: str, league: str, season: str) -> Response:
        """Who can still reach a place, and what must happen for one of them. A knock-out has no places."""
        contest = _opened(request, club, league, season)
        params = query.read_query(request, OfTable)
        projection_query = asked_of(contest, **{name: str(value or "") for name, value in params.items()})
        if projection_query is None:
            raise Http404
        return LeagueProspects.of(contest, projection_query).reply()


def _of_officer(door: OfficerView, request: Request, club: str, league: str, season: str) -> Season:
    def find(least: Role) -> Season:
        rows = seasons.at_address(seasons.seasons_of(request.user, least), club, league, season)
        return get_object_or_404(rows, kind=Season.Kind.FIXTURES)

    return get_for_role_or_404(request, door.needs, find)


class PairingsEndpoint(OfficerView):
    """Rounds drawn elsewhere."""

    needs = Permission(Role.SECRETARY, Role.SECRETARY)

    @operation("enter_league_pairings", body=Pairings, answer=LeagueFixtureCodes)
    def post(self, request: Request, club: str, league: str, season: str) -> Response:
        """Enter the next round of a division as it was drawn elsewhere."""
        season_row, body = _of_officer(self, request, club, league, season), validate_body(request, Pairings)
        pairs = [
            Pair(
                pairing.home,
                pairing.away,
                None if pairing.games is None else (pairing.games[0], pairing.games[1]),
            )
            for pairing in body.pairings
        ]
        act = acts.EnterPairings(
            pairings=tuple(pairs), division=body.division, day=body.date, anyway=body.anyway
        )
        codes = draw_fixtures(season=season_row, act=act, **self.who(request))
        return LeagueFixtureCodes(codes=codes).reply()


class GivenPointsEndpoint(OfficerView):
    """Points given to entrants and taken off."""

    needs = Permission(Role.SECRETARY, Role.SECRETARY)

    @operation("give_league_points", body=PointsGiven, answer=LeagueEntry)
    def post(self, request: Request, club: str, league: str, season: str) -> Response:
        """Give an entrant match points or, below nothing, take them off, with a reason."""
        season_row, body = (
            _of_officer(self, request, club, league, season),
            validate_body(request, PointsGiven),
        )
        act = acts.GivePoints(entrant=body.entrant, points=body.points, reason=body.reason)
        return LeagueEntry(entry=perform(season=season_row, act=act, **self.who(request))).reply()


class FixtureDoor(OfficerView):
    """For the result of a fixture."""

    needs = Permission(Role.SECRETARY, Role.SECRETARY)

    def season(self, request: Request, club: str, league: str, season: str, code: str) -> Season:
        """The season of the fixture with this code. Raises as `get_for_role_or_404` does."""
        season_row = _of_officer(self, request, club, league, season)
        if not season_row.fixtures.filter(code=code).exists():
            raise Http404
        return season_row


WITHOUT_A_REASON: Final = Deprecation(
    since=date(2026, 11, 27),
    sunset=date(2027, 12, 1),
    instead="/api/v1/clubs/{club}/leagues/{league}/{season}/fixtures/{code}/take-back/",
)


class ResultEndpoint(FixtureDoor):
    """The result of a fixture."""

    @operation("enter_league_result", body=FixtureResult, answer=LeagueFixture)
    def put(self, request: Request, club: str, league: str, season: str, code: str) -> Response:
        """Enter how a fixture ended, or correct it. What is so already is not written again: a retry is harmless."""
        season_row, body = (
            self.season(request, club, league, season, code),
            validate_body(request, FixtureResult),
        )
        act: acts.SeasonAct
        if body.forfeit is not None:
            act = acts.Forfeit(fixture=code, side=body.forfeit, reason=body.reason)
        else:
            act = acts.EnterResult(
                fixture=code,
                games=(body.games[0], body.games[1]),
                points=None if body.points is None else (body.points[0], body.points[1]),
                winner=body.winner or "",
                reason=body.reason,
            )
        return _done(self, request, season_row, code, act)

    @operation("take_league_result_back", answer=LeagueFixture, deprecated=WITHOUT_A_REASON)
    def delete(self, request: Request, club: str, league: str, season: str, code: str) -> Response:
        """Take a result back without saying why: the fixture is to be played again."""
        season_row = self.season(request, club, league, season, code)
        validate_body(request, Nothing)
        return _done(self, request, season_row, code, acts.TakeBack(fixture=code))


class TakeBackEndpoint(FixtureDoor):
    """The result of a fixture that is none."""

    @operation("take_result_back", body=ResultTakenBack, answer=LeagueFixture)
    def post(self, request: Request, club: str, league: str, season: str, code: str) -> Response:
        """Take a result back, with a reason: the fixture is to be played again."""
        season_row = self.season(request, club, league, season, code)
        reason = validate_body(request, ResultTakenBack).reason
        if not reason.strip():
            refuse("reason", "empty", "nothing was entered; a result changes for a reason that all can read")
        return _done(self, request, season_row, code, acts.TakeBack(fixture=code, reason=reason))


def _done(door: OfficerView, request: Request, season: Season, code: str, act: acts.SeasonAct) -> Response:
    perform(season=season, act=act, **door.who(request))
    return LeagueFixture.of(contest(season).state.fixtures[code]).reply()
