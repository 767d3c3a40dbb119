"""Every option of a plan has its words beside it, for the form that enters it and the pages that tell it."""

from __future__ import annotations

from typing import get_args

import pytest
from pydantic import BaseModel

from scoring.described import described
from tournaments.evening.plan import CommonPlan
from tournaments.movement.catalogue import MOVEMENTS

MODELS = {
    model.__name__: model for plug in MOVEMENTS.values() for model in (plug.games, plug.points) if model
}
NOT_ENTERED = {"even_tables"}
"""Every new plan says so by itself."""
IN_ORDER = {"tie_breaks"}
"""Entered in as many fields as there are places; their words stand with these."""


@pytest.mark.parametrize("model", MODELS.values(), ids=MODELS)
def test_every_option_of_a_movement_has_words(model: type[BaseModel]) -> None:
    assert set(described(model)) == set(model.model_fields) - NOT_ENTERED - IN_ORDER
    assert all(words.label and words.help for words in described(model).values())


@pytest.mark.parametrize("model", [CommonPlan, *MODELS.values()], ids=["CommonPlan", *MODELS])
def test_every_value_of_a_choice_has_a_word(model: type[BaseModel]) -> None:
    for name, words in described(model).items():
        values = {value for value in get_args(model.model_fields[name].annotation) if isinstance(value, str)}
        assert set(words.words) == values, name


def test_a_plan_describes_what_its_form_asks_beside_names_and_prizes() -> None:
    assert list(described(CommonPlan)) == ["rounds", "colours", "confirmation"]
