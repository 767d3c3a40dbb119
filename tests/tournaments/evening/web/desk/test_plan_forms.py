"""The form of a plan shows whatever plan there is, and gives it back as it is."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any, get_args

import pytest

from games.catalogue import GAMES
from scoring.described import described
from tests.tournaments.evening.web.desk.at_the_desk import as_sent
from tournaments.evening.plan import Plan, read_plan, ways_to_play
from tournaments.evening.web.desk.plan_form import PlanForm, as_entered
from tournaments.movement.catalogue import MOVEMENTS

VALUES = {
    "best_rounds": 4,
    "round_minutes": 25,
    "hands_per_round": 7,
    "table_size": 4,
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
    """The usual options of a movement, and others that differ from these in one thing each."""
    model = MOVEMENTS[movement].options(counting)  # type: ignore[index,arg-type]
    assert model
    yield {}
    for name, words in described(model).items():
        info = model.model_fields[name]
        if name == "tie_breaks":
            yield {name: list(words.words)}
        elif words.words:
            values = [value for value in get_args(info.annotation) if isinstance(value, str | int)]
            yield from ({name: value} for value in values or words.words if value != info.default)
        elif info.annotation is bool:
            yield {name: not info.default}
        else:
            yield {name: VALUES[name]}


EVERY_WAY = [
    pytest.param({"game": slug, "movement": movement, "counting": counting, "movement_options": options})
    for slug, game in GAMES.items()
    for movement, counting in ways_to_play(game, game.defaults)
    for options in options_of(movement, counting)
]


@pytest.mark.parametrize("told", EVERY_WAY)
def test_every_option_of_every_movement_comes_back(told: dict[str, Any]) -> None:
    whole = plan(**told)
    assert given_back(whole) == said(whole)


@pytest.mark.parametrize(
    "told",
    [
        {"round": {"ends": "hands", "hands": 8}, "worth": {"counts": "points"}},
        {"round": {"ends": "hands", "hands": {"4": 48, "3": 36}, "minutes": 90}},
        {"round": {"ends": "game"}, "worth": {"counts": "margin", "margin": [[0, 2], [31, 3]], "draw": 1}},
        {"round": {"ends": "time", "minutes": 25}, "worth": {"counts": "games"}},
        {"round": {"ends": "bell", "hands": 20}},
    ],
)
def test_how_a_round_ends_and_what_it_is_worth_come_back(told: dict[str, Any]) -> None:
    whole = plan(**told)
    assert given_back(whole) == said(whole)


@pytest.mark.parametrize("prizes", PRIZES)
def test_every_offer_of_prizes_comes_back(prizes: dict[str, Any]) -> None:
    whole = plan(prizes=prizes, colours=["ladies", "deep blue"], confirmation="needed", rounds=9)
    assert given_back(whole) == said(whole)
