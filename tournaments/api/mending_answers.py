"""What the REST door answers about what is put right: versions of hands, decisions, what an act would change."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AwareDatetime, Field, RootModel

from tournaments.api.answers import Evening
from tournaments.api.scored import Answer, Line
from tournaments.api.table_answers import Because
from tournaments.replay.record import HandState
from tournaments.status import Act

Numbers = Annotated[list[int], Field(min_length=2, max_length=2)]
"""What was and what would be, of a number."""


class Later(Answer):
    """What was said of an entry afterwards."""

    act: Act
    by: str
    at: AwareDatetime
    reason: str


class Version(Answer):
    """A hand as it was entered once: by whom, when and why, what became of it, and what was said of it later."""

    entry: int
    act: Act
    state: HandState
    hand: dict[str, Any] | None
    points: list[int]
    derivation: list[Line]
    by: str
    reason: str
    played_at: AwareDatetime
    entered_at: AwareDatetime
    confirmed_by: str
    later: list[Later]


class HandVersions(Answer):
    """Everything that was entered for a hand, in order."""

    round: int
    table: int
    number: int
    versions: list[Version]


class LateVersion(Version):
    """A hand that came late, where it was played and why it was late."""

    round: int
    table: int
    number: int
    because: Because


class LateTray(Answer):
    """The hands that wait for the director, and those left out, in the order they came."""

    waiting: list[LateVersion]
    left_out: list[LateVersion]


class Disputes(Answer):
    """The hands in dispute, each with the entry that counts first."""

    disputes: list[HandVersions]


class Decision(Answer):
    """A decision of the director that stands, as the ledger has it; it is withdrawn by its `entry`."""

    entry: int
    act: Act
    body: dict[str, Any]
    reason: str
    by: str
    at: AwareDatetime


class Decisions(Answer):
    """The decisions that stand, in order."""

    decisions: list[Decision]


class GameChange(Answer):
    """A game whose points or winner change, each before and after; a winner is null where nobody has won."""

    round: int
    table: int
    points: Annotated[list[list[int]], Field(min_length=2, max_length=2)]
    winner: Annotated[list[Literal["A", "B"] | None], Field(min_length=2, max_length=2)]
    cut_not_needed: bool
    cut_needed: bool


class BellChange(Answer):
    """The table credited with a round's bell, before and after."""

    round: int
    table: Annotated[list[int | None], Field(min_length=2, max_length=2)]


class LineChange(Answer):
    """A ticket's line of the standings, before and after."""

    ticket: str
    place: Annotated[list[int | None], Field(min_length=2, max_length=2)]
    won_halves: Numbers
    points: Numbers


class PrizeChange(Answer):
    """The tickets that have a prize, share it or have to cut for it, before and after; and what each of them gets."""

    prize: Literal["best", "booby"]
    rank: int
    colour: str | None
    tickets: Annotated[list[list[str]], Field(min_length=2, max_length=2)]
    amounts: Annotated[list[list[int]], Field(min_length=2, max_length=2)]
    to_cut: Annotated[list[bool], Field(min_length=2, max_length=2)]


class SeatChange(Answer):
    """Where a ticket would sit next, as table and seat, before and after; null for sitting out."""

    ticket: str
    seat: Annotated[list[Numbers | None], Field(min_length=2, max_length=2)]


class Impact(Answer):
    """What an act would change. `announced` says whether the seats that would change have been announced."""

    nothing: bool
    announced: bool
    games: list[GameChange]
    bells: list[BellChange]
    lines: list[LineChange]
    prizes: list[PrizeChange]
    seats: list[SeatChange]


class EveningOrImpact(RootModel[Evening | Impact]):
    """The evening after the act; for a preview what the act would change."""
