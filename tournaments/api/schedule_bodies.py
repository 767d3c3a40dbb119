"""The bodies of what is asked about schedules, and what the REST door answers about them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AwareDatetime, Field

from tournaments.api.bodies import MOST_AT_ONCE, Body, Code, Id
from tournaments.api.scored import Answer
from tournaments.movement.exchange import LONGEST

Pair = Annotated[list[Code], Field(min_length=2, max_length=2)]
Pairs = Annotated[list[Pair], Field(max_length=MOST_AT_ONCE)]


class Wishes(Body):
    """What a schedule keeps to, by ticket code."""

    apart: Pairs = []
    never_partners: Pairs = []
    together: Pairs = []
    unmoved: list[Code] = Field(default=[], max_length=MOST_AT_ONCE)


class NewSearch(Body):
    """A search for another schedule: freely ("improve", "fairest") or with the fewest changes ("fewest")."""

    purpose: Literal["improve", "fewest", "fairest"] = "improve"
    wishes: Wishes = Wishes()


class OneSearch(Body):
    """A search, by its number."""

    search: Id


class ScheduleFile(Body):
    """A schedule as CSV or with one round to a line; 1 is whoever holds the lowest ticket."""

    text: str = Field(max_length=LONGEST)
    source: str = Field(default="", max_length=200)


class ScheduledRound(Answer):
    """One announced round, by ticket code: tables from 1 up, each from seat 1 on."""

    round: int
    tables: list[list[str]]
    sitting_out: list[str]


class MadeBy(Answer):
    """Where a schedule comes from."""

    kind: str
    source: str
    version: int
    seed: str
    moves: int


class Kept(Answer):
    """What it keeps to."""

    apart: list[list[str]]
    never_partners: list[list[str]]
    together: list[list[str]]
    unmoved: list[str]


class Announced(Answer):
    """The schedule that stands, or that was found."""

    rounds: list[ScheduledRound]
    made_by: MadeBy
    wishes: Kept


class Search(Answer):
    """A search for another schedule; `announced` is the best found so far, null before there is any."""

    id: int
    purpose: Literal["improve", "fewest", "fairest"]
    stage: Literal["searching", "ready", "taken", "dropped"]
    first: int
    moves: int
    milliseconds: int
    changed: int
    remark: str
    asked_at: AwareDatetime
    announced: Announced | None


class Schedule(Answer):
    """The schedule that stands, null where the movement has none, and the searches that are open."""

    version: int
    announced: Announced | None
    searches: list[Search]
