"""What the REST door takes and answers about seasons of fixtures, for its schema."""

from __future__ import annotations

from datetime import date
from datetime import date as Day  # noqa: N812 - a field is called date
from typing import Annotated, Literal

from pydantic import Field

from tournaments.api.bodies import Body, Reason
from tournaments.api.scored import Answer
from tournaments.services.leagues.entrants import MOST_ENTRANTS
from tournaments.services.leagues.fixture_results import MOST_HALVES, MOST_POINTS

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


class PointsGiven(Body):
    """Match points in halves that an entrant is given or, below nothing, has taken off; and why."""

    entrant: Number
    points: FixturePoints
    reason: Reason


class LeagueFixtureCodes(Answer):
    """The codes of fixtures that were made."""

    codes: list[str]


class LeagueEntry(Answer):
    """The number of an entry in the ledger of the season."""

    entry: int


class LeagueTieBreak(Answer):
    """What a line has of a tie-break in which it was compared, as people write it."""

    tie_break: str
    value: str


class LeagueLine(Answer):
    """A line of a division's table; match points and games are counted in halves, pairs are own and the others'.

    `adjusted` are the match points in it that were given or, below nothing, taken off.
    """

    place: int
    entrant: int
    name: str
    played: int
    won: int
    drawn: int
    lost: int
    match_points: int
    adjusted: int
    games: list[int]
    points: list[int] | None
    decided_by: str
    tie_breaks: list[LeagueTieBreak]
    leads: str
    withdrawn: bool


class LeagueDivision(Answer):
    """A division, its lines best first; of a knock-out there are none, and `champion` is who has won it."""

    level: int
    name: str
    lines: list[LeagueLine]
    champion: int | None


class LeagueTables(Answer):
    """The tables of a season of fixtures; `commitment` is promised for its next lots."""

    version: int
    format: str
    rules_version: str
    commitment: str
    divisions: list[LeagueDivision]


class LeagueFixture(Answer):
    """A fixture: entrants by their numbers, `away` null for a bye; `evening` gives the result, if one does.

    Of a play-off `play_off` is true. Games are counted in halves.
    """

    code: str
    division: int
    round: int
    home: int
    away: int | None
    status: str
    play_off: bool
    date: date | None
    evening: str | None
    winner: str | None
    forfeit: str | None
    games: list[int]
    points: list[int] | None


class LeagueEntrant(Answer):
    """An entrant by number; players by their ids; `left_out_of` is the round they asked to be left out of last."""

    entrant: int
    name: str
    division: int
    players: list[int]
    withdrawn: bool
    left_out_of: int | None
    rating: int | None


class LeagueFixtures(Answer):
    """All fixtures of a season by rounds, play-offs last, and who is in them."""

    version: int
    entrants: list[LeagueEntrant]
    fixtures: list[LeagueFixture]


class LeagueProspect(Answer):
    """What may become of an entrant: the verdict, the numbers of ways where all were gone through, and words."""

    entrant: int
    name: str
    verdict: str
    outright: int | None
    level: int | None
    text: str


class LeagueMust(Answer):
    """What must happen for the entrant asked about, `outright` or at least level; `text` where nothing must."""

    text: str
    outright: bool
    needed: list[str]
    enough: list[str]


class LeagueProspects(Answer):
    """Who can still reach a place of a division; `exact` unless the verdicts are bounds that are proved."""

    division: int
    place: int
    ahead: int
    exact: bool
    ways: str
    prospects: list[LeagueProspect]
    must: LeagueMust | None
