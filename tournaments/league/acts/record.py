"""A season as its ledger tells it, of evenings or of fixtures: what every act is decided on, and what rows follow."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tournaments.ranking.fixtures.division_state import DivisionState, division_states
from tournaments.ranking.fixtures.record import ContestRecord, KeptFixture
from tournaments.ranking.fixtures.rules import FixtureRules

Body = Mapping[str, Any]


class Word(NamedTuple):
    """The secretary's word about an evening: taken in ("in"), left out ("out"), or none; and whether it is void."""

    choice: str = ""
    void: bool = False


@dataclass(slots=True)
class SeasonRecord:
    """A season after the entries of its ledger so far.

    Attributes:
        kind: "evenings" or "fixtures"; "" before it is made.
        stage: "draft", "open" or "closed".
        columns: what its own row has of its name, days and rules, as the ledger tells them.
        closed_at: when it was closed, as the chain writes times; None while it is not.
        contest: its divisions, entrants, fixtures and lots.
        withdrawn_at: when entrants withdrew, by number.
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
        """Whether everybody gathers points at evenings."""
        return self.kind == "evenings"

    @property
    def fixture_rules(self) -> FixtureRules:
        """The rules of a season of fixtures."""
        return FixtureRules.model_validate(self.columns["rules"])

    @property
    def divisions(self) -> tuple[DivisionState, ...]:
        """The divisions of a season of fixtures as they stand, the highest first."""
        return division_states(self.contest, self.fixture_rules)

    @property
    def fixtures(self) -> list[KeptFixture]:
        """All fixtures by division and round, play-offs behind."""
        return sorted(self.contest.fixtures.values(), key=lambda one: (one.play_off, one.division, one.round))

    def name_of(self, entrant: int | None) -> str:
        """What an entrant of a season of fixtures is called; "" for nobody."""
        return "" if entrant is None else self.contest.entrants[entrant].name


@dataclass(frozen=True, slots=True)
class SeasonRows:
    """What the rows of a season must be; a value of its own, which no later act changes.

    Attributes:
        season: columns of its own row.
        divisions: names by level.
        entrants: columns by number, `division` as its level, `players` by their keys.
        fixtures: by code, in the order in which they were made.
        words: the secretary's word about evenings.
        members: who is in which category.
    """

    season: Mapping[str, Any]
    divisions: Mapping[int, str]
    entrants: Mapping[int, Mapping[str, Any]]
    fixtures: Mapping[str, Any]
    words: Mapping[str, Word]
    members: Mapping[tuple[str, int], None]


def rows_of(record: SeasonRecord) -> SeasonRows:
    """What the rows of the season must be."""
    return SeasonRows(
        season={"stage": record.stage, "closed_at": record.closed_at, **record.columns},
        divisions=dict(record.contest.divisions),
        entrants={
            number: {
                "name": one.name,
                "division": one.division,
                "players": one.players,
                "rating": one.rating,
                "withdrawn_at": record.withdrawn_at.get(number),
                "left_out_of": one.left_out and one.left_out[0],
                "left_out_as": one.left_out[1] if one.left_out else "",
            }
            for number, one in record.contest.entrants.items()
        },
        fixtures=dict(record.contest.fixtures),
        words=dict(record.words),
        members=dict(record.members),
    )
