"""A hand goes back into its form, and comes out of it as it was."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import catalogue
from tests.golden_hands import Golden, accepted
from tournaments.evening.web.table.form_data import posted_values, prefilled_values, read_hand
from tournaments.rehearsal.random_hands import pretend_hand

GAMES = sorted(catalogue.GAMES)


@pytest.mark.parametrize("slug", GAMES)
@given(seed=st.integers(min_value=0, max_value=10_000))
def test_a_hand_that_is_put_into_the_form_comes_out_scoring_the_same(slug: str, seed: int) -> None:
    game = catalogue.find(slug)
    dice = random.Random(seed)
    seats = dice.choice(game.seats)
    hand = pretend_hand(dice, slug, seats)
    again = read_hand(game, posted_values(prefilled_values(game, hand, seats), game, seats), seats)
    rules = game.house_rules({})
    assert game.score(again, rules) == game.score(hand, rules)


@pytest.mark.parametrize(("slug", "case"), accepted())
def test_so_does_every_golden_hand(slug: str, case: Golden) -> None:
    game = catalogue.find(slug)
    values = posted_values(prefilled_values(game, case.hand, case.seats), game, case.seats)
    again = read_hand(game, values, case.seats)
    assert game.score(again, case.rules).scores == game.score(case.hand, case.rules).scores


def test_a_deal_declared_void_leaves_the_form_empty() -> None:
    assert prefilled_values(catalogue.find("chantecler"), None, 4) == {}
