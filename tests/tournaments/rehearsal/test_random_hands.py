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
    game, dice = catalogue.find(slug), random.Random(1910)
    rules = game.house_rules({})
    for _ in range(60):
        assert game.score(pretend_hand(dice, slug, seats), rules).seats == seats


def test_the_same_dice_give_the_same_hands() -> None:
    one, other = (
        [pretend_hand(dice, "ascot", 4) for _ in range(9)] for dice in (random.Random(1), random.Random(1))
    )
    assert one == other
