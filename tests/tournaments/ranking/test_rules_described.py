"""The rules of seasons have their words beside them: every value that may be chosen is called something."""

from __future__ import annotations

from typing import get_args

import pytest
from pydantic import BaseModel

from scoring.described import described
from tournaments.ranking.fixtures.rules import FixtureRules
from tournaments.ranking.ratings.handicap import HandicapRule
from tournaments.ranking.series import rules

MODELS: tuple[type[BaseModel], ...] = (
    rules.SeasonRules,
    rules.GamesWon,
    rules.PlacePoints,
    rules.ScorePoints,
    rules.StandardScores,
    rules.OwnAverage,
    rules.FixedNumber,
    rules.SeasonPrizes,
    FixtureRules,
    HandicapRule,
)


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_every_value_of_a_choice_has_a_word(model: type[BaseModel]) -> None:
    found = described(model)
    assert found
    for name, words in found.items():
        values = {
            str(value)
            for value in get_args(model.model_fields[name].annotation)
            if isinstance(value, str | int)
        }
        assert words.label, name
        assert set(words.words) == values, name
