"""Entering hands from the phone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournaments.an_evening import a_hand
from tests.tournaments.evening.web.table.a_phone import as_posted, text_of
from tournaments.evening import acts
from tournaments.evening.models import Hand, LedgerEntry

pytestmark = pytest.mark.django_db


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


def test_a_hand_nobody_bid_on_needs_one_tap(make_evening: Any, sit: Any) -> None:
    phone = sit(make_evening(8, until="playing"))
    assert phone.save({}, **{"hand.passed_out": "true"}).status_code == 303
    assert Hand.objects.get().hand == {"passed_out": True}


def test_without_javascript_what_does_not_apply_is_left_out(make_evening: Any, sit: Any) -> None:
    phone = sit(make_evening(8, until="playing"))
    assert phone.save(a_hand(), **{"hand.passed_out": "true"}).status_code == 303
    assert Hand.objects.get().hand == {"passed_out": True}


def test_a_double_tap_saves_once_and_both_see_it_saved(make_evening: Any, sit: Any) -> None:
    phone = sit(make_evening(8, until="playing"))
    form = phone.form()
    first, second = phone.save(a_hand(), **form), phone.save(a_hand(), **form)
    assert first["Location"] == second["Location"] == f"{phone.url}?saved=1"
    assert Hand.objects.count() == 1


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
    ("fields", "says"),
    [
        ({"hand.bid": "15"}, "15 was entered"),
        ({"hand.bid": "many"}, "&quot;many&quot; was entered"),
        ({"hand.trump": "ostrich"}, "&quot;ostrich&quot; was entered"),
        ({"hand.counters.five": "C"}, "&quot;C&quot; was entered"),
        ({"hand.colour": "blue"}, "&quot;colour&quot; was entered; known:"),
        ({"hand.counters.ten": "A"}, "&quot;counters.ten&quot; was entered"),
        ({"hand.passed_out": "perhaps"}, "&quot;perhaps&quot; was entered"),
    ],
    ids=[
        "too high",
        "no number",
        "no suit",
        "no couple",
        "no such field",
        "no such counter",
        "neither yes nor no",
    ],
)
def test_what_no_form_of_ours_sends_is_refused_with_what_was_entered(
    make_evening: Any, sit: Any, fields: Any, says: Any
) -> None:
    answer = sit(make_evening(8, until="playing")).save(a_hand(), **fields)
    assert answer.status_code == 422
    assert says.lower() in answer.content.decode().lower()


def test_fields_that_are_not_the_hands_are_none_of_its_business(make_evening: Any, sit: Any) -> None:
    phone = sit(make_evening(8, until="playing"))
    assert phone.save(a_hand(), utm_source="qr").status_code == 303


@pytest.mark.parametrize(
    "fields",
    [
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


@pytest.mark.parametrize(
    "key", ["", "x" * 65, "ключ", "a\nb"], ids=["none", "long", "not plain", "two lines"]
)
def test_a_key_that_was_meddled_with_is_refused(make_evening: Any, sit: Any, key: Any) -> None:
    phone = sit(make_evening(8, until="playing"))
    assert phone.save(a_hand(), key=key).status_code == 422
    assert Hand.objects.count() == 0


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


def test_two_phones_with_the_same_hand_agree(make_evening: Any, sit: Any) -> None:
    evening = make_evening(8, until="playing")
    quick, slow = sit(evening), sit(evening)
    before = slow.form()
    quick.save(a_hand())
    answer = slow.save(a_hand(), **before)
    assert answer["Location"] == f"{slow.url}?saved=1"
    assert "it is saved once" in slow.text("?saved=1")
    assert Hand.objects.filter(live=True).count() == 1


def test_a_hand_for_another_round_is_refused(make_evening: Any, sit: Any) -> None:
    answer = sit(make_evening(8, until="playing")).save(a_hand(), round="2")
    assert "Round 2 was entered; round 1 is in play" in text_of(answer)


def test_at_the_target_no_further_hand_is_taken_and_the_bell_is_offered(make_evening: Any, sit: Any) -> None:
    evening = make_evening(8, until="playing")
    phone = sit(evening)
    form = phone.form()
    for _ in range(3):
        phone.save(a_hand())

    answer = phone.save(a_hand(), **{**form, "number": "4", "key": "another"})

    assert "ring the bell" in text_of(answer)
    assert "Save hand" not in phone.text()
    assert "have reached the target!" in phone.text()


def test_where_only_the_head_table_rings_the_others_play_on(make_evening: Any, sit: Any) -> None:
    evening = make_evening(8, until="playing", bell="head_table")
    phone = sit(evening, 2)
    for _ in range(3):
        phone.save(a_hand())
    assert "Save hand 4" in phone.text()


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


def test_a_hand_for_a_table_out_of_play_is_refused_in_words(make_evening: Any, sit: Any) -> None:
    evening = make_evening(8, until="seated")
    answer = sit(evening).save(a_hand(), round="1", number="1", key="early")
    assert answer.status_code == 422
    assert "is not possible now" in text_of(answer)


def test_a_hand_that_was_finished_after_the_bell_is_with_the_director(make_evening: Any, sit: Any) -> None:
    evening = make_evening(8, until="playing")
    phone = sit(evening, 2)
    form = phone.form()
    for _ in range(3):
        evening.enter(1, a_hand())
    evening.act(acts.Ring(table=1))

    answer = phone.save(a_hand(bid=7), **form, played_at="")

    assert (answer.status_code, answer["Location"]) == (303, phone.url)
    assert "Hand 1 came late: the director decides whether it counts." in phone.text()
    assert Hand.objects.get(table__number=2).live is False
