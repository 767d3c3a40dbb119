"""The bodies of what is put right afterwards: corrections, the late tray, decisions of the director."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from pydantic import Field

from tournaments.api.bodies import (
    MOST_AT_ONCE,
    Body,
    Code,
    EntryNumber,
    HandNumber,
    Points,
    Reason,
    RoundNumber,
    TableNumber,
    Why,
)
from tournaments.api.examples import HAND, ONE_HAND


class Weighed(Why):
    """An act that may be looked at first: with `preview` it answers what would change, and changes nothing."""

    preview: bool = False


class Following(Weighed):
    """An act that may change who won a settled game.

    `seats` says whether next seats that are drafted or announced are worked out again or kept; `cut` who wins the
    cut where a settled game ends level with this, "seed" drawing it by the evening's seed.
    """

    seats: Literal["follow", "keep"] = "follow"
    cut: Literal["A", "B", "seed", ""] = ""


class OneHandPlayed(Body):
    """A hand: its round, its table, its number there."""

    round: RoundNumber
    table: TableNumber
    number: HandNumber


class DirectorsConfirmation(OneHandPlayed):
    """`of` is the hand's entry in the ledger, so that nobody confirms what they have not seen."""

    of: EntryNumber

    EXAMPLE: ClassVar[Any] = {**ONE_HAND, "of": 18}


class Settlement(OneHandPlayed, Following):
    """`keep` is the entry in the ledger, of those in the dispute, that is to count."""

    keep: EntryNumber
    reason: Reason = ""

    EXAMPLE: ClassVar[Any] = {**ONE_HAND, "keep": 19, "reason": "as on the slip", "seats": "follow"}


class Correction(OneHandPlayed, Following):
    """Another hand in the place of entry `of`; null declares the deal void: it scores nothing."""

    of: EntryNumber
    hand: dict[str, Any] | None

    EXAMPLE: ClassVar[Any] = {
        **ONE_HAND,
        "of": 18,
        "hand": HAND,
        "reason": "as on the slip",
        "cut": "A",
    }


class Note(OneHandPlayed, Why):
    """What the hand of entry `of` should have been; null for a deal that should have been void."""

    of: EntryNumber
    hand: dict[str, Any] | None

    EXAMPLE: ClassVar[Any] = {**ONE_HAND, "of": 18, "hand": None, "reason": "a card was missing"}


class LateHand(Following):
    """A hand in the late tray, by its entry in the ledger, that is to count."""

    of: EntryNumber

    EXAMPLE: ClassVar[Any] = {"of": 21, "reason": "they had finished it", "preview": True}


class LateHandOut(Why):
    """A hand in the late tray, by its entry in the ledger, that is to be left out."""

    of: EntryNumber

    EXAMPLE: ClassVar[Any] = {"of": 21, "reason": "played after the bell"}


class Penalty(Weighed):
    """Points for each of some tickets: below nothing for a penalty, above for an adjustment."""

    tickets: list[Code] = Field(max_length=MOST_AT_ONCE)
    points: Points

    EXAMPLE: ClassVar[Any] = {"tickets": ["k3v9"], "points": -5, "reason": "talked about the hand"}


class WrongSeats(Weighed):
    """Two tickets that sat in each other's seats, and for which hands."""

    one: Code
    other: Code
    hands: list[OneHandPlayed] = Field(max_length=MOST_AT_ONCE)

    EXAMPLE: ClassVar[Any] = {
        "one": "k3v9",
        "other": "m2x7",
        "hands": [ONE_HAND],
        "reason": "noticed after the hand",
    }


class AdjustedGame(Following):
    """The points that a game counts in place of its hands: of couples A and B, or of each seat."""

    round: RoundNumber
    table: TableNumber
    points: list[Points] = Field(max_length=10)

    EXAMPLE: ClassVar[Any] = {"round": 1, "table": 4, "points": [12, 9], "reason": "a torn card"}


class UnplayedGame(Weighed):
    """A game that counts for nobody."""

    round: RoundNumber
    table: TableNumber
    seats: Literal["follow", "keep"] = "follow"

    EXAMPLE: ClassVar[Any] = {"round": 1, "table": 4, "reason": "somebody fell ill"}


class Withdrawal(Following):
    """A decision, by its entry in the ledger, that is taken back."""

    of: EntryNumber

    EXAMPLE: ClassVar[Any] = {"of": 30, "reason": "it was another table"}
