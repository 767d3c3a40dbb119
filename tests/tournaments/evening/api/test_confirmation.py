"""Whether the other side has to confirm each hand is part of the plan, over the REST door too."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournaments.evening.api.callers import Caller

PLAN = {"game": "chantecler", "house_rules": {"target": 42}}


def made(desk: Caller, home: str, **plan: Any) -> Any:
    return desk.post(f"{home}evenings/", {"name": "Friday", "date": "2026-11-20", "plan": {**PLAN, **plan}})


@pytest.mark.parametrize(
    ("said", "means"),
    [({}, "taken"), ({"confirmation": "taken"}, "taken"), ({"confirmation": "needed"}, "needed")],
)
def test_a_plan_says_how_hands_are_confirmed(
    desk: Caller, home: str, said: dict[str, str], means: str
) -> None:
    answer = made(desk, home, **said)
    assert answer.status_code == 201, answer.content
    evening = f"{home}evenings/{answer.json()['slug']}/"
    assert desk.get(evening).json()["plan"]["confirmation"] == means


@pytest.mark.parametrize("wrong", ["never", "", None, True, 1, ["needed"]])
def test_anything_else_is_refused(desk: Caller, home: str, wrong: Any) -> None:
    answer = made(desk, home, confirmation=wrong)
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["field"] == "plan.confirmation"
