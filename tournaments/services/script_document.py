"""The evening script as a document: what may stand in it, and every fault of its form at once."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from datetime import date
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from scoring.faults import Fault, Faults
from tournaments.evening import MOST_ROUNDS, plan_faults
from tournaments.services.refusals import fault, refuse

LONGEST_ID = 80


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")


class ScriptEvening(_Part):
    """The head of the script."""

    name: str
    date: date
    game: str
    house_rules: dict[str, Any] = Field(default_factory=dict)
    movement: str = "progressive"
    movement_options: dict[str, Any] = Field(default_factory=dict)


class ScriptPlayer(_Part):
    """A player; `id` is what the rest of the script and the outcome call them."""

    id: str = Field(min_length=1, max_length=LONGEST_ID)
    name: str
    ticket: str = Field(default="", max_length=20)


class ScriptHand(_Part):
    """One hand, as finished at `table`."""

    table: int
    hand: dict[str, Any]


class ScriptCut(_Part):
    """Who won the cut at a level table."""

    table: int
    winner: Literal["A", "B"]


class ScriptRound(_Part):
    """The hands of a round in the order in which they were finished, and its cuts."""

    hands: tuple[ScriptHand, ...] = ()
    cuts: tuple[ScriptCut, ...] = ()


class Script(_Part):
    """One evening, whole."""

    evening: ScriptEvening
    players: tuple[ScriptPlayer, ...]
    start: tuple[tuple[str, ...], ...]
    rounds: tuple[ScriptRound, ...] = Field(max_length=MOST_ROUNDS)


def read_script(text: str) -> Script:
    """The script in `text`. Raises Faults naming every place that is not as it should be."""
    try:
        json.loads(text)
    except (ValueError, RecursionError) as error:
        refuse("script", "not-json", "this is not JSON: %(error)s", error=str(error))
    try:
        script = Script.model_validate_json(text)
    except ValidationError as refused:
        raise Faults(plan_faults(refused, "", Script)) from refused
    faults = tuple(_people(script))
    if faults:
        raise Faults(faults)
    return script


def _people(script: Script) -> Iterator[Fault]:
    seen: Counter[str] = Counter()
    for place, player in enumerate(script.players):
        seen[player.id] += 1
        if seen[player.id] > 1:
            yield fault(
                f"players.{place}.id",
                "id-used-twice",
                "“%(entered)s” is another player's id",
                entered=player.id,
            )
        if not player.name.strip():
            yield fault(f"players.{place}.name", "empty", "nothing was entered; a name is needed")
        if any(known.ticket for known in script.players) and not player.ticket:
            yield fault(
                f"players.{place}.ticket",
                "missing",
                "nothing was entered; others have a ticket colour, so everybody needs one",
            )
