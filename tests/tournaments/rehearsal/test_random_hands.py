"""Hands that nobody played: every one of them could have been."""

from __future__ import annotations

import random

import pytest

from games import catalogue
from tournaments.rehearsal.random_hands import pretend_hand


@pytest.mark.parametrize(
    ("slug", "seats"), [(slug, seats) for slug, game in catalogue.GAMES.items() for seats in game.seats]
)
def test_every_pretended_hand_can_be_scored_at_a_table_of_its_size(slug: str, seats: int) -> None:
    game, dice, same_dice = catalogue.find(slug), random.Random(1910), random.Random(1910)
    rules = game.house_rules({})
    for _ in range(60):
        hand = pretend_hand(dice, slug, seats)
        assert game.score(hand, rules).seats == seats
        assert pretend_hand(same_dice, slug, seats) == hand


@pytest.mark.parametrize("target", [21, 101, 1000, 5000])
def test_a_points_game_to_a_target_is_over_within_a_round(target: int) -> None:
    dice, rules = random.Random(7), {"wins": "target", "target": target}
    totals, hands = [0, 0, 0, 0], 0
    while max(totals) < target:
        points = pretend_hand(dice, "points", 4, rules)["points"]
        totals, hands = [total + more for total, more in zip(totals, points, strict=True)], hands + 1
    assert hands <= 20
