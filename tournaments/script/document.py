"""The evening script as a document: what may stand in it, and every fault of its form at once."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from datetime import date
from typing import Any, Final, Literal, NoReturn, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from scoring.derivation import gettext_noop
from scoring.faults import Fault, Faults
from tournaments.evening import acts
from tournaments.evening.plan import MOST_ROUNDS, plan_faults
from tournaments.movement.seating import MOST_SEATS
from tournaments.refusals import fault, refuse

LONGEST_ID = 80
MOST_PARTS: Final = 30_000
"""Lists and objects; a whist drive of 100 tables and 24 hands has 7,000."""
MOST_VALUES: Final = 50_000
MOST_WRONG: Final = 5_000
"""With more places than these that are wrong a document is no script, and they are not told one by one."""
HALF = re.compile("[\ud800-\udfff]")


Side = Literal["A", "B", 1, 2, 3, 4, 5]
"""A couple, or the number of a seat."""


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")


class ScriptEvening(_Part):
    """The head of the script; without `counting` the evening counts as is usual with its movement."""

    name: str
    date: date
    game: str
    house_rules: dict[str, Any] = Field(default_factory=dict)
    movement: str = "progressive"
    counting: Literal["games", "points"] | None = None
    movement_options: dict[str, Any] = Field(default_factory=dict)
    round: dict[str, Any] | None = None
    worth: dict[str, Any] | None = None
    ends_about: str | None = None
    prizes: dict[str, Any] | None = None


class ScriptPlayer(_Part):
    """A player; `id` is what the rest of the script and the outcome call them."""

    id: str = Field(min_length=1, max_length=LONGEST_ID)
    name: str
    ticket: str = Field(default="", max_length=20)


class ScriptHand(_Part):
    table: int
    hand: dict[str, Any]


class ScriptCut(_Part):
    """Who won the cut at a level table: a couple, the number of a seat, or the whole order of those who cut."""

    table: int
    winner: Side | None = None
    order: tuple[Side, ...] = Field(default=(), max_length=MOST_SEATS)

    @model_validator(mode="after")
    def _names_somebody(self) -> Self:
        if self.winner is None and not self.order:
            raise ValueError(gettext_noop("a cut names its winner, or the whole order of those who cut"))
        return self

    def act(self) -> acts.Cut:
        winner = "" if self.winner is None else str(self.winner)
        return acts.Cut(table=self.table, winner=winner, order=tuple(map(str, self.order)))


class ScriptPrizeCut(_Part):
    """A cut for a prize once the evening is over: the ids of those whom it put in order, its winner first."""

    prize: str
    colour: str | None = None
    other: int = 0
    order: tuple[str, ...]


class ScriptRound(_Part):
    """The hands of a round in the order in which they were finished, and its cuts."""

    hands: tuple[ScriptHand, ...] = ()
    cuts: tuple[ScriptCut, ...] = ()


class Script(_Part):
    evening: ScriptEvening
    players: tuple[ScriptPlayer, ...]
    start: tuple[tuple[str, ...], ...]
    rounds: tuple[ScriptRound, ...] = Field(max_length=MOST_ROUNDS)
    prize_cuts: tuple[ScriptPrizeCut, ...] = ()


def read_script(text: str) -> Script:
    """The script in `text`. Raises Faults naming every place that is not as it should be."""
    try:
        document = json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        refuse("script", "not-json", "this is not JSON: %(error)s", error=str(error))
    if text.count("{") + text.count("[") > MOST_PARTS or text.count(",") > MOST_VALUES:
        refuse("script", "too-large", "this holds far more than an evening; write a script for each evening")
    if faults := tuple(_half_characters(document)):
        raise Faults(faults)
    try:
        script = Script.model_validate_json(text)
    except ValidationError as refused:
        if refused.error_count() > MOST_WRONG:
            refuse(
                "script",
                "no-script",
                "%(count)s places are not as they should be; is this an evening script?",
                count=refused.error_count(),
            )
        form_faults = plan_faults(refused, "", Script)
        raise Faults(fault if fault.field else fault.inside("script") for fault in form_faults) from refused
    if faults := tuple(_people(script)):
        raise Faults(faults)
    return script


def _no_number(name: str) -> NoReturn:
    # Python takes NaN and the infinities for numbers, and JSON does not.
    raise ValueError(f"{name} is not a number")


def _half_characters(document: object) -> Iterator[Fault]:
    # JSON can spell half of a surrogate pair.
    waiting: list[tuple[str, object]] = [("script", document)]
    while waiting:
        place, value = waiting.pop()
        below = "" if place == "script" else f"{place}."
        if isinstance(value, dict):
            waiting += [(place, key) for key in value]
            waiting += [(f"{below}{key}", inner) for key, inner in value.items()]
        elif isinstance(value, list):
            waiting += [(f"{below}{count}", inner) for count, inner in enumerate(value)]
        elif isinstance(value, str) and not value.isascii() and HALF.search(value):
            printable = HALF.sub("\N{REPLACEMENT CHARACTER}", value)
            yield fault(
                HALF.sub("\N{REPLACEMENT CHARACTER}", place),
                "unprintable",
                "“%(entered)s” holds characters that cannot be shown",
                entered=printable[:60],
            )


def _people(script: Script) -> Iterator[Fault]:
    uses: Counter[str] = Counter()
    coloured = any(player.ticket for player in script.players)
    for place, player in enumerate(script.players):
        uses[player.id] += 1
        if uses[player.id] > 1:
            yield fault(
                f"players.{place}.id",
                "id-used-twice",
                "“%(entered)s” is another player's id",
                entered=player.id,
            )
        if not player.name.strip():
            yield fault(f"players.{place}.name", "empty", "nothing was entered; a name is needed")
        if not player.ticket.isprintable() or player.ticket != player.ticket.strip():
            yield fault(
                f"players.{place}.ticket",
                "unprintable",
                "%(entered)s was entered; a ticket colour is a word that can be shown, with no space around it",
                entered=repr(player.ticket),
            )
        if coloured and not player.ticket:
            yield fault(
                f"players.{place}.ticket",
                "missing",
                "nothing was entered; others have a ticket colour, so everybody needs one",
            )
