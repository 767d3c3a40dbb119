"""The bell, the hands finished before it, and the cut."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournaments.an_evening import a_hand
from tournaments.evening import acts
from tournaments.evening.models import Hand, Round, TableRound
from tournaments.evening.round_rules import Status


@pytest.fixture
def at_the_target(make_evening: Any) -> Any:
    """Two tables in play; table 1 has reached the target, nobody has rung."""
    evening = make_evening(8, until="playing")
    for _ in range(3):
        evening.enter(1, a_hand())
    return evening


def test_one_tap_at_the_target_stops_every_table(at_the_target: Any, sit: Any) -> None:
    phone, other = sit(at_the_target, 1), sit(at_the_target, 2)

    phone.press("ring")

    at_the_target.read()
    assert at_the_target.evening.status == Status.BELL
    assert "Your table rang." in phone.text()
    assert "Table 1 rang." in other.text()


def test_a_table_below_the_target_is_told_why_it_may_not_ring(at_the_target: Any, sit: Any) -> None:
    answer = sit(at_the_target, 2).press("ring")
    assert "table 2 is at 0 to 0; the bell rings at 42" in answer.content.decode()
    at_the_target.read()
    assert at_the_target.evening.status == Status.PLAYING


def test_a_game_that_the_director_has_decided_rings_no_bell(at_the_target: Any, sit: Any) -> None:
    phone = sit(at_the_target, 1)
    assert "Ring the bell" in phone.text()
    decided = acts.AdjustGame(round=1, table=1, points=[50, 0], seats="keep", reason="a card was missing")
    for act in (acts.Stop(), decided, acts.TakeBackBell(reason="it was stopped by mistake")):
        at_the_target.act(act)
    assert "Ring the bell" not in phone.text()
    answer = phone.press("ring")
    assert "the director has decided the game of table 1; it rings no bell" in answer.content.decode()
    at_the_target.read()
    assert at_the_target.evening.status == Status.PLAYING


def test_a_hand_finished_before_the_bell_still_counts(at_the_target: Any, sit: Any) -> None:
    at_the_target.act(acts.Ring(table=1))
    phone = sit(at_the_target, 2)
    assert phone.form()["played_at"]

    answer = phone.save(a_hand(bidder=2, couple="B"))

    assert answer.status_code == 303
    late = Hand.objects.get(table__number=2)
    assert late.played_at == Round.objects.get().stopped_at
    assert late.entered_at > late.played_at
    assert "Hand 1 is saved" in phone.text("?saved=1")


def test_a_level_table_is_asked_for_its_cut_and_can_correct_it(at_the_target: Any, sit: Any) -> None:
    at_the_target.act(acts.Ring(table=1))
    phone = sit(at_the_target, 2)
    assert "cut the cards" in phone.text()
    assert "draw a card from a shuffled pack" in phone.text()

    assert "have won the cut." in phone.press("cut", winner="B").content.decode()
    assert TableRound.objects.get(table__number=2).cut == "B"
    phone.press("cut", winner="A")
    assert TableRound.objects.get(table__number=2).cut == "A"
