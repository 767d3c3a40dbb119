"""Entering hands from the phone: what its queue is told, and what the phones of a table share."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.an_evening import AnEvening, a_hand
from tests.tournaments.evening.web.table.a_phone import Phone, as_posted, text_of
from tests.tournaments.the_rows import asked
from tournaments.club.services import members
from tournaments.evening import acts
from tournaments.evening.models import Hand, LedgerEntry
from tournaments.evening.reads import live
from tournaments.evening.reads.live import Topic
from tournaments.evening.reads.scoresheets import answer_given
from tournaments.evening.services import player_requests


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
    assert "Please choose" in bidder
    assert Hand.objects.count() == 0
    before = LedgerEntry.objects.count()

    answer = send(phone, form_of(phone, {"bid": 15}))

    assert answer.status_code == 422
    errors = {error["field"]: error for error in answer.json()["errors"]}
    assert {"hand.bid", "hand.bidder", "hand.trump"} <= set(errors)
    assert errors["hand.bid"]["message"].startswith("15 was entered")
    assert errors["hand.bidder"]["message"] == "please choose"
    assert all(error["code"] for error in errors.values())
    assert LedgerEntry.objects.count() == before


def test_meddled_hidden_fields_are_not_understood(make_evening: Any, sit: Any) -> None:
    phone = sit(make_evening(8, until="playing"))
    for fields in (
        {"sent_at": "2026-11-20T19:30:00"},
        {"number": "one"},
        {"number": "-1"},
        {"number": "99999"},
        {"round": ""},
        {"played_at": "yesterday"},
        {"played_at": "2026-02-31T10:00:00+00:00"},
        {"played_at": "2026-11-20T19:30:00"},
    ):
        answer = phone.save(a_hand(), **fields)
        assert answer.status_code == 400, fields
        assert "This was not understood" in answer.content.decode()


def test_of_two_different_hands_the_first_counts(make_evening: Any, sit: Any) -> None:
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
def test_at_the_target_a_table_plays_no_further_hand(make_evening: Any, sit: Any, bell: str) -> None:
    phone = sit(make_evening(8, until="playing", bell=bell), 2)
    for _ in range(3):
        phone.save(a_hand())
    may_ring = bell == "any_table"
    assert ("have reached the target!" in phone.text()) is may_ring
    assert ("Save hand 4" in phone.text()) is not may_ring


def test_a_preview_shows_the_slip_or_what_is_wrong_and_keeps_nothing(make_evening: Any, sit: Any) -> None:
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
    answer = phone.client.post(
        f"{phone.url}preview/", as_posted({**a_hand(), "bid": 15}), headers={"HX-Request": "true"}
    )
    assert answer.status_code == 200
    assert "15 was entered" in text_of(answer)
    key = phone.form()["key"]
    answer = phone.client.post(f"{phone.url}preview/", {**as_posted(a_hand(bid=5)), "key": key})
    page = answer.content.decode()
    assert "Not saved" in page
    assert 'name="hand.bid" value="5" checked' in page
    assert f'name="key" value="{key}"' in page


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


@pytest.mark.parametrize(("hand", "state"), [(a_hand(), "agrees"), (a_hand(bid=9), "disputed")])
def test_another_phones_hand_is_kept_beside_it(make_evening: Any, sit: Any, hand: Any, state: str) -> None:
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
    evening.win(1, 1, 1)
    evening.act(acts.Ring(table=1))

    answers = [send(phone, form) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [202, 202]
    assert answers[0].content == answers[1].content
    told = answers[0].json()
    assert (told["state"], told["because"], told["key"]) == ("late", "after-the-bell", form["key"])


Do = Callable[[AnEvening], object]
KEY = re.compile(r'name="key" value="([^"]+)"')


def confirmed(evening: AnEvening) -> None:
    of = evening.evening.ledger.count()
    evening.act(acts.ConfirmHand(round=1, table=2, number=1, of=of), by="table:2 seat:2")


def corrected(evening: AnEvening) -> None:
    of = evening.evening.ledger.count()
    again = acts.CorrectHand(round=1, table=2, number=1, of=of, hand=a_hand(2), reason="misheard")
    evening.act(again, by="user:1")


def called(evening: AnEvening) -> None:
    player_requests.call(evening=evening.evening, table_number=2, reason="rule", by="table:2", at=evening.at)


def renamed(evening: AnEvening) -> None:
    members.change_player(evening.players[0], members.MemberChange(name="Zoë"))


# What is done while play is on, and the tables whose phones are told; the third is not touched.
CONCERNS: dict[str, tuple[Do, set[int]]] = {
    "a hand": (lambda evening: evening.enter(2, a_hand()), {2}),
    "a hand in dispute": (lambda evening: evening.enter(2, a_hand(2), number=1), {2}),
    "a word on a hand": (confirmed, {2}),
    "a call": (called, {2}),
    "a correction": (corrected, {2}),
    "the bell": (lambda evening: evening.act(acts.Stop()), {1, 2, 3}),
    "another name": (renamed, {1, 2, 3}),
}


@pytest.mark.parametrize(("do", "tables"), CONCERNS.values(), ids=CONCERNS)
def test_only_those_hear_of_it_whom_it_concerns(make_evening: Any, do: Do, tables: set[int]) -> None:
    evening = make_evening(12, until="playing")
    evening.enter(2, a_hand(), by="table:2 seat:1")
    topics = [Topic(evening.evening.pk, table) for table in (0, 1, 2, 3)]
    before = live.versions(topics)
    do(evening)
    after = live.versions(topics)
    assert {topic.table for topic in topics if before[topic] != after[topic]} == {0, *tables}


def test_phones_of_a_table_have_a_key_each_and_read_what_another_has_read(table: Any) -> None:
    ours, theirs = table(1), table(2)
    pages = [phone.look().content.decode() for phone in (ours, theirs)]
    keys = [KEY.findall(page) for page in pages]
    assert [len(found) for found in keys] == [1, 1]
    assert keys[0] != keys[1]
    assert ours.save(a_hand()).status_code == 303
    ours.look()
    assert len(asked(theirs.look)) == 1


def test_a_phone_that_follows_is_sent_what_has_changed_alone(table: Any) -> None:
    phone: Phone = table(1)
    seen, live_part = phone.seen, {"HX-Target": "live"}
    assert phone.news(seen, **live_part).status_code == 204
    phone.evening.enter(2, a_hand())
    part = phone.news(seen, **live_part).content.decode()
    assert ("<html" in part, 'id="table"' in part, 'id="live"' in part) == (False, False, True)
    phone.evening.act(acts.Stop())
    whole = phone.news(seen, **live_part).content.decode()
    assert ("<html" in whole, 'id="table"' in whole, 'id="live"' in whole) == (False, True, True)


def test_nobody_sees_the_table_of_others_or_hears_of_it(make_evening: Any, sit: Any) -> None:
    evening = make_evening(12, until="playing")
    pages = [sit(evening, number).text() for number in (1, 2)]
    players = {player.name for player in evening.players}
    assert not {name for name in players if all(name in page for page in pages)}
    phone = sit(evening, 3)
    page = phone.look().content.decode()
    address = re.search(r'data-version-url="([^"]+)"\s+data-version="(\d+)"', page)
    assert address is not None
    evening.enter(2, a_hand())
    known = {"If-None-Match": f'"{address[2]}"'}
    assert Client().get(address[1], headers=known).status_code == 304
    evening.enter(3, a_hand())
    assert Client().get(address[1], headers=known).status_code == 200
