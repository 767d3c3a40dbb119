"""What an act of a season is: when it is allowed, what it takes, what it refuses, what it does, what it says."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, ClassVar, Literal, NamedTuple, Protocol

from scoring.derivation import Sentence, Wording
from tournaments.club.roles import Needed, Role
from tournaments.ledger.chain import Entry
from tournaments.ranking.fixtures.record import (
    ContestRecord,
    DivisionState,
    KeptEntrant,
    KeptFixture,
    division_states,
)
from tournaments.ranking.fixtures.results import GameAtTable
from tournaments.ranking.fixtures.rules import FixtureRules
from tournaments.ranking.series.units import Persons
from tournaments.refusals import ActFields, refuse

Body = Mapping[str, Any]


def exchanged(
    body: Body, kind: str, player: Callable[[int], int], evening: Callable[[str], str]
) -> dict[str, Any]:
    """The body of an entry in a season of this kind with other keys of players and other addresses of evenings."""

    def person(key: str) -> str:
        return str(player(int(key))) if key.isdecimal() else key

    known: dict[str, Callable[[Any], Any]] = {
        "rules": lambda rules: rules,
        "player": player,
        "players": lambda keys: [player(key) for key in keys],
        "evening": lambda address: address and evening(address),
        "read": lambda read: {person(key): person(whom) for key, whom in read.items()},
    }
    if kind == "evenings":  # else lots are drawn between numbers of entrants
        known["order"] = lambda order: [person(key) for key in order]

    def inside(value: Any) -> Any:
        if isinstance(value, dict):
            return {
                name: known[name](part) if name in known else inside(part) for name, part in value.items()
            }
        return [inside(part) for part in value] if isinstance(value, list) else value

    return {**inside(dict(body))}


class Word(NamedTuple):
    """The secretary's word about an evening: taken in ("in"), left out ("out"), or none; and whether it is void."""

    choice: str = ""
    void: bool = False


@dataclass(slots=True)
class SeasonRecord:
    """A season after the entries of its ledger so far; `kind` is "" before it is made.

    Attributes:
        columns: what its own row has of its name, days and rules, as the ledger tells them.
        withdrawals: the bodies of the last entries by which entrants withdrew, by number.
        before_merges: what a fixture was before who is who moved it last, and what it was after that, by code.
        words: the secretary's word about single evenings, by their addresses.
        members: who is in which category, as (category, player).
        standing: the bodies of bonuses and lots that have not been withdrawn, by the numbers of their entries.
    """

    kind: str = ""
    stage: str = "draft"
    columns: dict[str, Any] = field(default_factory=dict)
    closed_at: str | None = None
    contest: ContestRecord = field(default_factory=ContestRecord)
    withdrawn_at: dict[int, str] = field(default_factory=dict)
    withdrawals: dict[int, Body] = field(default_factory=dict)
    before_merges: dict[str, tuple[KeptFixture, KeptFixture]] = field(default_factory=dict)
    words: dict[str, Word] = field(default_factory=dict)
    members: dict[tuple[str, int], None] = field(default_factory=dict)
    standing: dict[int, Body] = field(default_factory=dict)

    @property
    def has_evenings(self) -> bool:
        return self.kind == "evenings"

    @property
    def fixture_rules(self) -> FixtureRules:
        return FixtureRules.model_validate(self.columns["rules"])

    @property
    def divisions(self) -> tuple[DivisionState, ...]:
        return division_states(self.contest, self.fixture_rules)

    @property
    def fixtures(self) -> list[KeptFixture]:
        return sorted(
            self.contest.fixtures.values(),
            key=lambda fixture: (fixture.play_off, fixture.division, fixture.round),
        )

    def name_of(self, entrant: int | None) -> str:
        return "" if entrant is None else self.contest.entrants[entrant].name


@dataclass(frozen=True, slots=True)
class SeasonRows:
    """What the rows of a season must be; a value of its own, which no later act changes.

    Beside each of the entrants stands when they withdrew.
    """

    season: Mapping[str, Any]
    divisions: Mapping[int, str]
    entrants: Mapping[int, tuple[KeptEntrant, str | None]]
    fixtures: Mapping[str, Any]
    words: Mapping[str, Word]
    members: Mapping[tuple[str, int], None]


def rows_of(record: SeasonRecord) -> SeasonRows:
    return SeasonRows(
        season={"stage": record.stage, "closed_at": record.closed_at, **record.columns},
        divisions=dict(record.contest.divisions),
        entrants={
            number: (entrant, record.withdrawn_at.get(number))
            for number, entrant in record.contest.entrants.items()
        },
        fixtures=dict(record.contest.fixtures),
        words=dict(record.words),
        members=dict(record.members),
    )


Stage = Literal["draft", "open", "closed"]
SETTING_UP: tuple[Stage, ...] = ("draft",)
UNDER_WAY: tuple[Stage, ...] = ("open",)
NOT_OVER: tuple[Stage, ...] = ("draft", "open")
ALWAYS: tuple[Stage, ...] = ("draft", "open", "closed")


class PlayerSeen(NamedTuple):
    """Somebody of a club: what they are called, and whether that club takes part in the league."""

    name: str
    takes_part: bool


class EveningSeen(NamedTuple):
    """An evening as a season looks at it: whether its club takes part, and whether the season has a result of it."""

    name: str
    game: str
    takes_part: bool
    is_taken: bool


