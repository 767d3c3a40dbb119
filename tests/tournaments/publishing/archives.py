"""Archives to try things on: those that earlier versions wrote, and one of each game with each movement."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from games.catalogue import GAMES
from scoring.faults import Faults
from tests.tournaments.an_evening import AnEvening
from tournaments.evening import acts
from tournaments.evening import new_plans as plans
from tournaments.movement.catalogue import COUNTINGS, MOVEMENTS

EARLIER = sorted((Path(__file__).parents[2] / "vectors" / "archives").glob("*.json"))
"""Archives of before names were bound, one or more of each game, as the program of that day wrote them."""
EDITIONS = sorted((Path(__file__).parents[2] / "vectors" / "archives" / "editions").glob("*.json"))
"""Archives of earlier editions of a game's rules, with hands that another edition or house rule reads otherwise."""
PLAYERS = 7


def read(path: Path) -> dict[str, Any]:
    archive: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return archive


def ways() -> Iterator[tuple[str, str, str]]:
    """Every game with every movement and counting it can be played with."""
    for game in sorted(GAMES):
        for movement, plug in MOVEMENTS.items():
            for counting in COUNTINGS:
                if plug.options(counting) is not None and _can_be(game, movement, counting):
                    yield game, movement, counting


def _can_be(game: str, movement: str, counting: str) -> bool:
    try:
        plans.checked_plan({"game": game, "movement": movement, "counting": counting})
    except Faults:
        return False
    return True


def published(
    make_evening: Callable[..., AnEvening], game: str, movement: str, counting: str
) -> dict[str, Any]:
    """The archive of two rounds with that game, played to the end and published."""
    options = {} if counting == "games" else {"hands_per_round": 1}
    evening = make_evening(
        9 if counting == "games" else PLAYERS,
        rounds=2,
        game=game,
        movement=movement,
        counting=counting,
        prizes={"best": 1},
        # A game that is won with a few hands: each of them is altered in many places.
        target=42 if game == "chantecler" else 5,
        **options,
    )
    for step in ("playing", "bell", "settled", "drafted", "moved", "playing", "bell", "settled", "drafted"):
        evening.step_to(step)
        if step == "bell":
            evening.cut_where_level()
    evening.act(acts.Finish())
    return evening.archive_by_seed()
