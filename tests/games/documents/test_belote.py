"""Belote: points of a level hand are held over for the couple that does better in the next one."""

from typing import Any

import pytest

from games.catalogue import find

LEVEL = {"taker": 1, "points": 71, "belote": "A"}


@pytest.mark.parametrize(
    ("before", "hand", "scores"),
    [
        ([LEVEL], {"taker": 2, "points": 100}, (62, 171, 62, 171)),
        ([LEVEL], {"taker": 2, "points": 60}, (233, 0, 233, 0)),
        ([LEVEL, {"passed_out": True}], {"taker": 1, "points": 100}, (171, 62, 171, 62)),
        ([LEVEL, {"taker": 2, "points": 81}], {"taker": 1, "points": 100}, (252, 62, 252, 62)),
        ([LEVEL, {"taker": 2, "points": 90}], {"taker": 1, "points": 100}, (100, 62, 100, 62)),
    ],
)
def test_a_level_hand_is_held_over_until_one_is_not(before: Any, hand: Any, scores: tuple[int, ...]) -> None:
    game = find("belote")
    rules = game.house_rules({"level": "held"})

    assert game.score(hand, rules, game.left_by(before, rules)).scores == scores


def test_nothing_is_held_over_where_level_takers_are_set() -> None:
    game = find("belote")

    assert game.left_by([LEVEL], game.house_rules({})) == (0,)
