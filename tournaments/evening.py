"""What an evening is set up to be: a plan that is checked once and then only read.

The plan is data (game, house rules, movement and its options, rounds, ticket colours, prizes); it goes into
the ledger when the evening is made and is pinned when play starts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from games.reading import faults_of
from scoring.derivation import gettext_noop
from scoring.faults import Fault
from tournaments.movement.progressive import ProgressiveOptions

MOST_ROUNDS = 60
LONGEST_COLOUR = 20
Colour = Annotated[str, Field(min_length=1, max_length=LONGEST_COLOUR)]
"""What a club calls the tickets of one group: "ladies", "red"."""


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
    colours: tuple[Colour, ...] = ()
    prizes: Prizes = Prizes()

    @field_validator("colours")
    @classmethod
    def _words_each_once(cls, colours: tuple[str, ...]) -> tuple[str, ...]:
        if not all(colour.isprintable() and colour == colour.strip() for colour in colours):
            raise ValueError(
                gettext_noop("a ticket colour is a word that can be shown, with no space around it")
            )
        if len(set(colours)) != len(colours):
            raise ValueError(gettext_noop("each ticket colour is named once"))
        return colours

    def has_colour(self, colour: str) -> bool:
        """Whether a ticket may have this colour: one of the evening's, or "" where it has none."""
        return colour in self.colours or not (colour or self.colours)


def plan_faults(error: ValidationError, prefix: str, model: type[BaseModel] = Plan) -> Iterator[Fault]:
    """The faults of a plan (or another `model`) that was refused; fields are dotted paths below `prefix`."""
    for found in faults_of(error, model):
        yield found.inside(prefix) if prefix else found
