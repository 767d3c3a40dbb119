"""What an evening is set up to be: a plan that is checked once and then only read.

The plan is data (game, house rules, movement and its options, rounds, ticket colours, prizes); it goes into
the ledger when the evening is made and is pinned when play starts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from scoring.derivation import Sentence
from scoring.faults import Fault
from tournaments.movement.progressive import ProgressiveOptions

MOST_ROUNDS = 60


class Prizes(BaseModel):
    """How many best places win a prize, whether the booby does, and whether each colour has its own."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    best: int = Field(default=1, ge=0, le=10)
    booby: bool = True
    by_colour: bool = False


class Plan(BaseModel):
    """One evening as set up. `house_rules` is complete: every option of the game with its value."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    game: str
    house_rules: dict[str, Any]
    movement: Literal["progressive"] = "progressive"
    movement_options: ProgressiveOptions = ProgressiveOptions()
    rounds: int = Field(default=6, ge=1, le=MOST_ROUNDS)
    colours: tuple[str, ...] = ()
    prizes: Prizes = Prizes()


_CODES = {"extra_forbidden": "unknown-field", "missing": "missing"}


def plan_faults(error: ValidationError, prefix: str) -> Iterator[Fault]:
    """The faults of a plan, from what the model refused; fields are dotted paths below `prefix`."""
    for found in error.errors(include_url=False):
        path = ".".join((prefix, *(str(step) for step in found["loc"])))
        entered = "nothing" if found["type"] == "missing" else repr(found["input"])[:60]
        yield Fault(
            path,
            _CODES.get(found["type"], found["type"].replace("_", "-")),
            Sentence(
                "%(entered)s was entered; %(allowed)s",
                {"entered": entered, "allowed": found["msg"][:1].lower() + found["msg"][1:]},
            ),
        )
