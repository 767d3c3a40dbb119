"""Hands as a club might play them, for evenings that nobody plays: the demo, rehearsals, tests."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from games.catalogue import find
from scoring.faults import Faults
from scoring.points import HIGHEST
from tournaments.evening.plan import Setup

Hand = dict[str, Any]

BIRD_SUITS = ("duck", "goose", "hen", "turkey")
SUITS = ("clubs", "diamonds", "hearts", "spades")
WORTH = {"one": 1, "three": 3, "five": 5, "pheasant": 1, "peacock": 1, "owl": 1, "chantecler": 2}
TAROT_POINTS = {3: 78, 4: 72, 5: 68}


def pretend_hand(
    dice: random.Random,
    game: str,
    seats: int,
    rules: Mapping[str, Any] = MappingProxyType({}),
    edition: str = "",
) -> Hand:
    """A hand of `game`, or of an edition of a club's own, at a table of so many seats, under house rules.

    Raises Faults where there is no such game, IndexError where its rulebook has no such example.
    """
    if game in _SIDES:
        return points(dice, _SIDES[game] or seats, rules)
    if game in _HANDS:
        return _HANDS[game](dice, seats)
    played = find(game, edition)
    allowed = played.house_rules(rules)
    examples = [each for paragraph in played.paragraphs for each in paragraph.examples]
    hands = [each.hand for each in examples if len(each.scores) == seats]
    return dict(dice.choice([hand for hand in hands if not played.faults(hand, allowed)]))


def chantecler(dice: random.Random, seats: int = 4) -> Hand:
    bidder = dice.randint(1, seats)
    mine, theirs = ("A", "B") if bidder % 2 else ("B", "A")
    counters = {name: mine if dice.random() < 0.66 else theirs for name in WORTH}
    total = sum(points for name, points in WORTH.items() if counters[name] == mine)
    bid = min(14, max(4, total + dice.choice((-3, -2, -2, -1, -1, 0, 0, 1, 2))))
    return {"bidder": bidder, "bid": bid, "trump": dice.choice(BIRD_SUITS), "counters": counters}


def chamberlain(dice: random.Random, seats: int) -> Hand:
    declarer = dice.randint(1, seats)
    own = dice.randint(3, 10)
    tricks = [0] * seats
    tricks[declarer - 1] = own
    others = [seat for seat in range(1, seats + 1) if seat != declarer]
    for _ in range(13 - own):
        tricks[dice.choice(others) - 1] += 1
    took = [seat for seat in range(1, seats + 1) if tricks[seat - 1]]
    return {
        "declarer": declarer,
        "bid": max(1, own - dice.choice((0, 1, 1, 2, 3))),
        "rank": dice.choice(("high", "high", "low")),
        "tricks": tricks,
        "jacks": {suit: dice.choice(took) for suit in SUITS},
    }


def chambery_tarot(dice: random.Random, seats: int) -> Hand:
    total = TAROT_POINTS[seats]
    if seats == 3:
        first = dice.randint(14, 38)
        second = dice.randint(14, total - first - 12)
        points = [first, second, total - first - second]
        dice.shuffle(points)
        return {"players": 3, "points": points}
    bid = dice.choice(("called_king", "called_king", "two_cards", "one_card", "no_cards"))
    declarer, partner = dice.sample(range(1, seats + 1), 2)
    hand: Hand = {"players": seats, "bid": bid, "declarer": declarer}
    if bid == "called_king":
        hand["partner"] = partner
    return {**hand, "declarer_points": dice.randint(total // 2 - 9, total // 2 + 12)}


def ascot(dice: random.Random, seats: int) -> Hand:
    dealer = dice.randint(1, seats)
    active = [seat for seat in range(1, seats + 1) if seats == 3 or seat != dealer]
    points = 5 * dice.randint(10, 22)
    bid = max(60, points + 5 * dice.choice((-4, -3, -2, -1, 0, 0, 1)))
    contract = dice.choice(("suit", "suit", "suit", "no_trump"))
    hand: Hand = {"players": seats, "dealer": dealer, "declarer": dice.choice(active)}
    hand |= {"bid": bid, "contract": contract, "points": points}
    return {**hand, "trump": dice.choice(SUITS)} if contract == "suit" else hand


def clabberjass(dice: random.Random, seats: int = 2) -> Hand:
    bidder, total = dice.randint(1, seats), dice.randint(80, 130)
    own = int(total * dice.uniform(0.35, 0.8))
    points = [own, total - own] if bidder == 1 else [total - own, own]
    return {
        "dealer": dice.randint(1, seats),
        "bidder": bidder,
        "trump": dice.choice(SUITS),
        "card_points": points,
        "last_trick": dice.randint(1, seats),
        "bella": dice.choice((None, None, None, 1, 2)),
        "sequences": [[], []],
    }


def euchre(dice: random.Random, seats: int = 4) -> Hand:
    tricks = dice.choices(range(6), weights=(1, 3, 10, 30, 12, 8))[0]
    hand: Hand = {"maker": dice.randint(1, seats), "tricks": tricks}
    return {**hand, "alone": True} if dice.random() < 0.125 else hand


def whist(dice: random.Random, seats: int = 4) -> Hand:
    first = round(dice.triangular(0, 13))
    return {"tricks": [first, 13 - first], "trump": dice.choice(SUITS)}


USUAL_TOP = 20
"""What a hand of a points game brings at most, where nothing says more."""
BEST_HANDS_TO_A_TARGET = 8
"""So many of the best hands make the target, so that a round is over after some twenty hands."""


def points(dice: random.Random, sides: int, rules: Mapping[str, Any]) -> Hand:
    whole = rules.get("in_all", 0)
    if whole:
        cuts = sorted(dice.randint(0, whole) for _ in range(sides - 1))
        shares = [above - below for below, above in zip([0, *cuts], [*cuts, whole], strict=True)]
    else:
        target = rules.get(
            {"target": "target", "against": "target_against"}.get(rules.get("wins", ""), ""), 0
        )
        top = min(max(USUAL_TOP, target // BEST_HANDS_TO_A_TARGET), rules.get("most", HIGHEST))
        shares = [round(dice.triangular(max(-USUAL_TOP, rules.get("least", 0)), top)) for _ in range(sides)]
    return {"points": shares}


_SIDES = {"points": 0, "points_couples": 2}
"""The games of points, each with the sides of a table; 0: its seats."""
_HANDS: dict[str, Callable[[random.Random, int], Hand]] = {
    "chantecler": chantecler,
    "chamberlain": chamberlain,
    "chambery_tarot": chambery_tarot,
    "ascot": ascot,
    "clabberjass": clabberjass,
    "euchre": euchre,
    "whist": whist,
}


DRAWN = 4
"""Of so many pretended hands that of the stronger side is played."""
TRIES = 24
FEWEST, MOST = 0.6, 1.4
"""A hand takes between so many and so many times the usual minutes."""


class NoHand(Exception):  # noqa: N818 - reads as what it says at the place where it is raised
    """No hand of the game can be pretended under the house rules."""


class Dealt(NamedTuple):
    hand: Hand
    mistaken: Hand


class People:
    def __init__(self, setup: Setup, *, seed: str, spread: float, minutes: int) -> None:
        self.dice = random.Random(f"rehearsal {seed}")  # noqa: S311 - a game of pretend
        self.setup = setup
        self.spread = spread
        self.minutes = minutes
        self.couples = setup.plan.tables.partnership

    def code(self) -> str:
        return f"{self.dice.getrandbits(40):010x}"

    def strength(self) -> int:
        # In hundredths.
        return round(100 * self.spread * self.dice.gauss(0, 1))

    def seconds(self) -> int:
        return round(60 * self.minutes * self.dice.uniform(FEWEST, MOST))

    def deal(self, strengths: Sequence[int]) -> Dealt:
        """A hand of players of these strengths, seat 1 first. Raises NoHand where the house rules take none."""
        hands = self._hands(len(strengths))
        if self.couples and len(strengths) == 4:
            lead = (strengths[0] + strengths[2] - strengths[1] - strengths[3]) / 100
            ahead = 0 if self.dice.random() < 1 / (1 + math.exp(-max(-30.0, min(30.0, lead)))) else 1
        else:
            best = max(strengths)
            weights = [math.exp(max(-30.0, (strength - best) / 100)) for strength in strengths]
            ahead = self.dice.choices(range(len(strengths)), weights)[0]
        played = max(hands, key=lambda pair: _margin(pair[1], ahead))[0]
        mistaken = next((hand for hand, _ in hands if hand != played), played)
        return Dealt(played, mistaken)

    def _hands(self, seats: int) -> list[tuple[Hand, tuple[int, ...]]]:
        hands: list[tuple[Hand, tuple[int, ...]]] = []
        for _ in range(TRIES):
            plan = self.setup.plan
            try:
                hand = pretend_hand(self.dice, plan.game, seats, plan.house_rules, plan.edition)
                if any(hand == other for other, _ in hands):
                    continue
                hands.append((hand, self.setup.score(hand).scores))
            except (Faults, IndexError):  # a club's game need not have an example for each size of table
                continue
            if len(hands) == DRAWN:
                break
        if not hands:
            raise NoHand(self.setup.plan.game)
        return hands


def _margin(scores: Sequence[int], seat: int) -> int:
    # The sum of its leads over each of the others.
    return scores[seat] * len(scores) - sum(scores)
