"""Simulated players: how strong each is, and the hands that players of such strengths play."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import NamedTuple

from scoring.faults import Faults
from tournaments.evening.plan import Setup
from tournaments.rehearsal.random_hands import Hand, pretend_hand

DRAWN = 4
"""Of so many pretended hands that of the stronger side is played."""
TRIES = 24
FEWEST, MOST = 0.6, 1.4
"""A hand takes between so many and so many times the usual minutes."""


class NoHand(Exception):  # noqa: N818 - reads as what it says at the place where it is raised
    """No hand of the game can be pretended under the house rules."""


class Dealt(NamedTuple):
    """A hand as it was played, and another that somebody might enter by mistake."""

    hand: Hand
    mistaken: Hand


class People:
    """The chance of a rehearsal: everything in it follows from the seed."""

    def __init__(self, setup: Setup, *, seed: str, spread: float, minutes: int) -> None:
        self.dice = random.Random(f"rehearsal {seed}")  # noqa: S311 - a game of pretend
        self.setup = setup
        self.spread = spread
        self.minutes = minutes
        self.couples = setup.plan.tables.partnership

    def code(self) -> str:
        """The code of another ticket."""
        return f"{self.dice.getrandbits(40):010x}"

    def strength(self) -> int:
        """The strength of another player, in hundredths."""
        return round(100 * self.spread * self.dice.gauss(0, 1))

    def seconds(self) -> int:
        """How long the next hand of a table takes."""
        return round(60 * self.minutes * self.dice.uniform(FEWEST, MOST))

    def deal(self, strengths: Sequence[int]) -> Dealt:
        """A hand of players of these strengths, seat 1 first.

        Raises:
            NoHand: the house rules take none of the hands that can be pretended.
        """
        hands = self._hands(len(strengths))
        if self.couples and len(strengths) == 4:
            lead = (strengths[0] + strengths[2] - strengths[1] - strengths[3]) / 100
            ahead = 0 if self.dice.random() < 1 / (1 + math.exp(-max(-30.0, min(30.0, lead)))) else 1
        else:
            best = max(strengths)
            weights = [math.exp(max(-30.0, (strength - best) / 100)) for strength in strengths]
            ahead = self.dice.choices(range(len(strengths)), weights)[0]
        played = max(hands, key=lambda found: _margin(found[1], ahead))[0]
        mistaken = next((hand for hand, _ in hands if hand != played), played)
        return Dealt(played, mistaken)

    def _hands(self, seats: int) -> list[tuple[Hand, tuple[int, ...]]]:
        """Some different hands that the house rules take, each with its scores by seat."""
        found: list[tuple[Hand, tuple[int, ...]]] = []
        for _ in range(TRIES):
            hand = pretend_hand(self.dice, self.setup.plan.game, seats)
            if any(hand == other for other, _ in found):
                continue
            try:
                found.append((hand, self.setup.score(hand).scores))
            except Faults:
                continue
            if len(found) == DRAWN:
                break
        if not found:
            raise NoHand(self.setup.plan.game)
        return found


def _margin(scores: Sequence[int], seat: int) -> int:
    """By how much a seat is ahead of the others, times their number."""
    return scores[seat] * len(scores) - sum(scores)
