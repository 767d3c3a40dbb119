"""A hand is scored before its evening is locked, and under the plan that stands once it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from scoring.derivation import Derivation
from scoring.faults import Faults
from tests.tournaments.an_evening import AnEvening, a_hand
from tournaments.evening import acts
from tournaments.evening.models import Evening
from tournaments.evening.plan import Setup
from tournaments.evening.reads import facts
from tournaments.evening.services import scoresheets

pytestmark = pytest.mark.django_db(transaction=True)
Make = Callable[..., AnEvening]
Act = Callable[[AnEvening], Any]


def enter(evening: AnEvening) -> Any:
    return evening.enter(1, a_hand())


def correct(evening: AnEvening) -> Any:
    return evening.act(
        scoresheets.rescored_act(
            evening.evening, acts.CorrectHand(hand=a_hand(2, 14, "B"), **first_hand(evening))
        )
    )


def note(evening: AnEvening) -> Any:
    return evening.act(
        scoresheets.rescored_act(
            evening.evening, acts.NoteHand(hand=a_hand(2, 14, "B"), **first_hand(evening))
        )
    )


def first_hand(evening: AnEvening) -> dict[str, Any]:
    hand = evening.round().tables.get(table__number=1).hands.get(number=1, live=True)
    return {
        "round": 1,
        "table": 1,
        "number": 1,
        "of": hand.entry.sequence,
        "reason": "miscounted",
    }


@pytest.mark.parametrize("act", [enter, correct, note])
def test_nobody_waits_while_a_hand_is_scored(
    make_evening: Make, monkeypatch: pytest.MonkeyPatch, act: Act
) -> None:
    evening = make_evening(12, until="playing")
    enter(evening)
    inside: list[bool] = []
    score = Setup.score

    def noting(setup: Setup, hand: object) -> Derivation:
        inside.append(connection.in_atomic_block)
        return score(setup, hand)

    monkeypatch.setattr(Setup, "score", noting)
    act(evening)
    assert inside == [False]


def test_a_plan_that_changed_since_this_process_looked_is_the_one_that_counts(make_evening: Make) -> None:
    evening = make_evening(12, until="playing")
    assert enter(evening)["target"] == 42
    plan = {**evening.evening.plan, "house_rules": {**evening.evening.plan["house_rules"], "target": 63}}
    Evening.objects.filter(pk=evening.evening.pk).update(plan=plan)
    assert [enter(evening)["target"] for _ in range(2)] == [63, 63]


def test_why_there_can_be_no_hand_now_is_said_before_what_is_wrong_with_it(make_evening: Make) -> None:
    evening = make_evening(12, until="seated")
    with pytest.raises(Faults) as refused:
        evening.enter(1, {"bid": 99})
    assert [fault.code for fault in refused.value.faults] == ["not-now"]


def test_an_evening_that_there_is_not_has_no_setup() -> None:
    with pytest.raises(Evening.DoesNotExist):
        facts.last_known_setup(2**31)


def test_only_so_many_setups_are_kept_in_memory(make_evening: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = make_evening(12, until="playing")
    setup = facts.last_known_setup(evening.evening.pk)
    kept: dict[int, Setup] = {}
    monkeypatch.setattr(facts, "_LAST_KNOWN", kept)
    monkeypatch.setattr(facts, "MOST_KNOWN", 3)
    counts = []
    for other in range(7):
        facts.remember_setup(other, setup)
        counts.append(len(kept))
    assert counts == [1, 2, 3, 1, 2, 3, 1]
