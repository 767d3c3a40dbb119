"""What the phone's queue is told of a hand that it sends, however often."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from tests.tournaments.an_evening import a_hand
from tests.tournaments.evening.web.table.a_phone import Phone, as_posted
from tournaments.evening import acts
from tournaments.evening.models import Hand, LedgerEntry
from tournaments.evening.reads.scoresheets import answer_given

JSON = {"Accept": "application/json"}


def form_of(phone: Phone, hand: dict[str, Any], **more: str) -> dict[str, str]:
    return {**phone.form(), **as_posted(hand), **more}


def send(phone: Phone, form: dict[str, str]) -> Any:
    """What a phone is answered that asks for JSON."""
    return phone.client.post(f"{phone.url}hands/", form, headers=JSON)


def test_a_retry_gets_the_same_bytes_and_enters_nothing(make_evening: Any, sit: Any) -> None:
    phone = sit(make_evening(8, until="playing"))
    form = form_of(phone, a_hand(), key="from the phone")

    first, *retries = (send(phone, form) for _ in range(3))

    assert (first.status_code, first["Content-Type"]) == (201, "application/json")
    assert [again.status_code for again in retries] == [200, 200]
    assert {again.content for again in retries} == {first.content}
    hand = Hand.objects.get()
    assert first.content.decode() == answer_given(hand.answer, hand.derivation)
    assert first.json()["key"] == "from the phone"
    assert "Accept" in first["Vary"]


def test_the_clock_of_each_try_is_no_part_of_the_hand(make_evening: Any, sit: Any) -> None:
    evening = make_evening(8, until="playing")
    phone = sit(evening)
    form = form_of(phone, a_hand())
    tries = [
        send(phone, {**form, "sent_at": (evening.at + timedelta(minutes=minutes)).isoformat()})
        for minutes in (0, 1)
    ]
    assert [answer.status_code for answer in tries] == [201, 200]
    assert tries[0].content == tries[1].content


def test_a_phone_whose_clock_is_an_hour_ahead_enters_hands_all_the_same(make_evening: Any, sit: Any) -> None:
    evening = make_evening(8, until="playing")
    phone = sit(evening)
    evening.at += timedelta(minutes=10)
    ahead = evening.at + timedelta(hours=1)
    form = form_of(
        phone, a_hand(), played_at=(ahead - timedelta(minutes=5)).isoformat(), sent_at=ahead.isoformat()
    )
    assert send(phone, form).status_code == 201
    assert abs(Hand.objects.get().played_at - (evening.at - timedelta(minutes=5))) < timedelta(seconds=5)


def test_everything_that_is_wrong_is_said_by_field_code_and_sentence(make_evening: Any, sit: Any) -> None:
    phone = sit(make_evening(8, until="playing"))
    before = LedgerEntry.objects.count()

    answer = send(phone, form_of(phone, {"bid": 15}))

    assert answer.status_code == 422
    errors = {error["field"]: error for error in answer.json()["errors"]}
    assert {"hand.bid", "hand.bidder", "hand.trump"} <= set(errors)
    assert errors["hand.bid"]["message"].startswith("15 was entered")
    assert errors["hand.bidder"]["message"] == "nothing is chosen yet"
    assert all(error["code"] for error in errors.values())
    assert LedgerEntry.objects.count() == before


@pytest.mark.parametrize(("hand", "state"), [(a_hand(), "agrees"), (a_hand(bid=9), "disputed")])
def test_a_hand_that_another_phone_has_entered_is_kept_beside_it(
    make_evening: Any, sit: Any, hand: Any, state: str
) -> None:
    evening = make_evening(8, until="playing")
    quick, slow = sit(evening), sit(evening)
    form = form_of(slow, hand)
    send(quick, form_of(quick, a_hand()))
    answer = send(slow, form)
    assert (answer.status_code, answer.json()["state"], answer.json()["key"]) == (201, state, form["key"])
    assert send(slow, form).content == answer.content
    assert Hand.objects.filter(live=True).count() == 1


def test_a_hand_that_comes_late_is_with_the_director(make_evening: Any, sit: Any) -> None:
    evening = make_evening(8, until="playing")
    phone = sit(evening, 2)
    form = form_of(phone, a_hand(), played_at="")
    for _ in range(3):
        evening.enter(1, a_hand())
    evening.act(acts.Ring(table=1))

    answers = [send(phone, form) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [202, 202]
    assert answers[0].content == answers[1].content
    told = answers[0].json()
    assert (told["state"], told["because"], told["key"]) == ("late", "after-the-bell", form["key"])


@pytest.mark.parametrize("accept", ["text/html", "*/*", "text/html,application/xhtml+xml,*/*;q=0.8"])
def test_a_page_without_scripts_is_answered_with_pages(make_evening: Any, sit: Any, accept: str) -> None:
    phone = sit(make_evening(8, until="playing"))
    answer = phone.client.post(f"{phone.url}hands/", form_of(phone, a_hand()), headers={"Accept": accept})
    assert (answer.status_code, answer["Location"]) == (303, f"{phone.url}?saved=1")
