"""The evening on paper: what a careful secretary works out from the hands and the seats alone.

Nothing here uses the program; it is there to agree with.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

WORTH: Final = {"five": 5, "three": 3, "one": 1, "chantecler": 2, "pheasant": 1, "peacock": 1, "owl": 1}
TRUMPS: Final = ("duck", "goose", "hen", "turkey")
TARGET: Final = 42
Hand = dict[str, Any]


def hand(bidder: int, bid: int, takes: str, *, rest: str, trump: str = "hen") -> Hand:
    """A hand in which the bidder's couple takes the counters named in `takes`, and `rest` has the others."""
    couple = "AB"[(bidder - 1) % 2]
    taken = {name: couple if name in takes.split() else rest for name in WORTH}
    return {"bidder": bidder, "bid": bid, "trump": trump, "counters": taken}


def sweep(bidder: int) -> Hand:
    """All fourteen points to the bidder's couple."""
    return hand(bidder, 10, " ".join(WORTH), rest="A")


LEVEL: Final = hand(1, 7, "five one pheasant", rest="B", trump="duck")
"""Seven points to either couple."""
SET: Final = hand(2, 9, "three owl", rest="A", trump="turkey")
"""Couple B bids nine and takes four."""
THROWN_AWAY: Final = hand(3, 6, "five chantecler", rest="B-discard", trump="goose")
"""Couple B has thrown counters away: they go to the bidders."""
NOBODY: Final[Hand] = {"passed_out": True}


def any_hand(dice: random.Random) -> Hand:
    """Some hand or other, every counter taken by one of the couples."""
    taken = {name: dice.choice("AAABBB") for name in WORTH}
    return {
        "bidder": dice.randint(1, 4),
        "bid": dice.randint(3, 9),
        "trump": dice.choice(TRUMPS),
        "counters": taken,
    }


def score(entered: Hand) -> tuple[int, int]:
    """The points of couples A and B, by the page of rules in the secretary's drawer."""
    if entered.get("passed_out"):
        return 0, 0
    mine = "AB"[(entered["bidder"] - 1) % 2]
    other = "B" if mine == "A" else "A"
    got = Counter({"A": 0, "B": 0})
    for name, where in entered["counters"].items():
        couple, _, discarded = where.partition("-")
        if not discarded:
            got[couple] += WORTH[name]
        elif couple == other:
            got[mine] += WORTH[name]
    if got[mine] < entered["bid"]:
        got[mine] = -entered["bid"]
    return got["A"], got["B"]


@dataclass
class Game:
    """One table in one round: who sits in seats 1 to 4, the hands, the cut if they were level."""

    seats: tuple[str, str, str, str]
    hands: list[Hand] = field(default_factory=list)
    cut: str = ""

    @property
    def totals(self) -> tuple[int, int]:
        """The points of both couples."""
        scores = [score(entered) for entered in self.hands]
        return sum(a for a, _ in scores), sum(b for _, b in scores)

    @property
    def winners(self) -> tuple[str, str]:
        """The two who have won the game."""
        a, b = self.totals
        if a == b:
            assert self.cut, "level, and nobody cut"
        won = self.cut if a == b else "A" if a > b else "B"
        return (self.seats[0], self.seats[2]) if won == "A" else (self.seats[1], self.seats[3])


@dataclass
class Line:
    """One line of the standings."""

    name: str
    place: int
    won: int
    played: int
    points: int
    difference: int


@dataclass
class Paper:
    """The rounds of an evening, each a list of games, and the cuts for prizes in the order they were made.

    A cut names everybody who was tied, the winner first, and how many of them it put in order.
    """

    players: tuple[str, ...]
    rounds: list[list[Game]] = field(default_factory=list)
    cuts: list[tuple[str, tuple[str, ...], int]] = field(default_factory=list)

    def standings(self) -> list[Line]:
        """Everybody by games won, most first. A place is shared by whoever is level and has not cut."""
        games = [game for round_ in self.rounds for game in round_]
        won = Counter(winner for game in games for winner in game.winners)
        lines = [
            Line(name, 1 + sum(won[other] > won[name] for other in self.players), won[name], 0, 0, 0)
            for name in self.players
        ]
        for line in lines:
            for game in games:
                if line.name in game.seats:
                    own = game.seats.index(line.name) % 2
                    line.played += 1
                    line.points += game.totals[own]
                    line.difference += game.totals[own] - game.totals[1 - own]
        for prize, order, decided in self.cuts:
            groups = [[name] for name in order[:decided]] + [list(order[decided:])]
            self._settle(lines, groups if prize == "best" else groups[::-1])
        return lines

    @staticmethod
    def _settle(lines: list[Line], groups: Sequence[Sequence[str]]) -> None:
        """All in the groups, best first, share one place; now those of each group share one."""
        names = [name for group in groups for name in group]
        tied = {line.name: line for line in lines if line.name in names}
        level = [line for line in lines if line.place == tied[names[0]].place]
        # A cut among some of those who share a place decides a prize, and leaves the place shared.
        if len(level) == len(tied):
            steps = 0
            for group in groups:
                for name in group:
                    tied[name].place += steps
                steps += len(group)
