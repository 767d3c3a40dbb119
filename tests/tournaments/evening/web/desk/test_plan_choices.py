"""What the form of a plan offers is never refused later: every game, movement, counting, end and worth of a round."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from typing import Any, get_args

import pytest

from games.catalogue import GAMES
from scoring.faults import Faults
from tournaments.evening.new_plans import checked_plan
from tournaments.evening.round_rules import Counts, Ends
from tournaments.evening.web.desk.plan_choices import Chosen, facts, house_rules_of
from tournaments.movement.catalogue import MOVEMENTS

FACTS: dict[str, dict[str, Any]] = json.loads(facts())
ENDS: tuple[Ends | None, ...] = (None, *get_args(Ends))
WORTH: tuple[Counts | None, ...] = (None, *get_args(Counts))
WANTED = ("usual", "games", "points")
RULES: dict[str, list[dict[str, Any]]] = {"whist": [{}, {"counts": "odd"}]}


def plan_of(chosen: Chosen, movement: str, wanted: str, rules: dict[str, Any]) -> dict[str, Any]:
    """A plan as the form gives it to the service."""
    told: dict[str, Any] = {
        "game": chosen.game.slug,
        "house_rules": rules,
        "movement": movement,
        "counting": chosen.counting(movement, wanted),  # type: ignore[arg-type]
        "colours": ["ladies", "gentlemen"],
    }
    if chosen.ends:
        told["round"] = {"ends": chosen.ends, "hands": 8}
    if chosen.counts:
        told["worth"] = {"counts": chosen.counts, "margin": [[0, 2]] if chosen.counts == "margin" else []}
    return told


def dimmed(chosen: Chosen, movement: str, wanted: str) -> bool:
    """Whether the page lets nobody choose this, by the facts it has; in the order of `plan.js`."""
    about = FACTS[chosen.game.slug]
    rules = dict(chosen.house_rules)
    has_target = about["target"] is not None and all(rules[on] in to for on, to in about["target"].items())
    rings = about["couples"] and has_target
    wins = chosen.ends not in (None, "bell") or rings
    ways = [way for way in about["ways"][movement] if (wins if way == "games" else chosen.ends != "bell")]
    counting = wanted if wanted in ways else next(iter(ways), None)
    if wanted == "usual" and chosen.counts in ("games", "margin") and "games" in ways:
        counting = "games"
    return (
        (chosen.ends == "bell" and not rings)
        or (chosen.ends == "game" and not has_target)
        or not ways
        or (wanted != "usual" and wanted not in ways)
        or (chosen.counts in ("games", "margin") and counting != "games")
    )


def every_choice(game: str) -> Iterator[tuple[Chosen, str, str, dict[str, Any]]]:
    for rules, ends, counts in product(RULES.get(game, [{}]), ENDS, WORTH):
        chosen = Chosen(GAMES[game], house_rules_of(GAMES[game], rules), ends, counts)
        for movement, wanted in product(MOVEMENTS, WANTED):
            yield chosen, movement, wanted, rules


def is_taken(plan: dict[str, Any]) -> bool:
    try:
        checked_plan(plan)
    except Faults:
        return False
    return True


@pytest.mark.parametrize("game", list(GAMES))
def test_what_is_offered_is_taken_and_what_is_taken_is_offered(game: str) -> None:
    for chosen, movement, wanted, rules in every_choice(game):
        plan = plan_of(chosen, movement, wanted, rules)
        if wanted not in ("usual", plan["counting"]):
            continue  # The movement knows no such counting, and its form asks for none.
        assert is_taken(plan) is not dimmed(chosen, movement, wanted), plan


@pytest.mark.parametrize("game", list(GAMES))
def test_as_many_can_go_on_as_the_page_lets_anybody_choose(game: str) -> None:
    taken = [
        go_on
        for go_on in range(1, 5)
        if is_taken(
            {
                "game": game,
                "movement": "knock_out",
                "round": {"ends": "time"},
                "movement_options": {"go_on": go_on},
            }
        )
    ]
    assert taken == list(range(1, FACTS[game]["go_on"] + 1))


def test_every_game_is_offered_something_however_its_rounds_end() -> None:
    for game in GAMES.values():
        for ends in (None, "hands", "time"):
            assert Chosen(game, game.defaults, ends).ways("scheduled")
