"""The bodies of what is put right afterwards: corrections, the late tray, decisions of the director."""

from __future__ import annotations

from typing import Any, Literal

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


class Settlement(OneHandPlayed, Following):
    """`keep` is the entry in the ledger, of those in the dispute, that is to count."""

    keep: EntryNumber
    reason: Reason = ""


class Correction(OneHandPlayed, Following):
    """Another hand in the place of entry `of`; null declares the deal void: it scores nothing."""

    of: EntryNumber
    hand: dict[str, Any] | None


class Note(OneHandPlayed, Why):
    """What the hand of entry `of` should have been; null for a deal that should have been void."""

    of: EntryNumber
    hand: dict[str, Any] | None


class LateHand(Following):
    """A hand in the late tray, by its entry in the ledger, that is to count."""

    of: EntryNumber


class LateHandOut(Why):
    """A hand in the late tray, by its entry in the ledger, that is to be left out."""

    of: EntryNumber


class Penalty(Weighed):
    """Points for each of some tickets: below nothing for a penalty, above for an adjustment."""

    tickets: list[Code] = Field(max_length=MOST_AT_ONCE)
    points: Points


class WrongSeats(Weighed):
    """Two tickets that sat in each other's seats, and for which hands."""

    one: Code
    other: Code
    hands: list[OneHandPlayed] = Field(max_length=MOST_AT_ONCE)


class AdjustedGame(Following):
    """The points that a game counts in place of its hands: of couples A and B, or of each seat."""

    round: RoundNumber
    table: TableNumber
    points: list[Points] = Field(max_length=10)


class UnplayedGame(Weighed):
    """A game that counts for nobody."""

    round: RoundNumber
    table: TableNumber
    seats: Literal["follow", "keep"] = "follow"


class Withdrawal(Following):
    """A decision, by its entry in the ledger, that is taken back."""

    of: EntryNumber
