"""What is sent to set a season up and to keep it, where that is not drawn from the class of an act."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from tournaments.evening.api.bodies import Body, Day, Id, Name, Reason
from tournaments.league.acts.entering import MOST_RATING, PEOPLE
from tournaments.league.acts.fields import LONGEST_NAME, MOST_ENTRANTS, MOST_LINES
from tournaments.ranking.fixtures.rules import MOST_DIVISIONS

MOST_PEOPLE = max(most for _, most in PEOPLE.values())
Number = Annotated[int, Field(ge=1, le=MOST_ENTRANTS)]
Level = Annotated[int, Field(ge=1, le=MOST_ENTRANTS)]
NumberKey = Annotated[str, Field(pattern=r"^[1-9][0-9]{0,3}$")]
"""The number of a round or an entrant as the key of an object."""
_SETTINGS: dict[str, Any] = {"name": "Winter", "starts": "2026-09-01", "ends": "2027-06-30"}


class _Settings(Body):
    name: Name
    starts: Day
    ends: Day
    takes: Literal["every", "chosen"] = "every"
    rules: dict[str, Any] = {}


class NewSeason(_Settings):
    """A season to be set up, of evenings of which everybody gathers points, or of fixtures between entrants.

    `rules` are those of its kind; what they leave out is as `preset` has it, one of those that the league offers, and
    else as is usual. `takes` says of a season of evenings whether it takes every one between its days at its games,
    or those that are chosen.
    """

    kind: Literal["evenings", "fixtures"]
    preset: Annotated[str, Field(max_length=40)] = ""

    EXAMPLE: ClassVar[Any] = {
        **_SETTINGS,
        "kind": "evenings",
        "preset": "best",
        "rules": {"games": ["chantecler"]},
    }


class SeasonChange(_Settings):
    """Other settings of a season, all of them; under way with a reason."""

    reason: Reason = ""

    EXAMPLE: ClassVar[Any] = {
        **_SETTINGS,
        "rules": {"games": ["chantecler"], "points": {"by": "games_won", "points": 1}},
        "reason": "decided by the members",
    }


class NextSeason(Body):
    """The season after one of fixtures that is over."""

    name: Name
    starts: Day
    ends: Day

    EXAMPLE: ClassVar[Any] = {"name": "2027", "starts": "2027-09-01", "ends": "2028-06-30"}


class EntrantEntered(Body):
    """An entrant: the people by their ids; without a name it is called by theirs."""

    players: Annotated[list[Id], Field(max_length=MOST_PEOPLE)]
    name: Name = ""
    rating: Annotated[int, Field(ge=1, le=MOST_RATING)] | None = None


class NewEntrants(Body):
    """Some to be entered in a division, by its level; they are numbered on from the last."""

    entries: Annotated[list[EntrantEntered], Field(min_length=1, max_length=MOST_ENTRANTS)]
    division: Level = 1

    EXAMPLE: ClassVar[Any] = {
        "entries": [{"players": [12]}, {"players": [14, 15], "name": "The Owls", "rating": 1850}]
    }


class NewEntrantNames(Body):
    """Names to be entered in a division, one for each entrant; whom the club does not know becomes a member.

    "Ann & Ben" is a pair, "Owls: Ann & Ben & Cleo" a team. A rating may stand at the end: "Ann [1850]".
    """

    names: Annotated[list[Annotated[str, Field(max_length=2000)]], Field(min_length=1, max_length=MOST_LINES)]
    division: Level = 1

    EXAMPLE: ClassVar[Any] = {"names": ["Ann Lee", "Bo Day [1850]"], "division": 2}


class EntrantChange(Body):
    """Another name or other people for an entrant, by number."""

    number: Number
    entry: EntrantEntered

    EXAMPLE: ClassVar[Any] = {"number": 7, "entry": {"players": [14, 15], "name": "The Owls"}}


class DivisionEntered(Body):
    """A division: its name, and the level that it had, if it was there."""

    name: Annotated[str, Field(max_length=5 * LONGEST_NAME)]
    was: Level | None = None


class NewDivisions(Body):
    """All divisions that there are to be, the highest first."""

    divisions: Annotated[list[DivisionEntered], Field(min_length=1, max_length=MOST_DIVISIONS)]

    EXAMPLE: ClassVar[Any] = {
        "divisions": [{"name": "First division", "was": 1}, {"name": "Second division"}]
    }


class EntrantPlaced(Body):
    """Where an entrant is to stand: the number, which is the seed, and the level of the division."""

    number: Number
    division: Level


class NewPlaces(Body):
    """Other seeds and divisions of entrants, by the numbers that they have; the others stay as they are."""

    places: Annotated[dict[NumberKey, EntrantPlaced], Field(min_length=1, max_length=MOST_ENTRANTS)]

    EXAMPLE: ClassVar[Any] = {
        "places": {"7": {"number": 1, "division": 1}, "1": {"number": 7, "division": 1}}
    }


class NewFixtures(Body):
    """Days of the rounds that are made, by their numbers, if they are known.

    `anyway` pairs the next round of a Swiss though results of its last one are missing.
    """

    days: Annotated[dict[NumberKey, Day], Field(max_length=MOST_ENTRANTS)] = {}
    anyway: bool = False

    EXAMPLE: ClassVar[Any] = {"days": {"1": "2026-10-02", "2": "2026-10-09"}}


class NewDays(Body):
    """The days of rounds by their numbers; null takes one away."""

    days: Annotated[dict[NumberKey, Day | None], Field(min_length=1, max_length=MOST_ENTRANTS)]

    EXAMPLE: ClassVar[Any] = {"days": {"1": "2026-10-02", "2": None}}


class GroupTaken(Body):
    """A category that is filled from the group of the club that is called the same."""

    category: Annotated[str, Field(max_length=LONGEST_NAME)]

    EXAMPLE: ClassVar[Any] = {"category": "Juniors"}
