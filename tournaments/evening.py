"""What an evening is set up to be: a plan that is checked once and then only read.

The plan is data (game, house rules, movement and its options, rounds, ticket colours, prizes); it goes into
the ledger when the evening is made and is pinned when play starts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from scoring.derivation import Sentence, gettext_noop
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
    def _each_once(cls, colours: tuple[str, ...]) -> tuple[str, ...]:
        if len(set(colours)) != len(colours):
            raise ValueError("each ticket colour is named once")
        return colours


_CODES = {"extra_forbidden": "unknown-field", "missing": "missing"}
_WORDS = {
    "greater_than_equal": gettext_noop("%(entered)s was entered; %(bound)s or more is allowed"),
    "less_than_equal": gettext_noop("%(entered)s was entered; %(bound)s or less is allowed"),
    "string_too_long": gettext_noop("%(entered)s was entered; at most %(bound)s letters are allowed"),
}
_BOUNDS = {"greater_than_equal": "ge", "less_than_equal": "le", "string_too_long": "max_length"}
_OTHERWISE = gettext_noop("%(entered)s was entered; %(allowed)s")


def plan_faults(error: ValidationError, prefix: str) -> Iterator[Fault]:
    """The faults of a plan, from what the model refused; fields are dotted paths below `prefix`."""
    for found in error.errors(include_url=False):
        kind = found["type"]
        path = ".".join((prefix, *(str(step) for step in found["loc"])))
        values = {"entered": "nothing" if kind == "missing" else _entered(found["input"])}
        if kind in _WORDS:
            sentence = Sentence(_WORDS[kind], {**values, "bound": found["ctx"][_BOUNDS[kind]]})
        else:
            allowed = found["msg"].removeprefix("Value error, ")
            sentence = Sentence(_OTHERWISE, {**values, "allowed": allowed[:1].lower() + allowed[1:]})
        yield Fault(path, _CODES.get(kind, kind.replace("_", "-")), sentence)


def _entered(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))[:60]
    return repr(value)[:60]
