"""The plan of an evening: what may stand in it, and how it says what may not."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from tournaments.evening import MOST_ROUNDS, Plan, Prizes, plan_faults, read_plan

LEAST: dict[str, Any] = {"game": "chantecler", "house_rules": {}}


def read(**more: Any) -> Plan:
    return read_plan({**LEAST, **more})


def test_what_is_not_said_is_as_in_the_text_of_1910() -> None:
    plan = read()
    assert plan.rounds == 6
    assert plan.colours == ()
    assert plan.prizes == Prizes(best=1, booby=True, by_colour=False)
    assert plan.movement_options.model_dump() == {
        "head_table": "keep",
        "couples": "any",
        "bell": "any_table",
        "round_minutes": None,
        "sitout": "none",
        "substitute": "own",
        "tie_breaks": (),
    }


def test_a_plan_as_data_is_read_as_the_same_plan() -> None:
    plan = read(rounds=3, colours=["red", "blue"], prizes={"best": 2}, movement_options={"sitout": "half"})
    assert read_plan(plan.model_dump(mode="json")) == plan


@pytest.mark.parametrize(
    ("entered", "field", "code"),
    [
        pytest.param({"rounds": 0}, "rounds", "out-of-range", id="no round"),
        pytest.param({"rounds": MOST_ROUNDS + 1}, "rounds", "out-of-range", id="a round too many"),
        pytest.param({"rounds": "6"}, "rounds", "not-a-whole-number", id="rounds as text"),
        pytest.param({"rounds": True}, "rounds", "not-a-whole-number", id="rounds as truth"),
        pytest.param({"colours": "red"}, "colours", "not-a-list", id="colours as text"),
        pytest.param({"colours": [""]}, "colours.0", "too-short", id="a colour without a name"),
        pytest.param({"colours": ["r" * 21]}, "colours.0", "too-long", id="a colour too long for a ticket"),
        pytest.param({"colours": ["red", "red"]}, "colours", "not-allowed", id="a colour twice"),
        pytest.param({"colours": ["re\x00d"]}, "colours", "not-allowed", id="a colour nobody can read"),
        pytest.param({"colours": [" red"]}, "colours", "not-allowed", id="a colour with a space before it"),
        pytest.param({"movement": "howell"}, "movement", "not-a-choice", id="another movement"),
        pytest.param(
            {"movement_options": {"bell": "loud"}}, "movement_options.bell", "not-a-choice", id="another bell"
        ),
        pytest.param(
            {"movement_options": {"tie_breaks": ["points_for", "points_for"]}},
            "movement_options.tie_breaks",
            "not-allowed",
            id="a tie-break twice",
        ),
        pytest.param({"prizes": {"best": 11}}, "prizes.best", "out-of-range", id="too many prizes"),
        pytest.param({"prizes": {"worst": 1}}, "prizes.worst", "unknown-field", id="another prize"),
        pytest.param({"tables": 3}, "tables", "unknown-field", id="another field"),
        pytest.param({"game": None}, "game", "not-a-text", id="no game"),
    ],
)
def test_a_plan_that_cannot_be_says_where_and_why(entered: dict[str, Any], field: str, code: str) -> None:
    with pytest.raises(ValidationError) as refused:
        read(**entered)
    found = list(plan_faults(refused.value, "plan"))
    assert [(fault.field, fault.code) for fault in found] == [(f"plan.{field}", code)]
    assert found[0].message


def test_a_plan_says_everything_that_is_wrong_with_it_at_once() -> None:
    with pytest.raises(ValidationError) as refused:
        read(rounds=0, colours=["", "blue"], prizes={"booby": 1}, extra=1)
    fields = {fault.field for fault in plan_faults(refused.value, "")}
    assert fields == {"rounds", "colours.0", "prizes.booby", "extra"}


@pytest.mark.parametrize(
    ("colours", "colour", "fits"),
    [
        ((), "", True),
        ((), "red", False),
        (("red", "blue"), "red", True),
        (("red", "blue"), "", False),
        (("red", "blue"), "green", False),
    ],
)
def test_a_ticket_has_a_colour_of_the_evening_or_none_where_it_has_none(
    colours: tuple[str, ...], colour: str, fits: bool
) -> None:
    assert read(colours=list(colours)).has_colour(colour) is fits
