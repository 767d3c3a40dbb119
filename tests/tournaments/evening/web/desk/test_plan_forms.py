"""The form of a plan gives back whatever plan there is, and offers what is never refused."""

import json
from collections.abc import Iterator
from datetime import date
from itertools import product
from typing import Any, get_args

import pytest

from games.catalogue import GAMES
from scoring.described import described
from scoring.faults import Faults
from tests.tournaments.evening.web.desk.at_the_desk import as_sent
from tests.unlike import UNLIKE
from tournaments.evening.new_plans import PRESETS, Preset, checked_plan
from tournaments.evening.plan import Plan, read_plan, ways_to_play
from tournaments.evening.round_rules import Counts, Ends
from tournaments.evening.web.desk.plan_form import (
    Chosen,
    PlanForm,
    as_entered,
    choices_of_games,
    house_rules_of,
)
from tournaments.movement.catalogue import MOVEMENTS

VALUES = {
    "best_rounds": 4,
    "round_minutes": 25,
    "hands_per_round": 7,
    "table_size": 4,
    "most_tables": 3,
    "go_on": 2,
    "by_seat": {"2": -1, "5": 3},
    "by_colour": {"deep blue": -1, "x: y": 12},
}
PRIZES: list[dict[str, Any]] = [
    {"best": 0, "booby": False},
    {"best": 3, "sums": [5000, 1250, 0], "booby_sum": 500},
    {"ties": "shared"},
    {"ties": "equal"},
    {"ties": "hort"},
    {"by_colour": True},
    {"by_colour": True, "overall": {"best": 2, "booby": False, "sums": [100]}},
    {"by_colour": True, "overall": {"booby_sum": 1}, "one_each": True},
    {"ties": "cut_all", "booby_cut": "escapes"},
    {"by_colour": True, "others": [{"best": 1, "booby": True, "rounds": [1, 2], "by_colour": True}]},
    {"others": [{"best": 1, "sums": [500], "feat": "chantecler.all-seven"}]},
]


def plan(game: str = "chantecler", **told: Any) -> Plan:
    rules = GAMES[game].options_as_data(GAMES[game].defaults)
    return read_plan({"game": game, "house_rules": rules, **told})


def given_back(whole: Plan) -> dict[str, Any]:
    """The plan that the form has where it is sent as it shows this one."""
    shown = PlanForm(initial=as_entered(whole, "Friday", date(2026, 11, 27), {}))
    sent = PlanForm(data=as_sent(shown))
    assert sent.is_valid(), sent.errors
    return said(read_plan(sent.plan()))


def said(whole: Plan) -> dict[str, Any]:
    """All that a plan says, but for what every new plan has: tables as even as can be, seats that keep colours."""
    told = whole.model_dump(mode="json")
    for name in ("even_tables", "seats_keep_colours"):
        told["movement_options"].pop(name, None)
    return told


def options_of(movement: str, counting: str) -> Iterator[dict[str, Any]]:
    """The usual options of a movement, and others that differ from these in whatever can be otherwise."""
    model = MOVEMENTS[movement].options(counting)  # type: ignore[index,arg-type]
    assert model
    others: dict[str, list[Any]] = {}
    for name, words in described(model).items():
        info = model.model_fields[name]
        if name == "tie_breaks":
            others[name] = [list(words.words)]
        elif words.words:
            values = [value for value in get_args(info.annotation) if isinstance(value, str | int)]
            others[name] = [value for value in values or words.words if value != info.default]
        elif info.annotation is bool:
            others[name] = [not info.default]
        else:
            others[name] = [VALUES[name]]
    yield {}
    for place in range(max(map(len, others.values()))):
        yield {name: values[place] for name, values in others.items() if place < len(values)}


GAME_OF: dict[tuple[str, str], str] = {
    way: slug for slug, game in GAMES.items() for way in ways_to_play(game, game.defaults)
}
"""A game that can be played in each way; the options of a way are the same for every game."""


@pytest.mark.parametrize(("way", "game"), GAME_OF.items())
def test_every_option_of_every_movement_comes_back(way: tuple[str, str], game: str) -> None:
    for options in options_of(*way):
        whole = plan(game, movement=way[0], counting=way[1], movement_options=options)
        assert given_back(whole) == said(whole), options


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.slug)
def test_every_preset_comes_back(preset: Preset) -> None:
    whole = checked_plan(dict(preset.data))
    assert given_back(whole) == said(whole)


@pytest.mark.parametrize(
    "told",
    [
        {"round": {"ends": "hands", "hands": 8}, "worth": {"counts": "points"}},
        {"round": {"ends": "hands", "hands": {"4": 48, "3": 36}, "minutes": 90}},
        {"round": {"ends": "game"}, "worth": {"counts": "margin", "margin": [[0, 2], [31, 3]], "draw": 1}},
        {"round": {"ends": "time", "minutes": 25}, "worth": {"counts": "games"}},
        {"round": {"ends": "bell", "hands": 20}},
        {"settlement": {"rates": [{"what": "chantecler.bid.missed", "sum": 50}], "lost_to": "others"}},
    ],
)
def test_how_a_round_ends_what_it_is_worth_and_costs_come_back(told: dict[str, Any]) -> None:
    whole = plan(**told)
    assert given_back(whole) == said(whole)


@pytest.mark.parametrize("prizes", PRIZES)
def test_every_offer_of_prizes_comes_back(prizes: dict[str, Any]) -> None:
    whole = plan(prizes=prizes, colours=["ladies", "deep blue"], confirmation="needed", rounds=9)
    assert given_back(whole) == said(whole)


FACTS: dict[str, dict[str, Any]] = json.loads(choices_of_games())
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


@pytest.mark.parametrize("game", UNLIKE)
def test_what_is_offered_is_taken_and_what_is_taken_is_offered(game: str) -> None:
    for chosen, movement, wanted, rules in every_choice(game):
        plan = plan_of(chosen, movement, wanted, rules)
        if wanted not in ("usual", plan["counting"]):
            continue  # The movement knows no such counting, and its form asks for none.
        assert is_taken(plan) is not dimmed(chosen, movement, wanted), plan


@pytest.mark.parametrize("game", UNLIKE)
def test_as_many_can_go_on_as_the_page_lets_anybody_choose(game: str) -> None:
    taken = [
        go_on
        for go_on in range(1, 8)
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
