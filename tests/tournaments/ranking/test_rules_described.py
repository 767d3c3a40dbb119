"""The rules of seasons have their words beside them: every value that may be chosen is called something."""

from __future__ import annotations

from typing import Literal, get_args, get_origin

import pytest
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from scoring.described import described
from tournaments.ranking.fixtures.rules import FixtureRules, MatchPointsRule
from tournaments.ranking.ratings import HandicapRule
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
    rules.TablePrizes,
    FixtureRules,
    MatchPointsRule,
    HandicapRule,
)


COMPARED_FIRST = {"match_points"}
"""Nobody chooses it: in a league of fixtures it always is."""


def values_of(info: FieldInfo) -> set[str]:
    """The values of a choice as a form sends them, be it one, several in order, or a model; none of another field."""
    each = get_args(info.annotation)
    if info.discriminator:
        return {model.model_fields[info.discriminator].default for model in each}
    if get_origin(info.annotation) is tuple:
        return {str(value) for value in get_args(each[0]) if get_origin(each[0]) is Literal}
    return {str(value) for value in each if isinstance(value, str | int)}


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_every_value_of_a_choice_has_a_word(model: type[BaseModel]) -> None:
    found = described(model)
    assert found
    for name, words in found.items():
        assert words.label, name
        assert set(words.words) == values_of(model.model_fields[name]) - COMPARED_FIRST, name
