"""How each movement can count with each game, and how many play it at a table: for the form of a plan."""

from __future__ import annotations

import json
from functools import cache

from games.catalogue import GAMES
from games.definition import Game
from tournaments.movement.catalogue import COUNTINGS, MOVEMENTS, Counting, Plug, Slug
from tournaments.movement.interface import Tables
from tournaments.movement.seating import SEATS


@cache
def ways() -> str:
    """How each movement can count with each game, the usual way first and none where it cannot be, as JSON."""
    return json.dumps(
        {
            game.slug: {slug: _countings(game, plug) for slug, plug in MOVEMENTS.items()}
            for game in GAMES.values()
        }
    )


def _countings(game: Game, plug: Plug) -> list[Counting]:
    in_order = sorted(COUNTINGS, key=lambda counting: counting != plug.usual)
    return [counting for counting in in_order if _can_be_had(game, plug, counting)]


def _can_be_had(game: Game, plug: Plug, counting: Counting) -> bool:
    """Whether the movement can be had at the tables of the game."""
    options = plug.options(counting)
    if options is None or (counting == "games" and not winnable(game)):
        return False
    seats, couples = ((SEATS,), True) if counting == "games" else (game.seats, game.partnership)
    try:
        plug.make(Tables(seats, partnership=couples), options())
    except ValueError:
        return False
    return True


def table_sizes() -> str:
    """How many play each game at a table, as JSON for the page."""
    return json.dumps({game.slug: sorted(game.seats) for game in GAMES.values()})


def winnable(game: Game) -> bool:
    """Whether couples can win a game of it: four at a table, playing to a target if the house rules name one."""
    return game.partnership and SEATS in game.seats


def counting_for(movement: Slug, wanted: str, *, wins: bool) -> Counting:
    """How an evening counts: as wanted, or as is usual with the movement where that is left open or cannot be.

    Arguments:
        wins: whether the game can be won; where it cannot, points are usual.
    """
    plug = MOVEMENTS[movement]
    for counting in COUNTINGS:
        if counting == wanted and plug.options(counting) is not None:
            return counting
    return plug.usual if wins or plug.points is None else "points"
