"""Every option of a plan has its words beside it, for the form that enters it and the pages that tell it."""

from typing import Literal, get_args, get_origin

import pytest
from pydantic import BaseModel

from scoring.described import described
from tournaments.evening.plan import CommonPlan
from tournaments.movement.catalogue import MOVEMENTS
from tournaments.ranking.offered import Prizes

MODELS = {
    model.__name__: model for plug in MOVEMENTS.values() for model in (plug.games, plug.points) if model
}
NOT_ENTERED = {"even_tables", "seats_keep_colours", "parting_colour"}
"""Every new plan says so by itself."""


@pytest.mark.parametrize("model", MODELS.values(), ids=MODELS)
def test_every_option_of_a_movement_has_words(model: type[BaseModel]) -> None:
    assert set(described(model)) == set(model.model_fields) - NOT_ENTERED
    assert all(words.label and words.help for words in described(model).values())


def values_of(annotation: object) -> set[str]:
    """The values of a choice as a form sends them; none where it is no choice."""
    each = get_args(annotation)[:1] if get_origin(annotation) is tuple else (annotation,)
    return {str(value) for one in each if get_origin(one) is Literal for value in get_args(one)}


@pytest.mark.parametrize("model", [CommonPlan, Prizes, *MODELS.values()])
def test_every_value_of_a_choice_has_a_word(model: type[BaseModel]) -> None:
    choices = {name: values_of(info.annotation) for name, info in model.model_fields.items()}
    assert any(choices.values())
    for name, values in choices.items():
        if name in described(model) and values:
            assert set(described(model)[name].words) == values, name


def test_a_plan_describes_what_its_form_asks_beside_names_and_prizes() -> None:
    asked = [
        "rounds",
        "starts_at",
        "ends_about",
        "round",
        "signal",
        "goes_on",
        "pause",
        "worth",
        "colours",
        "settlement",
        "confirmation",
        "before_publication",
    ]
    assert list(described(CommonPlan)) == asked
