"""Seasons of fixtures: their tables, their fixtures, what may still be, and results."""

from __future__ import annotations

from datetime import date
from datetime import date as Day  # noqa: N812 - a field is called date
from typing import Annotated, Final, Literal

from django.http import Http404
from pydantic import Field

from scoring.derivation import Sentence
from tournaments.club.api.operations import Address
from tournaments.club.api.views import LONG, Actor, PublicView
from tournaments.league import acts
from tournaments.league.acts.drawing import Pair
from tournaments.league.acts.results import MOST_HALVES, MOST_POINTS
from tournaments.league.acts.setting_up import MOST_ENTRANTS
from tournaments.league.api import seasons
from tournaments.league.api.leagues import FixtureSeason, LeagueView
from tournaments.league.reads import fixtures as reads
from tournaments.league.reads.fixtures import Contest, DivisionSeen, Entrant
from tournaments.league.reads.seasons import Season, promised
from tournaments.league.services.ledger import draw_fixtures, perform
from tournaments.ranking.fixtures.rules import MOST_DIVISIONS
from tournaments.ranking.fixtures.table import TableLine
from tournaments.ranking.fixtures.tie_breaks import tie_break_text
from tournaments.refusals import refuse
from tournaments.site.api import answers, query
from tournaments.site.api.answers import OR_NULL, Answer, At, Example, InWords, at_most, translate
from tournaments.site.api.query import NextPage, Paging
from tournaments.site.api.schema import Deprecation
from tournaments.site.arguments import Body, From, Reason, provides


class OfTable(query.Query):
    division = query.whole_number(
        "The level of the division; the highest where it is left out.", least=1, most=MOST_ENTRANTS
    )
    place = query.whole_number("This place or better; 1 where it is left out.", least=1, most=MOST_ENTRANTS)
    entrant = query.whole_number(
        "The number of whom it is about; nobody in particular without.", least=1, most=MOST_ENTRANTS
    )


Halves = Annotated[int, Field(ge=0, le=MOST_HALVES)]
HalvesEntered = Annotated[list[Halves], Field(min_length=2, max_length=2)]
FixturePoints = Annotated[int, Field(ge=-MOST_POINTS, le=MOST_POINTS)]


class FixtureResult(Body):
    """How a fixture ended: the half games and the points of the home and the away side, or who did not play.

    Without a `winner` the games tell, and where they are level and the rules have no draws, the points. Points that
    were not counted are left out.
    """

    games: Annotated[HalvesEntered, Example([6, 3])] = [0, 0]
    points: Annotated[
        Annotated[list[FixturePoints], Field(min_length=2, max_length=2)] | None, Example([250, 180])
    ] = None
    winner: Literal["home", "away", "draw"] | None = None
    forfeit: Literal["home", "away", "both"] | None = None
    reason: Annotated[Reason, Example("played on Sunday")] = ""


class ResultTakenBack(Body):
    """Why a result is taken back; everybody can read it beside the table."""

    reason: Annotated[Reason, Example("entered for another fixture")]


class Pairing(Body):
    """Two who meet, by their numbers, whoever is at home first; `away` null has a bye.

    `games` are the half games of both, where the result is known.
    """

    home: seasons.Number
    away: seasons.Number | None = None
    games: HalvesEntered | None = None


class Pairings(Body):
    """The next round of a division as it was drawn elsewhere.

    `anyway` takes it though results of the last round are missing, two meet again, or something else is unusual.
    """

    division: Annotated[seasons.Number, Example(2)] = 1
    pairings: Annotated[
        list[Pairing],
        Field(min_length=1, max_length=MOST_ENTRANTS),
        Example([{"home": 7, "away": 4, "games": [3, 1]}, {"home": 9, "away": None}]),
    ]
    date: Day | None = None
    anyway: bool = False


class PointsGivenBody(Body):
    """Match points in halves that an entrant is given or, below nothing, has taken off; and why."""

    entrant: Annotated[seasons.Number, Example(7)]
    points: Annotated[FixturePoints, Example(-2)]
    reason: Annotated[Reason, Example("came without a team")]


OF_BOTH: Final = at_most(2)
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
    entrant: seasons.EntrantNumber
    name: answers.PersonName
    games: Annotated[list[int], Example([21, 12]), OF_BOTH]
    points: Annotated[Annotated[list[int], OF_BOTH] | None, Example([612, 580])]
    tie_breaks: list[LeagueTieBreak]
    leads: Annotated[str, Example("up")]
    withdrawn: bool


class LeagueDivision(seasons.NamedDivision):
    """A division, its lines best first; of a knock-out there are none, and `champion` is who has won it."""

    lines: Annotated[list[LeagueLine], at_most(MOST_ENTRANTS)]
    champion: int | None


