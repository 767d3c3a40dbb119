"""Every end of a round with everything it can be worth, with every movement, at tables of every size.

Of the plans that are not refused, so many are played that any two choices that go together are played together: two
rounds of random hands, cuts where tables are level, results. The archive verifies, and the rows are held
against the ledger as in every test here.
"""

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any, get_args

import pytest

from scoring.faults import Faults
from tests.tournaments.an_evening import AnEvening, Make
from tournaments.evening import new_plans
from tournaments.evening.plan import Plan
from tournaments.evening.round_rules import Counts, Ends
from tournaments.movement.catalogue import COUNTINGS, MOVEMENTS
from tournaments.publishing.verdict import findings

TABLES = {
    "chantecler": (0,),
    "euchre": (0,),
    "clabberjass": (2,),
    "chamberlain": (3, 4),
    "chambery_tarot": (3, 4, 5),
    "points": (8,),
}
"""The games, each with the sizes of table it is played at here; 0 where couples play."""
TARGETS = {"chantecler": 21, "clabberjass": 200}
"""Low enough for a round to be short."""
HANDS = {"2": 2, "3": 2, "4": 3, "5": 2, "8": 2}
MARGIN = [[0, 2], [11, 3]]
EVERY = 61
"""Of so many kinds one is played every time; it goes with no number of movements, ends or worths."""
COLOURS = ("ladies", "gents")
Told = dict[str, Any]


def plan_of(game: str, size: int, movement: str, counting: str, ends: Ends, counts: Counts) -> Told:
    return {
        "game": game,
        "house_rules": {"target": TARGETS[game]} if game in TARGETS and ends in ("bell", "game") else {},
        "movement": movement,
        "counting": counting,
        "rounds": 2,
        "colours": list(COLOURS) if movement == "by_colour" else [],
        "movement_options": {"table_size": size} if size else {},
        "round": {"ends": ends, **({"hands": HANDS} if ends == "hands" else {})},
        "worth": {"counts": counts, **({"margin": MARGIN} if counts == "margin" else {})},
    }


def accepted() -> Iterator[Any]:
    kinds = product(MOVEMENTS, COUNTINGS, get_args(Ends), get_args(Counts))
    for (game, sizes), (movement, counting, ends, counts) in product(TABLES.items(), kinds):
        for size in sizes:
            told = plan_of(game, size, movement, counting, ends, counts)
            try:
                plan = new_plans.checked_plan(told)
            except Faults:
                continue
            yield pytest.param(told, plan, id=f"{game} {size}, {movement}, {counting}, {ends}, {counts}")


def pairwise(kinds: list[Any], played: list[Any]) -> Iterator[Any]:
    """Beside what is played already, so many of the kinds that every pair of choices is played.

    A choice is a game with its tables, a movement, what is counted, or how a round ends.
    """
    pairs = {kind.id: set(combinations(enumerate(kind.id.split(", ")), 2)) for kind in kinds}
    missing = set().union(*pairs.values()).difference(*(pairs[kind.id] for kind in played))
    while missing:
        kind = max(kinds, key=lambda kind: len(missing & pairs[kind.id]))
        missing -= pairs[kind.id]
        yield pytest.param(*kind.values, id=kind.id, marks=pytest.mark.services)


KINDS = list(accepted())
QUICK = KINDS[::EVERY]
REST = list(pairwise(KINDS, QUICK))
ROUNDS = ("playing", "bell", "settled", "drafted", "moved")


def played(make_evening: Make, told: Told, plan: Plan) -> AnEvening:
    """An evening of the plan from the doors to its publication."""
    ends, worth, options = told["round"], told["worth"], told["movement_options"]
    kind = {name: told[name] for name in ("game", "house_rules", "movement", "counting", "rounds")}
    players = 2 * max(plan.tables.allowed) + 1
    evening = make_evening(
        players, colours=tuple(told["colours"]), until="draft", ends=ends, worth=worth, **kind, **options
    )
    evening.go_on_to("seated")
    for number in (1, 2):
        for step in ROUNDS[: 4 if number == 2 else None]:
            evening.step_to(step)
            if step == "bell":
                evening.cut_where_level()
    evening.step_to("finished")
    return evening


@pytest.mark.parametrize(("told", "plan"), [*QUICK, *REST])
def test_what_is_played_holds(make_evening: Make, told: Told, plan: Plan) -> None:
    assert findings(played(make_evening, told, plan).archive_by_seed()) == []
