"""A season as the REST API shows it to those who keep it: as it stands, its ledger, people, and evenings."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Annotated, Any, ClassVar, Literal, Self

from django.urls import reverse
from pydantic import Field

from tournaments.evening.api.acts import named
from tournaments.evening.api.bodies import Body, Id, Name, Reason
from tournaments.evening.api.bodies import Day as DayBody
from tournaments.evening.api.pages import NextPage, Page
from tournaments.league.acts import DONE, possible
from tournaments.league.acts.entering import MOST_RATING, PEOPLE
from tournaments.league.acts.setting_up import LONGEST_NAME, MOST_ENTRANTS, MOST_LINES
from tournaments.league.api.fixtures import LeagueEntrant
from tournaments.league.api.seasons import RULES
from tournaments.league.reads import shown
from tournaments.league.reads.corrections import SeasonEntry
from tournaments.league.reads.fixtures import Contest, address_of
from tournaments.league.reads.persons import BoundText, bound_by
from tournaments.league.reads.seasons import Season, promised
from tournaments.movement.draw import commitment
from tournaments.ranking.fixtures.rules import MOST_DIVISIONS
from tournaments.ranking.series.rules import MOST_CATEGORIES, version
from tournaments.site.api.answers import (
    HASHES,
    Answer,
    Began,
    By,
    ClubSlug,
    Day,
    EntryNumber,
    Example,
    GameSlug,
    Hash,
    PersonId,
    PersonName,
    at_most,
)

# --- What is sent to set a season up and to keep it, where that is not drawn from the class of an act -

MOST_PEOPLE = max(most for _, most in PEOPLE.values())
Number = Annotated[int, Field(ge=1, le=MOST_ENTRANTS)]
Level = Annotated[int, Field(ge=1, le=MOST_ENTRANTS)]
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

    name: Name
    starts: DayBody
    ends: DayBody

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

    days: Annotated[dict[NumberKey, DayBody], Field(max_length=MOST_ENTRANTS)] = {}
    anyway: bool = False

    EXAMPLE: ClassVar[Any] = {"days": {"1": "2026-10-02", "2": "2026-10-09"}}


class NewDays(Body):
    """The days of rounds by their numbers; null takes one away."""

    days: Annotated[dict[NumberKey, DayBody | None], Field(min_length=1, max_length=MOST_ENTRANTS)]

    EXAMPLE: ClassVar[Any] = {"days": {"1": "2026-10-02", "2": None}}


class GroupTaken(Body):
    """A category that is filled from the group of the club that is called the same."""

    category: Annotated[str, Field(max_length=LONGEST_NAME)]

    EXAMPLE: ClassVar[Any] = {"category": "Juniors"}


_AT = "/api/v1/clubs/rooster-club/leagues/friday-league/winter/"
Kind = Annotated[Literal["evenings", "fixtures"], Example("evenings")]
Stage = Annotated[Literal["draft", "open", "closed"], Example("draft")]
LeagueSlug = Annotated[str, Example("friday-league")]


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

    club: ClubSlug
    league: LeagueSlug
    slug: Annotated[str, Example("winter")]
    name: Annotated[str, Example("Winter")]
    kind: Kind
    stage: Stage
    starts: Annotated[date, Example("2026-09-01")]
    ends: Annotated[date, Example("2027-06-30")]
    takes: Annotated[Literal["every", "chosen"], Example("every")]
    rules: Annotated[dict[str, Any], Example(RULES.model_dump(mode="json"))]
    rules_version: Annotated[str, Example(version(RULES))]
    commitment: Annotated[str, Example(commitment("5f3c9ad1e07b4486a2d90c1b77e3f158"))]
    previous: str | None
    version: EntryNumber
    possible: Annotated[
        list[str], at_most(len(DONE)), Example(["change_season", "choose_evening", "open_season"])
    ]
    addresses: Annotated[
        dict[str, str], Example({name: f"{_AT}{name}/" for name in ("change-season", "open-season")})
    ]
    made_at: Began

    @classmethod
    def of(cls, season: Season) -> Self:
        """A season with what may be done to it now."""
        addresses = addresses_of(season)
        return cls.read(
            season,
            club=season.league.club.slug,
            league=season.league.slug,
            commitment=promised(season),
            previous=season.previous.slug if season.previous else None,
            possible=list(addresses),
            addresses=addresses,
        )


class SeasonText(Answer):
    """A text that an entry binds: its `commitment` is the SHA-256 of `name` or `reason`, the salt and the text.

    A line each, without a newline at the end. The salt is null where somebody was erased, and the text without them.
    """

    what: Annotated[Literal["name", "reason"], Example("name")]
    commitment: Annotated[str, Example(HASHES[0])]
    text: Annotated[str, Example("Ada Marsh & Basil Quint")]
    salt: Annotated[str | None, Example("9f86d081884c7d659a2feaa0c55ad015")]

    @classmethod
    def of(cls, row: BoundText, what: str) -> Self:
        """A name or a reason, with what proves it."""
        return cls.read(row, what=what, salt=row.salt or None)


class SeasonLedgerEntry(Answer):
    """One act in the ledger of a season.

    What entrants were called and why it was done stand beside it, in `bound`: the chain holds the commitment of the
    reason in the place of `reason`. Entries of before texts were bound hold them themselves.
    """

    sequence: int
    act: Annotated[str, Example("open")]
    body: Annotated[dict[str, Any], Example({"commitment": commitment("5f3c9ad1e07b4486a2d90c1b77e3f158")})]
    by: By
    at: Began
    reason: str
    previous_hash: Annotated[str, Example(HASHES[1])]
    hash: Hash
    bound: list[SeasonText]

    @classmethod
    def of(cls, row: SeasonEntry, texts: Mapping[str, BoundText]) -> Self:
        """An act in the ledger, with those of these texts, by their commitments, that it binds."""
        body = json.loads(row.body)
        bindings = [("name", entrant.get("commitment")) for entrant in body.get("entrants", ())]
        bound = [
            SeasonText.of(text, what)
            for what, commitment in [*bindings, ("reason", row.reason)]
            if (text := texts.get(commitment)) is not None
        ]
        reason = texts[row.reason].text if row.reason in texts else row.reason
        return cls.read(row, body=body, reason=reason, bound=bound)


class SeasonLedgerPage(Answer):
    """Entries in order; `next` is the address of those that follow."""

    length: EntryNumber
    head: Hash
    entries: list[SeasonLedgerEntry]
    next: Annotated[str | None, Example(f"{_AT}ledger/?after=1&limit=1")]

    @classmethod
    def of(cls, season: Season, page: Page[SeasonEntry]) -> Self:
        """A page of the entries of a season."""
        texts = bound_by(season, page.rows)
        entries = [SeasonLedgerEntry.of(row, texts) for row in page.rows]
        return cls(length=season.ledger_length, head=season.ledger_head, entries=entries, next=page.next_path)


class NamedDivision(Answer):
    """A division by its level, 1 for the highest."""

    level: Annotated[int, Example(2)]
    name: Annotated[str, Example("Second division")]


class LeagueEntrants(Answer):
    """Who is entered in a season of fixtures, by number, and its divisions, the highest first."""

    version: EntryNumber
    divisions: Annotated[list[NamedDivision], at_most(MOST_DIVISIONS)]
    entrants: Annotated[list[LeagueEntrant], at_most(MOST_ENTRANTS)]

    @classmethod
    def of(cls, seen: Contest) -> Self:
        """The divisions and entrants of a season."""
        return cls.read(
            seen.season,
            divisions=[NamedDivision.read(division) for division in seen.divisions],
            entrants=[LeagueEntrant.of(entrant) for entrant in seen.state.entrants.values()],
        )


class EveningOfSeason(Answer):
    """An evening that a season takes or could take, and the secretary's word about it.

    `choice` is "in" where it was taken in by hand, "out" where it was left out, else "". `void` counts for nobody;
    `publication` is the number of the one that the season took, null where it took none.
    """

    evening: Annotated[str, Example("rooster-club/friday-progressive")]
    name: Annotated[str, Example("Friday progressive")]
    date: Annotated[date, Day]
    game: GameSlug
    choice: Annotated[Literal["", "in", "out"], Example("")]
    void: bool
    publication: Annotated[int | None, Example(1)]

    @classmethod
    def of(cls, evening: shown.Evening, row: shown.SeasonEvening | None) -> Self:
        """An evening with its row of the season, if there is one."""
        return cls.read(
            evening,
            evening=address_of(evening),
            game=evening.plan["game"],
            choice=row.choice if row else "",
            void=row.void if row else False,
            publication=row.publication if row else None,
        )


class EveningsOfSeason(Answer):
    """The evenings between the days of a season and those chosen beside, the latest first."""

    evenings: list[EveningOfSeason]
    next: NextPage

    @classmethod
    def of(cls, page: Page[shown.Evening]) -> Self:
        """A page of them, as `evenings_to_choose` gives them."""
        return cls.read(
            page,
            evenings=[
                EveningOfSeason.of(evening, next(iter(getattr(evening, "of_season", ())), None))
                for evening in page.rows
            ],
        )


class PersonInCategory(Answer):
    """Somebody in a category."""

    player: PersonId
    name: PersonName

    @classmethod
    def of(cls, player: shown.Player) -> Self:
        """Somebody by id and name."""
        return cls.read(player, player=player.pk)


class CategoryOfSeason(Answer):
    """A category that goes by person, and who is in it."""

    category: Annotated[str, Example("Juniors")]
    members: list[PersonInCategory]

    @classmethod
    def of(cls, category: str, players: Iterable[shown.Player]) -> Self:
        """A category with its people."""
        return cls(category=category, members=[PersonInCategory.of(player) for player in players])


class CategoriesOfSeason(Answer):
    """The categories of a season that go by person."""

    categories: Annotated[list[CategoryOfSeason], at_most(MOST_CATEGORIES)]

    @classmethod
    def of(cls, season: Season) -> Self:
        """Those of a season."""
        members = shown.category_members(season)
        return cls(categories=[CategoryOfSeason.of(name, people) for name, people in members.items()])