class LeagueTables(Answer):
    """The tables of a season of fixtures; `commitment` is promised for its next lots."""

    version: answers.EntryNumber
    format: Annotated[str, Example("round_robin")]
    rules_version: Annotated[str, Example(answers.HASHES[1])]
    commitment: seasons.Commitment
    divisions: Annotated[list[LeagueDivision], at_most(MOST_DIVISIONS)]


class LeagueFixture(Answer):
    """A fixture: entrants by their numbers, `away` null for a bye; `evening` gives the result, if one does.

    Of a play-off `play_off` is true. Games are counted in halves.
    """

    code: Annotated[str, Example("2:3.1")]
    division: seasons.DivisionLevel
    round: Annotated[int, Example(3)]
    home: seasons.EntrantNumber
    away: Annotated[int | None, Example(4)]
    status: Annotated[str, Example("played")]
    play_off: bool
    evening: Annotated[str | None, OR_NULL]
    winner: Annotated[str | None, OR_NULL, Example("home")]
    forfeit: Annotated[str | None, OR_NULL]
    games: HalvesOfBoth
    points: Annotated[Annotated[list[int], OF_BOTH] | None, Example([250, 180])]
    date: Annotated[date | None, At("day"), Example("2026-11-20")]


class LeagueFixtures(Answer):
    """The fixtures of a season by divisions and rounds, play-offs last, and everybody who is in them."""

    version: Annotated[answers.EntryNumber, At("season.version")]
    entrants: seasons.Entrants
    fixtures: list[LeagueFixture]
    next: NextPage


class LeagueProspect(Answer):
    """What may become of an entrant: the verdict, the numbers of ways where all were gone through, and words."""

    entrant: seasons.EntrantNumber
    name: answers.PersonName
    verdict: Annotated[str, Example("possible")]
    outright: Annotated[int | None, Example(31)]
    level: Annotated[int | None, Example(4)]
    text: Annotated[str, Example("Place 1 can still be reached.")]


class LeagueMust(Answer):
    """What must happen for the entrant asked about, `outright` or at least level; `text` where nothing must."""

    text: Annotated[InWords, At("summary"), Example("No single result is needed.")]
    outright: Annotated[bool, At("is_outright"), Example(value=True)]
    needed: list[str]
    enough: Annotated[list[str], Example(["It is enough that Ann Lee beats Cid Orr."])]


class LeagueProspects(Answer):
    """Who can still reach a place of a division; `exact` unless the verdicts are bounds that are proved."""

    division: Annotated[seasons.DivisionLevel, At("division.level")]
    place: int
    ahead: Annotated[int, Example(4)]
    exact: Annotated[bool, Example(value=True)]
    ways: Annotated[str, Example("81")]
    prospects: Annotated[list[LeagueProspect], at_most(MOST_ENTRANTS)]
    must: LeagueMust | None


@provides
def opened_contest(season: seasons.OpenedSeason) -> Contest:
    return reads.contest(seasons.of_kind(season, Season.Kind.FIXTURES))


@Address(f"{seasons.SEASON}tables/", "league-tables", view=PublicView).get()
def league_tables(contest: Contest) -> LeagueTables:
    """The table of every division with what parted whom; of a knock-out, who has won it."""
    return LeagueTables.read(
        contest.season,
        format=contest.rules.format,
        commitment=promised(contest.season),
        divisions=[_division(contest, division) for division in contest.divisions],
    )


def _division(contest: Contest, division: DivisionSeen) -> LeagueDivision:
    knockout = None if contest.rules.has_table else division.knockout
    lines = division.lines if contest.rules.has_table else ()
    leads = reads.leads_of(contest, division, len(lines))
    return LeagueDivision.read(
        division,
        lines=[
            _line(contest.entrants[int(line.entrant)], line, lead)
            for line, lead in zip(lines, leads, strict=True)
        ],
        champion=int(knockout.champion) if knockout and knockout.champion else None,
    )


def _line(entrant: Entrant, line: TableLine, leads: str) -> LeagueLine:
    return LeagueLine.read(
        line,
        name=entrant.name,
        tie_breaks=[
            LeagueTieBreak(tie_break=step.name, value=tie_break_text(step.name, step.of(line.entrant).value))
            for step in line.steps
            if step.counts
        ],
        leads=leads,
        withdrawn=entrant.withdrawn_at is not None,
    )


@Address(f"{seasons.SEASON}fixtures/", "league-fixtures", view=PublicView).get()
def league_fixtures(contest: Contest, paging: Paging) -> LeagueFixtures:
    """The fixtures with days and results, and the entrants they are about."""
    page = paging.of_list(contest.fixtures, lambda row: (row.play_off, row.division.level, row.round, row.pk))
    fixtures = [LeagueFixture.from_view(reads.kept_fixture(row)) for row in page.rows]
    return LeagueFixtures.read(contest, fixtures=fixtures, next=page.next)


