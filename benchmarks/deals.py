"""Hands as they might be played, drawn from a fixed seed: every kind, score and penalty a game knows comes up."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

Hand = dict[str, Any]

JACKS: Final = ("clubs", "diamonds", "hearts", "spades")
RANKS: Final = ("7", "8", "9", "10", "J", "Q", "K", "A")


def deal(slug: str, number: int, seed: int = 1910) -> list[Hand]:
    """So many hands of a game, all of them faultless under its default house rules."""
    chance = random.Random(f"{slug} {seed}")
    return [DEALERS[slug](chance) for _ in range(number)]


def chantecler(chance: random.Random) -> Hand:
    """One hand in ten is passed out; one counter in twelve is discarded by mistake."""
    if chance.random() < 0.1:
        return {"passed_out": True}
    fates = ["A", "B"] * 11 + ["A-discard", "B-discard"]
    cards = ("one", "three", "five", "pheasant", "peacock", "owl", "chantecler")
    return {
        "bidder": chance.randint(1, 4),
        "bid": chance.randint(1, 14),
        "trump": chance.choice(("duck", "goose", "hen", "turkey")),
        "counters": {card: chance.choice(fates) for card in cards},
    }


def chamberlain(chance: random.Random) -> Hand:
    """Three or four players, one hand in ten a moon, one in five with a renege."""
    players = chance.randint(3, 4)
    tricks = [0] * players
    for _ in range(13):
        tricks[chance.randrange(players)] += 1
    declarer = chance.randint(1, players)
    took = [seat for seat in range(1, players + 1) if tricks[seat - 1]]
    hand: Hand = {
        "declarer": declarer,
        "tricks": tricks,
        "jacks": {suit: chance.choice(took) for suit in JACKS},
    }
    if chance.random() < 0.1:
        hand["moon"] = True
    else:
        hand["bid"] = chance.randint(1, 9)
    if chance.random() < 0.2:
        hand["reneges"] = [chance.randint(1, players)]
    return hand


def chambery_tarot(chance: random.Random) -> Hand:
    """Five, four or three players, every bid, every number of points."""
    players = chance.randint(3, 5)
    if players == 3:
        first, second = sorted((chance.randint(0, 78), chance.randint(0, 78)))
        return {"players": 3, "points": [first, second - first, 78 - second]}
    bid = chance.choice(("called_king", "two_cards", "one_card", "no_cards"))
    seats = chance.sample(range(1, players + 1), 2)
    hand: Hand = {"players": players, "bid": bid, "declarer": seats[0]}
    if bid == "called_king":
        hand["partner"] = seats[1]
    return {**hand, "declarer_points": chance.randint(0, 68)}


def ascot(chance: random.Random) -> Hand:
    """Every contract, one hand in four with contra, one in four with a penalty."""
    players, dealer = chance.randint(3, 4), chance.randint(1, 3)
    active = [seat for seat in range(1, players + 1) if players == 3 or seat != dealer]
    declarer = chance.choice(active)
    contract = chance.choice(("suit", "suit", "suit", "grand", "no_trump", "null"))
    bid = chance.choice((65, 70, 75, 80, 90, 100))
    hand: Hand = {
        "players": players, "dealer": dealer, "declarer": declarer, "bid": bid, "contract": contract
    }  # fmt: skip
    if contract == "suit":
        hand["trump"] = chance.choice(JACKS)
    if contract == "null":
        hand["tricks"] = chance.choice((0, 0, 1, 2))
    else:
        hand["kitty_free"] = chance.random() < 0.2
        hand["points"] = chance.randrange(0, 125, 5)
    if chance.random() < 0.25:
        hand |= {"contra": True, "redouble": chance.random() < 0.3}
    if chance.random() < 0.25:
        opponent = chance.choice([seat for seat in active if seat != declarer])
        kind = chance.choice(("out_of_turn_bid", "exposed_card", "revoke"))
        hand["penalties"] = [{"seat": opponent, "kind": kind}]
    return hand


def clabberjass(chance: random.Random) -> Hand:
    """One hand in ten is passed out, one in ten has bella; two in three have sequences, up to one a seat."""
    dealer = chance.randint(1, 2)
    if chance.random() < 0.1:
        return {"dealer": dealer, "passed_out": True}
    suits = chance.sample(JACKS, 3)
    sequences: list[list[Hand]] = [[], []]
    for seat, suit in enumerate(suits[:2]):
        if chance.random() < 0.4:
            length = chance.choice((3, 3, 4))
            sequences[seat] = [{"suit": suit, "top": chance.choice(RANKS[length - 1 :]), "length": length}]
    first = chance.randint(0, 120)
    return {
        "dealer": dealer,
        "bidder": chance.randint(1, 2),
        "trump": suits[2],
        "card_points": [
            first,
            chance.randint(18, 146) - first if first < 18 else chance.randint(0, 146 - first),
        ],
        "last_trick": chance.randint(1, 2),
        "bella": chance.randint(1, 2) if chance.random() < 0.1 else None,
        "sequences": sequences,
    }


def euchre(chance: random.Random) -> Hand:
    """One hand in twenty is passed out, one in five played alone, one in eight defended alone."""
    if chance.random() < 0.05:
        return {"passed_out": True}
    maker = chance.randint(1, 4)
    hand: Hand = {"maker": maker, "alone": chance.random() < 0.2, "tricks": chance.randint(0, 5)}
    if chance.random() < 0.125:
        hand["defended_alone"] = maker % 4 + 1
    return hand


DEALERS: Final[Mapping[str, Callable[[random.Random], Hand]]] = MappingProxyType(
    {
        "ascot": ascot,
        "chamberlain": chamberlain,
        "chambery_tarot": chambery_tarot,
        "chantecler": chantecler,
        "clabberjass": clabberjass,
        "euchre": euchre,
    }
)
