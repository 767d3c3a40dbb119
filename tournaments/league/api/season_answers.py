"""A season as the REST API shows it to those who keep it: as it stands, its ledger, people, and evenings."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any, ClassVar, Literal, Self

from django.urls import reverse
from pydantic import Field

from tournaments.evening.api.acts import named
from tournaments.evening.api.evening_answers import Entry, LedgerHead
from tournaments.league.acts import DONE, possible
from tournaments.league.acts.entrants import MOST_RATING, PEOPLE
from tournaments.league.acts.setting_up import LONGEST_NAME, MOST_ENTRANTS, MOST_LINES
from tournaments.league.api.seasons import RULES, Kind, StageName
from tournaments.league.reads import shown
from tournaments.league.reads.fixtures import address_of
from tournaments.league.reads.persons import BoundText
from tournaments.league.reads.seasons import Season, SeasonEntry, promised
from tournaments.movement.draw import commitment
from tournaments.ranking.fixtures.record import KeptEntrant
from tournaments.ranking.fixtures.rules import MOST_DIVISIONS
from tournaments.ranking.series.rules import MOST_CATEGORIES, version
from tournaments.site.api.answers import (
    HASHES,
    Answer,
    At,
    Began,
    ClubSlug,
    Day,
    EntryNumber,
    Example,
    GameSlug,
    PersonId,
    PersonName,
    at_most,
)
from tournaments.site.api.query import NextPage
from tournaments.site.arguments import Body, Id, Name, Reason
from tournaments.site.arguments import Day as DayBody

MOST_PEOPLE = max(most for _, most in PEOPLE.values())
Number = Annotated[int, Field(ge=1, le=MOST_ENTRANTS)]
"""Of an entrant, or of a division: its level."""
NumberKey = Annotated[str, Field(pattern=r"^[1-9][0-9]{0,3}$")]
"""The number of a round or an entrant as the key of an object."""
_SETTINGS: dict[str, Any] = {"name": "Winter", "starts": "2026-09-01", "ends": "2027-06-30"}


class _Settings(Body):
    name: Name
    starts: DayBody
    ends: DayBody
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

    name: Annotated[Name, Example("2027")]
    starts: Annotated[DayBody, Example("2027-09-01")]
    ends: Annotated[DayBody, Example("2028-06-30")]


class EntrantEntered(Body):
    """An entrant: the people by their ids; without a name it is called by theirs."""

    players: Annotated[list[Id], Field(max_length=MOST_PEOPLE)]
    name: Name = ""
    rating: Annotated[int, Field(ge=1, le=MOST_RATING)] | None = None


class NewEntrants(Body):
    """Some to be entered in a division, by its level; they are numbered on from the last."""

    entries: Annotated[
        list[EntrantEntered],
        Field(min_length=1, max_length=MOST_ENTRANTS),
        Example([{"players": [12]}, {"players": [14, 15], "name": "The Owls", "rating": 1850}]),
    ]
    division: Number = 1


class NewEntrantNames(Body):
    """Names to be entered in a division, one for each entrant; whom the club does not know becomes a member.

    "Ann & Ben" is a pair, "Owls: Ann & Ben & Cleo" a team. A rating may stand at the end: "Ann [1850]".
    """

    names: Annotated[
        list[Annotated[str, Field(max_length=2000)]],
        Field(min_length=1, max_length=MOST_LINES),
        Example(["Ann Lee", "Bo Day [1850]"]),
    ]
    division: Annotated[Number, Example(2)] = 1


class EntrantChange(Body):
    """Another name or other people for an entrant, by number."""

    number: Annotated[Number, Example(7)]
    entry: Annotated[EntrantEntered, Example({"players": [14, 15], "name": "The Owls"})]


class DivisionEntered(Body):
    """A division: its name, and the level that it had, if it was there."""

    name: Annotated[str, Field(max_length=5 * LONGEST_NAME)]
    was: Number | None = None


class NewDivisions(Body):
    """All divisions that there are to be, the highest first."""

    divisions: Annotated[
        list[DivisionEntered],
        Field(min_length=1, max_length=MOST_DIVISIONS),
        Example([{"name": "First division", "was": 1}, {"name": "Second division"}]),
    ]


class EntrantPlaced(Body):
    """Where an entrant is to stand: the number, which is the seed, and the level of the division."""

    number: Number
    division: Number


class NewPlaces(Body):
    """Other seeds and divisions of entrants, by the numbers that they have; the others stay as they are."""

    places: Annotated[
        dict[NumberKey, EntrantPlaced],
        Field(min_length=1, max_length=MOST_ENTRANTS),
        Example({"7": {"number": 1, "division": 1}, "1": {"number": 7, "division": 1}}),
    ]


class NewFixtures(Body):
    """Days of the rounds that are made, by their numbers, if they are known.

    `anyway` pairs the next round of a Swiss though results of its last one are missing.
    """

    days: Annotated[
        dict[NumberKey, DayBody],
        Field(max_length=MOST_ENTRANTS),
        Example({"1": "2026-10-02", "2": "2026-10-09"}),
    ] = {}
    anyway: bool = False


class NewDays(Body):
    """The days of rounds by their numbers; null takes one away."""

    days: Annotated[
        dict[NumberKey, DayBody | None],
        Field(min_length=1, max_length=MOST_ENTRANTS),
        Example({"1": "2026-10-02", "2": None}),
    ]


class GroupTaken(Body):
    """A category that is filled from the group of the club that is called the same."""

    category: Annotated[str, Field(max_length=LONGEST_NAME), Example("Juniors")]


_AT = "/api/v1/clubs/rooster-club/leagues/friday-league/winter/"
_COMMITMENT = commitment("5f3c9ad1e07b4486a2d90c1b77e3f158")
Stage = Annotated[StageName, Example("draft")]
LeagueSlug = Annotated[str, Example("friday-league")]
Commitment = Annotated[str, Example(_COMMITMENT)]
EntrantNumber = Annotated[int, Example(7)]
DivisionLevel = Annotated[int, Example(2)]


def addresses_of(season: Season) -> dict[str, str]:
    """What may be done to a season as it stands, and where; `{code}` stands for the code of a fixture."""
    base = reverse("v1:season", args=[season.league.club.slug, season.league.slug, season.slug])
    paths = ((act, act.path() or "") for act in possible(season.kind, season.stage))
    addresses = {act.operation or named(address): f"{base}{address}/" for act, address in paths}
    if "take_result_back" in addresses:
        # As it was called before: that address stays until it goes.
        addresses["take_league_result_back"] = addresses["enter_league_result"]
    return dict(sorted(addresses.items()))


class SeasonNow(Answer):
    """A season as it stands, for those who keep it.

    `possible` names what may be done now, by what this description calls it, `addresses` where each is done.
    `rules_version` is the hash of the rules, `commitment` is promised for the next lots. `previous` is the season
    that it goes on from.
    """

    club: Annotated[ClubSlug, At("league.club.slug")]
    league: Annotated[LeagueSlug, At("league.slug")]
    slug: Annotated[str, Example("winter")]
    name: Annotated[str, Example("Winter")]
    kind: Kind
    stage: Stage
    starts: Annotated[date, Example("2026-09-01")]
    ends: Annotated[date, Example("2027-06-30")]
    takes: Annotated[Literal["every", "chosen"], Example("every")]
    rules: Annotated[dict[str, Any], Example(RULES.model_dump(mode="json"))]
    rules_version: Annotated[str, Example(version(RULES))]
    commitment: Commitment
    previous: Annotated[str | None, At("previous.slug")]
    version: EntryNumber
    possible: Annotated[
        list[str], at_most(len(DONE)), Example(["change_season", "choose_evening", "open_season"])
    ]
    addresses: Annotated[
        dict[str, str], Example({name: f"{_AT}{name}/" for name in ("change-season", "open-season")})
    ]
    made_at: Began

    @classmethod
    def from_view(cls, view: Season) -> Self:
        addresses = addresses_of(view)
        return cls.read(view, commitment=promised(view), possible=list(addresses), addresses=addresses)


class SeasonText(Answer):
    """A text that an entry binds: its `commitment` is the SHA-256 of `name` or `reason`, the salt and the text.

    A line each, without a newline at the end. The salt is null where somebody was erased, and the text without them.
    """

    what: Annotated[Literal["name", "reason"], Example("name")]
    commitment: Annotated[str, Example(HASHES[0])]
    text: Annotated[str, Example("Ada Marsh & Basil Quint")]
    salt: Annotated[str | None, Example("9f86d081884c7d659a2feaa0c55ad015")]


class SeasonLedgerEntry(Entry):
    """One act in the ledger of a season.

    What entrants were called and why it was done stand beside it, in `bound`: the chain holds the commitment of the
    reason in the place of `reason`. Entries of before texts were bound hold them themselves.
    """

    act: Annotated[str, Example("open")]
    body: Annotated[dict[str, Any], Example({"commitment": _COMMITMENT})]
    bound: list[SeasonText]


class SeasonLedgerPage(LedgerHead):
    """Entries in order; `next` is the address of those that follow."""

    entries: list[SeasonLedgerEntry]
    next: Annotated[str | None, Example(f"{_AT}ledger/?after=1&limit=1")]


def ledger_entry(row: SeasonEntry, texts: Mapping[str, BoundText]) -> SeasonLedgerEntry:
    """An act in the ledger, with those of these texts, by their commitments, that it binds."""
    body = json.loads(row.body)
    names = [("name", entrant.get("commitment")) for entrant in body.get("entrants", ())]
    bound = [
        SeasonText.read(text, what=what, salt=text.salt or None)
        for what, commitment in [*names, ("reason", row.reason)]
        if (text := texts.get(commitment)) is not None
    ]
    reason = texts[row.reason].text if row.reason in texts else row.reason
    return SeasonLedgerEntry.read(row, body=body, reason=reason, bound=bound)


class NamedDivision(Answer):
    """A division by its level, 1 for the highest."""

    level: DivisionLevel
    name: Annotated[str, Example("Second division")]


class LeagueEntrant(Answer):
    """An entrant by number; players by their ids; `left_out_of` is the round they asked to be left out of last."""

    entrant: Annotated[EntrantNumber, At("number")]
    name: PersonName
    division: DivisionLevel
    players: Annotated[list[int], Example([12])]
    withdrawn: bool
    left_out_of: int | None
    rating: Annotated[int | None, Example(1850)]

    @classmethod
    def from_view(cls, view: KeptEntrant) -> Self:
        return cls.read(view, left_out_of=view.left_out[0] if view.left_out else None)


Entrants = Annotated[list[LeagueEntrant], At("people"), at_most(MOST_ENTRANTS)]


class LeagueEntrants(Answer):
    """Who is entered in a season of fixtures, by number, and its divisions, the highest first."""

    version: Annotated[EntryNumber, At("season.version")]
    divisions: Annotated[list[NamedDivision], at_most(MOST_DIVISIONS)]
    entrants: Entrants


class EveningOfSeason(Answer):
    """An evening that a season takes or could take, and the secretary's word about it.

    `choice` is "in" where it was taken in by hand, "out" where it was left out, else "". `void` counts for nobody;
    `publication` is the number of the one that the season took, null where it took none.
    """

    evening: Annotated[str, Example("rooster-club/friday-progressive")]
    name: Annotated[str, Example("Friday progressive")]
    date: Annotated[date, Day]
    game: Annotated[GameSlug, At("plan.game")]
    choice: Annotated[Literal["", "in", "out"], Example("")]
    void: bool
    publication: Annotated[int | None, Example(1)]

    @classmethod
    def from_view(cls, view: shown.Evening) -> Self:
        row = next(iter(getattr(view, "of_season", ())), None)
        return cls.read(
            view,
            evening=address_of(view),
            choice=row.choice if row else "",
            void=row.void if row else False,
            publication=row.publication if row else None,
        )


class EveningsOfSeason(Answer):
    """The evenings between the days of a season and those chosen beside, the latest first."""

    evenings: Annotated[list[EveningOfSeason], At("rows")]
    next: NextPage


class PersonInCategory(Answer):
    """Somebody in a category."""

    player: Annotated[PersonId, At("pk")]
    name: PersonName


class CategoryOfSeason(Answer):
    """A category that goes by person, and who is in it."""

    category: Annotated[str, Example("Juniors")]
    members: list[PersonInCategory]


class CategoriesOfSeason(Answer):
    """The categories of a season that go by person."""

    categories: Annotated[list[CategoryOfSeason], at_most(MOST_CATEGORIES)]