@Address(f"{seasons.SEASON}prospects/", "league-prospects", view=PublicView, throttles=LONG).get()
def league_prospects(contest: Contest, asked: OfTable) -> LeagueProspects:
    """Who can still reach a place, and what must happen for one of them. A knock-out has no places."""
    projection = reads.asked_of(
        contest, **{name: str(value or "") for name, value in asked.cleaned_data.items()}
    )
    if projection is None:
        raise Http404

    def text_of(sentence: Sentence) -> str:
        return translate(reads.with_names(sentence, contest.names))

    outlook, must = projection.outlook, projection.must()
    return LeagueProspects.read(
        projection,
        exact=outlook.is_exact,
        ways=str(outlook.ways),
        prospects=[
            LeagueProspect.read(
                prospect, name=contest.names[prospect.entrant], text=text_of(prospect.sentence)
            )
            for prospect in outlook.prospects
        ],
        must=must
        and LeagueMust.read(
            must,
            needed=[text_of(condition.sentence) for condition in must.needed],
            enough=[text_of(condition.sentence) for condition in must.enough],
        ),
    )


RESULT = Address(f"{seasons.SEASON}fixtures/<path:code>/result/", "league-result", view=LeagueView)
WITHOUT_A_REASON: Final = Deprecation(
    since=date(2026, 11, 27),
    sunset=date(2027, 12, 1),
    instead="/api/v1/clubs/{club}/leagues/{league}/{season}/fixtures/{code}/take-back/",
)


def season_of_fixture(season: FixtureSeason, code: str) -> Season:
    if not season.fixtures.filter(code=code).exists():
        raise Http404
    return season


SeasonOfFixture = Annotated[Season, From(season_of_fixture)]


@Address(f"{seasons.SEASON}pairings/", "league-pairings", view=LeagueView).post()
def enter_league_pairings(season: FixtureSeason, by: Actor, body: Pairings) -> LeagueFixtureCodes:
    """Enter the next round of a division as it was drawn elsewhere."""
    pairs = [Pair(pairing.home, pairing.away, _both(pairing.games)) for pairing in body.pairings]
    act = acts.EnterPairings(pairings=tuple(pairs), division=body.division, day=body.date, anyway=body.anyway)
    return LeagueFixtureCodes(codes=draw_fixtures(season=season, act=act, **by))


@Address(f"{seasons.SEASON}points/", "league-points", view=LeagueView).post()
def give_league_points(season: FixtureSeason, by: Actor, body: PointsGivenBody) -> LeagueEntry:
    """Give an entrant match points or, below nothing, take them off, with a reason."""
    act = acts.GivePoints(entrant=body.entrant, points=body.points, reason=body.reason)
    return LeagueEntry(entry=perform(season=season, act=act, **by))


@RESULT.put()
def enter_league_result(season: SeasonOfFixture, code: str, by: Actor, body: FixtureResult) -> LeagueFixture:
    """Enter how a fixture ended, or correct it. What is so already is not written again: a retry is harmless."""
    act: acts.SeasonAct
    if body.forfeit is not None:
        act = acts.Forfeit(fixture=code, side=body.forfeit, reason=body.reason)
    else:
        act = acts.EnterResult(
            fixture=code,
            games=(body.games[0], body.games[1]),
            points=_both(body.points),
            winner=body.winner or "",
            reason=body.reason,
        )
    return _fixture_after(act, season, code, by)


@RESULT.delete(deprecated=WITHOUT_A_REASON)
def take_league_result_back(season: SeasonOfFixture, code: str, by: Actor) -> LeagueFixture:
    """Take a result back without saying why: the fixture is to be played again."""
    return _fixture_after(acts.TakeBack(fixture=code), season, code, by)


@Address(f"{seasons.SEASON}fixtures/<path:code>/take-back/", "league-take-back", view=LeagueView).post()
def take_result_back(season: SeasonOfFixture, code: str, by: Actor, body: ResultTakenBack) -> LeagueFixture:
    """Take a result back, with a reason: the fixture is to be played again."""
    if not body.reason.strip():
        refuse("reason", "empty", "nothing was entered; a result changes for a reason that all can read")
    return _fixture_after(acts.TakeBack(fixture=code, reason=body.reason), season, code, by)


def _fixture_after(act: acts.SeasonAct, season: Season, code: str, by: Actor) -> LeagueFixture:
    perform(season=season, act=act, **by)
    return LeagueFixture.from_view(reads.contest(season).state.fixtures[code])


def _both(pair: list[int] | None) -> tuple[int, int] | None:
    return None if pair is None else (pair[0], pair[1])
