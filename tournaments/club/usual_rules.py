"""How a game is played where nobody says otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from games.definition import Game

PROGRESSIVE_TARGETS: Final[Mapping[str, int]] = {"chantecler": 42}
"""What a progressive evening plays to unless it says otherwise, where it is not what the game alone is played to."""


def usual_rules(game: Game) -> dict[str, Any]:
    """Every house rule of a game with its value, as a party plays it where nobody says otherwise."""
    target = {"target": PROGRESSIVE_TARGETS[game.slug]} if game.slug in PROGRESSIVE_TARGETS else {}
    return {**game.options_as_data(game.defaults), **target}
