"""Which evening each walk is about: every way to play in turn, and options, people and prizes by the dice."""

import random
from typing import Any

from tests.golden.at_the_desk import PRIZES
from tests.tournaments.an_evening import AnEvening
from tests.tournaments.conftest import START
from tests.tournaments.publishing.archives import ways
from tournaments.club.models import Club

WAYS = tuple(ways())
"""Every game with every movement and counting."""
CYCLE = (*WAYS, *(way for way in WAYS if way[2] == "games"))
"""The ways that walks go in turn: where a bell rings and level tables cut more happens, so that they come twice."""
COLOURS: tuple[tuple[str, ...], ...] = ((), (), ("red", "blue"), ("ladies", "gentlemen"))
FOR_GAMES: dict[str, tuple[Any, ...]] = {
    "bell": ("any_table", "any_table", "head_table"),
    "sitout": ("none", "half"),
    "substitute": ("own", "inherits"),
    "round_minutes": (None, None, 15),
    "tie_breaks": ([], ["points_difference", "head_table_wins"], ["bells_rung", "points_for"]),
}
FOR_POINTS: dict[str, tuple[Any, ...]] = {
    "even_tables": (True, True, False),
    "hands_per_round": (None, 1, 2, 3),
    "rank_by": ("points", "differences"),
    "substitute": ("own", "inherits"),
    "round_minutes": (None, None, 15),
    "tie_breaks": ([], ["points_difference", "best_round"], ["tables_won"]),
}
"""`even_tables` is off in plans of before there was such an option."""
OF_THE_MOVEMENT: dict[str, dict[str, tuple[Any, ...]]] = {
    "progressive": {"head_table": ("keep", "exchange"), "couples": ("any", "mixed")},
    "ladder": {"couples": ("any", "mixed")},
    "top_tables": {"unit": ("individuals", "individuals", "pairs")},
    "swiss": {"unit": ("individuals", "individuals", "pairs")},
    "knock_out": {"losers": ("rest", "play_on")},
    "scheduled": {"schedule": ("best", "best", "meeting")},
}


def plan_of(seed: int) -> dict[str, Any]:
    """What the evening of a walk is to be, as arguments of `AnEvening.made`."""
    dice = random.Random(f"plan {seed}")
    game, movement, counting = CYCLE[seed % len(CYCLE)]
    choices = {**(FOR_GAMES if counting == "games" else FOR_POINTS), **OF_THE_MOVEMENT.get(movement, {})}
    options = {name: dice.choice(offered) for name, offered in choices.items()}
    if game != "chantecler" and "unit" in options:
        options["unit"] = "individuals"  # couples are nobody's at these tables
    return {
        "players": dice.randint(6, 15),
        "rounds": dice.randint(2, 4),
        "target": dice.choice((14, 28, 42)),
        "colours": dice.choice(COLOURS),
        "prizes": dice.choice(PRIZES),
        "game": game,
        "movement": movement,
        "counting": counting,
        "confirmation": dice.choice(("taken", "taken", "needed")),
        "name": f"Walk {seed}",
        "seed": f"walk {seed}",
        **options,
    }


def evening_of(club: Club, seed: int) -> AnEvening:
    """The draft of the evening of a walk, its players at the door."""
    plan = plan_of(seed)
    evening = AnEvening.made(club, plan.pop("players"), at=START, **plan)
    evening.dice = random.Random(f"hands {seed}")
    return evening
