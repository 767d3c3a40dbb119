"""The base of every answer, refusals, and what scoring answers."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class Answer(BaseModel):
    """The base of every answer: nothing in it goes unsaid in the schema."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Problem(Answer):
    """One thing that is wrong: where, a code for programs, a sentence for people."""

    field: str = Field(examples=["hand.bid"])
    code: str = Field(examples=["out-of-range"])
    message: str


class Problems(Answer):
    """A refusal: everything that is wrong."""

    errors: list[Problem] = Field(min_length=1)


class Line(Answer):
    """Points for some seats, the rulebook paragraph they rest on, and why."""

    seats: list[int]
    points: int
    rule: str
    text: str


class GameInShort(Answer):
    """A game that is played here."""

    slug: str
    name: str
    seats: list[int]
    partnership: bool
    version: str


class Game(GameInShort):
    """A game with what its forms and checks need: entry forms and JSON Schemas."""

    pack: str
    form: list[dict[str, Any]]
    house_rule_form: list[dict[str, Any]]
    hand_schemas: list[dict[str, Any]]
    house_rules_schema: dict[str, Any]
    rulebook: list[dict[str, Any]]


class Score(Answer):
    """What a hand scores, and why."""

    id: Any
    ok: Literal[True]
    game: str
    scores: list[int]
    derivation: list[Line]
    wins_game: int | None


class GameScore(Answer):
    """How a whole game stands."""

    id: Any
    ok: Literal[True]
    totals: list[int]
    running: list[list[int]]
    over_after: int | None
    winners: list[int]
    settlement: list[int] | None


class NotScored(Problems):
    """A request that cannot be scored."""

    id: Any
    ok: Literal[False]


class BatchScore(Answer):
    """What each hand of a batch scores, or what is wrong with it, in the order of the requests."""

    answers: list[Score | NotScored]
