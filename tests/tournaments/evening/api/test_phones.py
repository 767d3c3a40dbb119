"""Phones of one table over the REST door: none confirms for both sides what it has entered itself."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache

import pytest
from django.test import Client

from tests.tournaments.an_evening import AnEvening, a_hand
from tests.tournaments.evening.api.callers import Caller, address, at_table, fault
from tests.tournaments.evening.api.test_agreeing import OTHER, entry, shown
from tests.tournaments.the_rows import everything
from tournaments.club.services.tokens import hashed
from tournaments.evening.models import Hand, TableDevice
from tournaments.evening.services import links
from tournaments.publishing import publish

Other = Callable[[str], Caller]
ONE, ANOTHER = "a" * 22, "another_phone-of-the-same-table"
NOBODY = ""


@pytest.fixture
def table(playing: AnEvening) -> str:
    """The address of table 2."""
    return address(playing, 2)


@pytest.fixture
def with_token(playing: AnEvening) -> Other:
    """A phone at table 2 that sends this token, or none."""
    return cache(lambda token: at_table(playing, 2, token))


@pytest.fixture
def web_phone(playing: AnEvening) -> Client:
    """A web phone that scanned the card of table 2."""
    client = Client()
    token = at_table(playing, 2).token
    client.get(f"/t/{token}/")
    return client


class TestOnePhone:
    """A client with a table's token says seat 1, and then seat 2."""

    @pytest.mark.parametrize("token", [NOBODY, ONE], ids=["that tells nothing", "that tells which it is"])
    def test_does_not_confirm_its_own_hand(self, with_token: Other, table: str, token: str) -> None:
        of = entry(with_token(token).hand(table, a_hand(), seat=1))
        before = everything()
        refused = with_token(token).post(f"{table}hands/1/confirm/", {"of": of, "seat": 2})
        assert fault(refused) == (400, "seat", "own-phone")
        assert everything() == before

    @pytest.mark.parametrize("token", [NOBODY, ONE], ids=["that tells nothing", "that tells which it is"])
    def test_does_not_agree_with_itself(
        self, with_token: Other, table: str, token: str, playing: AnEvening
    ) -> None:
        entry(with_token(token).hand(table, a_hand(), seat=1, number=1))
        again = json.loads(with_token(token).hand(table, a_hand(), seat=2, number=1).content)
        assert again["state"] == "agrees"
        assert shown(with_token(token).get(table))["agreed"] == "waits"
        assert publish.check_rows(playing.read()) == []

    @pytest.mark.parametrize("token", [NOBODY, ONE], ids=["that tells nothing", "that tells which it is"])
    def test_does_not_settle_for_what_it_entered(self, with_token: Other, table: str, token: str) -> None:
        first = entry(with_token(token).hand(table, a_hand(), seat=1, number=1))
        second = entry(with_token(token).hand(table, OTHER, seat=2, number=1))
        for keep, seat in ((first, 2), (second, 1)):
            refused = with_token(token).post(f"{table}hands/1/settle/", {"keep": keep, "seat": seat})
            assert fault(refused) == (400, "seat", "own-phone")

    @pytest.mark.parametrize("token", [NOBODY, ONE], ids=["that tells nothing", "that tells which it is"])
    def test_does_not_confirm_its_own_correction(self, with_token: Other, table: str, token: str) -> None:
        phone = with_token(token)
        of = entry(with_token(ANOTHER).hand(table, a_hand(), seat=2))
        body = {"of": of, "hand": OTHER, "reason": "wrong way round", "seat": 1}
        now = shown(phone.post(f"{table}hands/1/correct/", body))["entry"]
        refused = phone.post(f"{table}hands/1/confirm/", {"of": now, "seat": 2})
        assert fault(refused) == (400, "seat", "own-phone")


@pytest.mark.parametrize(
    ("enters", "confirms"),
    [(ONE, ANOTHER), (NOBODY, ONE), (ONE, NOBODY)],
    ids=["both tell which they are", "the second does", "the first does"],
)
def test_two_phones_confirm_each_other(with_token: Other, table: str, enters: str, confirms: str) -> None:
    of = entry(with_token(enters).hand(table, a_hand(), seat=1))
    hand = shown(with_token(confirms).post(f"{table}hands/1/confirm/", {"of": of, "seat": 2}))
    assert (hand["agreed"], hand["confirmed_by"]) == ("confirmed", "table:2 seat:2")
    entry(with_token(enters).hand(table, a_hand(), seat=1, number=2))
    again = with_token(confirms).hand(table, a_hand(), seat=2, number=2)
    assert json.loads(again.content)["state"] == "agrees"
    assert shown(with_token(confirms).get(table))["agreed"] == "confirmed"


def test_a_hand_of_a_web_phone_is_confirmed_by_another_and_not_by_its_own_cookie(
    web_phone: Client, with_token: Other, table: str
) -> None:
    of = entry(with_token(ONE).hand(table, a_hand(), seat=1))
    own = TableDevice.objects.get(token_hash=hashed(web_phone.cookies["phone"].value))
    Hand.objects.update(phone=own)
    said = {"of": of, "seat": 2}
    refused = with_token(web_phone.cookies["phone"].value).post(f"{table}hands/1/confirm/", said)
    assert fault(refused) == (400, "seat", "own-phone")
    assert shown(with_token(ANOTHER).post(f"{table}hands/1/confirm/", said))["agreed"] == "confirmed"


@pytest.mark.parametrize(
    "token",
    ["a" * 21, "a" * 65, "a" * 21 + "=", "é" * 22, "a" * 11 + " " + "a" * 11],
    ids=["too short", "too long", "another sign", "no plain letters", "two words"],
)
def test_a_token_that_is_none_is_refused_and_nothing_is_kept(
    with_token: Other, table: str, token: str
) -> None:
    before = everything()
    refused = (422, "Table-Phone", "bad-phone")
    assert fault(with_token(token).hand(table, a_hand(), seat=1)) == refused
    assert fault(with_token(token).get(table)) == refused
    assert everything() == before


def test_an_officer_with_a_token_that_is_none_is_told_so_too(desk: Caller, table: str) -> None:
    assert fault(desk.get(table, **{"Table-Phone": "none"})) == (422, "Table-Phone", "bad-phone")


def test_a_phone_that_was_sent_away_finds_nothing_and_the_others_go_on(
    with_token: Other, table: str, playing: AnEvening
) -> None:
    entry(with_token(ONE).hand(table, a_hand()))
    links.send_device_away(phone=TableDevice.objects.get(), at=playing.clock())
    refused = (403, "Table-Phone", "sent-away")
    assert fault(with_token(ONE).hand(table, a_hand())) == refused
    assert fault(with_token(ONE).get(table)) == refused
    entry(with_token(ANOTHER).hand(table, a_hand()))


def test_the_table_knows_a_phone_by_its_first_act_and_looking_writes_nothing(
    with_token: Other, table: str
) -> None:
    before = everything()
    assert with_token(ONE).get(table).status_code == 200
    assert everything() == before
    for number in (1, 2):
        entry(with_token(ONE).hand(table, a_hand(), number=number))
    phone = TableDevice.objects.get()
    assert (phone.label, phone.ticket) == ("app", None)
    assert set(Hand.objects.values_list("phone", flat=True)) == {phone.pk}


def test_a_director_has_no_phone_at_the_table(desk: Caller, table: str) -> None:
    desk.phone = "a" * 22
    assert desk.hand(table, a_hand()).status_code == 201
    assert not TableDevice.objects.exists()
