"""The body of an act is drawn from its class: its fields within their bounds, and the reason where there is one."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from tournaments.evening import acts
from tournaments.evening.api.acts import body_of, entered, in_short
from tournaments.site.arguments import Nothing

ENTERED: dict[type[acts.Act], str] = {
    acts.Start: "anyway",
    acts.DraftMove: "",
    acts.TakeBackBell: "reason!",
    acts.Abandon: "reason!",
    acts.Swap: "one! other! reason",
    acts.Ring: "table!",
    acts.ConfirmHand: "round! table! number! of!",
    acts.SettleDispute: "round! table! number! keep! seats cut reason preview",
    acts.TakeLate: "of! seats cut reason! preview",
    acts.Penalty: "tickets! points! reason! preview",
    acts.NotPlayed: "round! table! seats reason! preview",
    acts.CutPrize: "prize! colour order! how other",
}


@pytest.mark.parametrize(("act", "fields"), ENTERED.items(), ids=[act.name for act in ENTERED])
def test_a_body_asks_for_what_somebody_enters(act: type[acts.Act], fields: str) -> None:
    asked = body_of(act).model_fields
    assert {f"{name}{'!' * field.is_required()}" for name, field in asked.items()} == set(fields.split())


@pytest.mark.parametrize(
    ("act", "entry", "code"),
    [
        (acts.Ring, {"table": 501}, "less_than_equal"),
        (acts.Ring, {"table": "4"}, "int_type"),
        (acts.Leave, {"ticket": ""}, "string_too_short"),
        (acts.Penalty, {"tickets": ["x" * 17], "points": 1, "reason": ""}, "string_too_long"),
        (acts.AdjustGame, {"round": 1, "table": 1, "points": [1] * 11, "reason": ""}, "too_long"),
        (acts.AdjustGame, {"round": 1, "table": 1, "points": [1001], "reason": ""}, "less_than_equal"),
        (acts.ConfirmHand, {"round": 1, "table": 1, "number": 1, "of": 1, "phone": "own"}, "extra_forbidden"),
        (acts.DraftMove, {"again": False}, "extra_forbidden"),
    ],
)
def test_what_is_out_of_bounds_or_nobodys_to_say_is_not_taken(
    act: type[acts.Act], entry: dict[str, object], code: str
) -> None:
    with pytest.raises(ValidationError) as refused:
        body_of(act).model_validate(entry)
    assert {error["type"] for error in refused.value.errors()} == {code}


@pytest.mark.parametrize("act", [act for act in acts.ACTS.values() if act.example], ids=lambda act: act.name)
def test_the_example_of_a_class_is_its_body_and_makes_the_act(act: type[acts.Act]) -> None:
    body = body_of(act).model_validate(act.example)
    made = act(**entered(act, body))
    assert {name: getattr(made, name) for name in act.fixed_fields} == dict(act.fixed_fields)


def test_acts_that_are_entered_alike_have_one_body() -> None:
    assert body_of(acts.Ring) is body_of(acts.Look)
    assert body_of(acts.CheckOut) is body_of(acts.Leave)
    assert body_of(acts.PublishMove) is Nothing


def test_what_a_field_means_is_said_at_the_field() -> None:
    told = body_of(acts.CorrectHand).model_json_schema()["properties"]
    assert told["of"]["description"].startswith("The ledger sequence of the entry it is about")
    assert told["hand"]["description"].endswith("null declares the deal void: it scores nothing.")
    assert told["seats"]["description"].startswith("Whether the next seats")
    assert "Attributes" not in in_short(acts.CorrectHand)
