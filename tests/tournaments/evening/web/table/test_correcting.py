"""Corrections from the phone, deals declared void, and hands in the late tray."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournaments.an_evening import a_hand
from tests.tournaments.evening.web.table.a_phone import correct, enter_otherwise, text_of, the_hand
from tournaments.evening import acts
from tournaments.evening.models import Hand

# --- correcting -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("why", "words", "reason"),
    [
        ("mistyped", "", "mistyped"),
        ("counted", "", "counted wrongly"),
        ("counted", "the owl", "counted wrongly: the owl"),
        ("other", "a card under the table", "a card under the table"),
    ],
)
def test_the_last_hand_is_corrected_with_a_reason_and_the_old_one_stays_readable(
    table: Any, why: Any, words: Any, reason: Any
) -> None:
    phone = table(1)
    phone.save(a_hand(bid=5))

    said = text_of(correct(phone, 1, a_hand(bid=6), why=why, words=words))

    assert "Hand 1 is corrected." in said
    assert (the_hand().hand["bid"], the_hand().entry.reason) == (6, reason)
    assert "What was entered before" in said
    assert reason in said


@pytest.mark.parametrize(
    "form", [{}, {"why": "other"}, {"why": "because"}], ids=["none", "no words", "unknown"]
)
def test_a_correction_without_a_reason_is_refused_and_keeps_what_was_typed(table: Any, form: Any) -> None:
    phone = table(1)
    phone.save(a_hand(bid=5))
    answer = correct(phone, 1, a_hand(bid=6), **form)
    assert answer.status_code == 422
    assert text_of(answer).lower().count("give a reason") == 1
    assert 'name="hand.bid" value="6" checked' in answer.content.decode()
    assert the_hand().hand["bid"] == 5


def test_a_correction_tapped_twice_is_one(table: Any) -> None:
    phone = table(1)
    phone.save(a_hand(bid=5))
    of = str(the_hand().entry.sequence)
    for _ in range(2):
        answer = correct(phone, 1, a_hand(bid=6), why="mistyped", of=of)
        assert answer.status_code == 200
    assert Hand.objects.count() == 2


def test_earlier_hands_are_not_corrected_but_proposed_otherwise(table: Any) -> None:
    phone = table(1)
    phone.save(a_hand(bid=5))
    phone.save(a_hand(bid=5))
    page = phone.text()
    assert page.count("Correct this hand") == 2
    assert page.count("Propose another entry") == 1


def test_a_deal_declared_void_says_so(table: Any) -> None:
    phone = table(1)
    phone.save(a_hand())
    hand = {"round": 1, "table": 2, "number": 1, "of": the_hand().entry.sequence}
    phone.evening.act(acts.CorrectHand(**hand, hand=None, reason="misdeal"))
    assert "The deal of hand 1 is void" in phone.text()
    assert phone.client.get(f"{phone.url}hands/1/correct/").status_code == 200


# --- the late tray ----------------------------------------------------------------------------------------


def test_a_hand_in_the_late_tray_is_listed_with_the_reason(table: Any) -> None:
    phone = table(1)
    form = phone.form()
    for _ in range(3):
        phone.evening.enter(1, a_hand())
    phone.evening.act(acts.Ring(table=1))
    phone.save(a_hand(), **form, played_at="")

    assert "Hand 1 came late: the director decides whether it counts." in phone.text()
    assert "Hand 1 of round 1: with the director. It was finished after play had stopped." in phone.text()
    late = Hand.objects.select_related("entry").get(state="late")
    phone.evening.act(acts.LeaveOutLate(of=late.entry.sequence, reason="too late"))
    assert "the director has left it out" in phone.text()


@pytest.mark.parametrize("until", ["moved", "finished"])
def test_after_the_round_late_hands_and_open_disputes_are_still_told(
    make_evening: Any, sit: Any, until: Any
) -> None:
    evening = make_evening(8, until="bell")
    phone = sit(evening, 2)
    form = phone.form()
    enter_otherwise(phone, a_hand(bid=9))
    evening.act(acts.Close(anyway=True))
    evening.work()
    evening.act(acts.PublishMove() if until == "moved" else acts.Finish())
    phone.save(a_hand(), **{**form, "round": "1", "number": "2", "key": "late"})
    said = phone.text()
    assert "Hand 2 of round 1: with the director. The round had been closed already." in said
    assert ("1 hand of this evening is still disputed" in said) == (until == "finished")
