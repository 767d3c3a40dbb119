"""Entering hands from the phone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournaments.an_evening import a_hand
from tests.tournaments.evening.web.table.a_phone import as_posted, text_of
from tournaments.evening.models import Hand, LedgerEntry


def test_a_hand_is_saved_and_its_slip_shown_with_every_line(make_evening: Any, sit: Any) -> None:
    phone = sit(make_evening(8, until="playing"), 2)

    answer = phone.save(a_hand(bidder=2, bid=6, couple="B", owl="A"))

    assert (answer.status_code, answer["Location"]) == (303, f"{phone.url}?saved=1")
    hand = Hand.objects.get()
    assert (hand.table.number, hand.number, hand.points_a, hand.points_b) == (2, 1, 1, 13)
    assert hand.entry.by == "table:2"
    said = phone.text("?saved=1")
    assert "Hand 1 is saved" in said
    assert "Bid 6 made with 13" in said
    assert "Save hand 2" in said
    assert 'href="/rules/chantecler/#chantecler.bid.made"' in phone.look().content.decode()


def test_what_is_missing_is_said_beside_it_and_the_rest_is_kept(make_evening: Any, sit: Any) -> None:
    phone = sit(make_evening(8, until="playing"))
    key = "k" * 20

    answer = phone.save({"bid": 9, "counters": {"five": "A-discard"}}, key=key)

    assert answer.status_code == 422
    page = answer.content.decode()
    assert 'name="hand.bid" value="9" checked' in page
    assert 'name="hand.counters.five" value="A-discard" aria-label="Discarded by A" checked' in page
    assert f'name="key" value="{key}"' in page
    bidder = page.split("Bidder")[1].split("</fieldset>")[0]
    assert "Nothing is chosen yet" in bidder
    assert Hand.objects.count() == 0


@pytest.mark.parametrize(
    "fields",
    [
        {"sent_at": "2026-11-20T19:30:00"},
        {"number": "one"},
        {"number": "-1"},
        {"number": "99999"},
        {"round": ""},
        {"played_at": "yesterday"},
        {"played_at": "2026-02-31T10:00:00+00:00"},
        {"played_at": "2026-11-20T19:30:00"},
    ],
    ids=str,
)
def test_hidden_fields_that_were_meddled_with_are_not_understood(
    make_evening: Any, sit: Any, fields: Any
) -> None:
    answer = sit(make_evening(8, until="playing")).save(a_hand(), **fields)
    assert answer.status_code == 400
    assert "This was not understood" in answer.content.decode()


def test_of_two_phones_with_different_hands_the_first_counts_and_the_director_settles_it(
    make_evening: Any, sit: Any
) -> None:
    evening = make_evening(8, until="playing")
    quick, slow = sit(evening), sit(evening)
    before = slow.form()
    quick.save(a_hand(bid=5))

    answer = slow.save(a_hand(bid=9), **before)

    assert (answer.status_code, answer["Location"]) == (303, slow.url)
    said = slow.text()
    assert (
        "Hand 1 has been entered otherwise on another phone: look at both entries, and agree on one." in said
    )
    assert "Bid 5 made with 14" in said
    assert list(Hand.objects.order_by("pk").values_list("hand__bid", "live")) == [(5, True), (9, False)]


@pytest.mark.parametrize("bell", ["any_table", "head_table"])
def test_at_the_target_a_table_that_may_ring_plays_no_further_hand(
    make_evening: Any, sit: Any, bell: str
) -> None:
    phone = sit(make_evening(8, until="playing", bell=bell), 2)
    for _ in range(3):
        phone.save(a_hand())
    may_ring = bell == "any_table"
    assert ("have reached the target!" in phone.text()) is may_ring
    assert ("Save hand 4" in phone.text()) is not may_ring


def test_a_preview_shows_the_slip_and_keeps_nothing(make_evening: Any, sit: Any) -> None:
    phone = sit(make_evening(8, until="playing"))
    before = LedgerEntry.objects.count()
    answer = phone.client.post(
        f"{phone.url}preview/", as_posted(a_hand(bid=5, five="B")), headers={"HX-Request": "true"}
    )
    said = text_of(answer)
    assert "Not saved" in said
    assert "Took five: 5 points" in said
    assert "<html" not in answer.content.decode()
    assert LedgerEntry.objects.count() == before
    assert Hand.objects.count() == 0


def test_a_preview_of_a_faulty_hand_says_what_is_wrong(make_evening: Any, sit: Any) -> None:
    phone = sit(make_evening(8, until="playing"))
    answer = phone.client.post(
        f"{phone.url}preview/", as_posted({**a_hand(), "bid": 15}), headers={"HX-Request": "true"}
    )
    assert answer.status_code == 200
    assert "15 was entered" in text_of(answer)


def test_without_javascript_the_preview_is_the_page_with_the_form_filled_in(
    make_evening: Any, sit: Any
) -> None:
    phone = sit(make_evening(8, until="playing"))
    key = phone.form()["key"]
    answer = phone.client.post(f"{phone.url}preview/", {**as_posted(a_hand(bid=5)), "key": key})
    page = answer.content.decode()
    assert "Not saved" in page
    assert 'name="hand.bid" value="5" checked' in page
    assert f'name="key" value="{key}"' in page