class EveningGames(NamedTuple):
    """An evening as published last: its games and the number of the publication, None and 0 where it never was.

    `persons` tells who is read as whom in the league.
    """

    persons: Persons
    games: Sequence[GameAtTable] | None
    publication: int


class Outside(Protocol):
    """What an act has to know that the ledger of the season does not tell."""

    seed: str
    """The seed of the next lots, whose commitment was promised."""

    @property
    def entries(self) -> int:
        """How many entries the ledger has."""

    def renew_seed(self) -> None:
        """Put a fresh seed in the place of the one that was used."""

    @property
    def persons(self) -> Persons:
        """Who is read as whom in the league."""

    def player(self, key: int) -> PlayerSeen:
        """A player, by the key of their row."""

    def players(self, keys: Iterable[int]) -> Mapping[int, PlayerSeen]:
        """Players, by the keys of their rows."""

    def ever_merged(self, players: Collection[int]) -> set[int]:
        """Those of these players who are read as others or were once, or others as them."""

    def evening(self, address: str) -> EveningSeen:
        """An evening, by its address."""

    def games(self, address: str) -> EveningGames | None:
        """What an evening gives fixtures, by its address; None while nothing of it is published, or it is corrected.

        Raises an exception that the service knows where handicaps rest on ratings that are not worked out.
        """

    @property
    def own_games(self) -> Collection[str]:
        """The games that the club of the league wrote for itself, by their slugs."""

    def has_line(self, keys: Iterable[int]) -> set[int]:
        """Which of these players have a line in a table of the season."""


class Now(NamedTuple):
    """Who acts (a pseudonym), the moment on the server's clock (aware), and what else has to be known."""

    by: str
    at: datetime
    outside: Outside


@dataclass(frozen=True, slots=True)
class Reader:
    """What the sentences of a season's ledger need to know.

    `names` are of people by their keys, of entrants by numbers, of evenings by addresses; `unit` is how many a point
    has, `before` the fixtures as the entries before left them, and `day` writes a day for the reader.
    """

    names: Mapping[str, str]
    unit: int = 1
    before: Mapping[str, KeptFixture] = field(default_factory=dict)
    day: Callable[[str], str] = str

    def person(self, key: object) -> str:
        return self.names.get(str(key), "–")

    def entrant(self, number: int | None) -> str:
        return self.names.get(str(number), f"#{number}")

    def evening(self, address: str) -> str:
        return self.names.get(address, address)


def counted(wording: Wording, count: int, **values: object) -> Sentence:
    return Sentence(wording.template, {"count": count, **values}, wording.plural)


class SeasonAct(ActFields):
    """One act of a season: its fields are what it takes, its class says everything else.

    Several classes may write one kind of entry; the first of them in `ENTRIES` reads it.

    Attributes:
        name: what the ledger calls it.
        when: in which stages of a season it is allowed; `to` is the one it leads to, None for the same.
        names: the fields that are names, tidied as every name is before they are looked at.
        kind: the kind of season it is for; "" for either.
        operation: what the REST API calls doing it, if not as its address with underscores.
        label: the button, where one asks before the act is done.
        warns: what is said of the act before it is done, in a season of each kind.
        empty_reason: what is said where a reason is needed and nothing was entered.
        moves_tables: whether the tables of a season of evenings are to be worked out after it.
    """

    name: ClassVar[str]
    when: ClassVar[tuple[Stage, ...]]
    least: ClassVar[Needed] = Role.SECRETARY
    to: ClassVar[Stage | None] = None
    kind: ClassVar[str] = ""
    operation: ClassVar[str] = ""
    label: ClassVar[str] = ""
    warns: ClassVar[Mapping[str, Sequence[str]]] = {}
    names: ClassVar[tuple[str, ...]] = ()
    empty_reason: ClassVar[str] = ""
    moves_tables: ClassVar[bool] = False

    @property
    def about(self) -> str:
        """The address of the one evening with which tables are to be worked out after it; "" for all."""
        return ""

    def needs_reason_now(self, record: SeasonRecord) -> bool:
        """Whether somebody has to say why, in the season's present state."""
        return self.needs_reason

    def resolve(self, record: SeasonRecord) -> SeasonAct:
        """What this amounts to in the season's present state: itself, or another act."""
        return self

    def decide(self, record: SeasonRecord, now: Now) -> Body | None:
        """The body of the entry, from the present state; None where nothing is left to do. Raises Faults."""
        return {}

    @staticmethod
    def apply(record: SeasonRecord, body: Body, entry: Entry) -> None:
        """Apply an entry with this body. Nothing but the stage changes unless an act overrides it."""

    def follow_ups(self, record: SeasonRecord) -> Iterable[SeasonAct]:
        """The acts that follow from this one, once it is applied."""
        return ()

    @classmethod
    def describe(cls, body: Body, reader: Reader) -> Sentence:
        """The sentence for an entry with this body."""
        return Sentence(cls.sentence, body)

    @classmethod
    def tells_more(cls, body: Body, reader: Reader) -> Iterable[Sentence]:
        """Further lines about an entry with this body, where there are any."""
        return ()


def check_takes_part(now: Now, player: int) -> None:
    member = now.outside.player(player)
    if not member.takes_part:
        refuse(
            "player", "not-in-the-league", "“%(entered)s” is of no club of the league", entered=member.name
        )
