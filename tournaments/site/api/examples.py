"""The evening that the examples of bodies and answers are about; a slip is worked out, so that it cannot be wrong."""

from __future__ import annotations

from typing import Any, Final

from games.catalogue import find
from scoring.derivation import Derivation

GAME: Final = find("chantecler")
HAND: Final[dict[str, Any]] = {
    "bidder": 3,
    "bid": 9,
    "trump": "hen",
    "counters": {
        "one": "A",
        "three": "A",
        "five": "B",
        "pheasant": "A",
        "peacock": "B",
        "owl": "A",
        "chantecler": "A-discard",
    },
}
PLAN: Final[dict[str, Any]] = {
    "game": GAME.slug,
    "house_rules": {"target": 42},
    "movement_options": {"bell": "any_table", "tie_breaks": ["points_difference"]},
    "rounds": 6,
    "colours": ["ladies", "gentlemen"],
    "confirmation": "needed",
    "prizes": {"best": 1, "booby": True, "by_colour": True, "sums": [5000]},
}
SLIP: Final[Derivation] = GAME.score(HAND, GAME.house_rules(PLAN["house_rules"]))
"""The score of the hand."""
ONE_HAND: Final[dict[str, Any]] = {"round": 1, "table": 4, "number": 1}
BEGAN, PLAYED, ENTERED = (f"2026-11-20T20:{minute}:00.000000Z" for minute in ("00", "14", "15"))
HASHES: Final = ("4f2a" * 16, "9c01" * 16)
SCORED: Final[dict[str, Any]] = {"id": 7, "game": GAME.slug, "options": {"target": 42}, "hand": HAND}
"""A request to score a hand."""
SCORED_GAME: Final[dict[str, Any]] = {
    "id": 8,
    "game": GAME.slug,
    "options": {"target": 42},
    "hands": [HAND, HAND],
}
"""A request to score a whole game."""
BATCH: Final[list[dict[str, Any]]] = [
    {"id": 1, "game": GAME.slug, "hand": HAND},
    {"id": 2, "game": "clabberjass", "hand": {"dealer": 3, "passed_out": True}},
]
"""Requests to score several."""
