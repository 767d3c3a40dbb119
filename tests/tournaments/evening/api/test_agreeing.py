"""What the sides and the phones of a table say of each other's entries over the REST door, and calls."""

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.an_evening import AnEvening, a_hand
from tests.tournaments.evening.api.callers import Caller, address, at_table, fault, held
from tests.tournaments.the_rows import unchanged
from tournaments.club.services.tokens import hashed
from tournaments.evening.api import corrections, evenings, tables
from tournaments.evening.models import Hand, TableDevice
from tournaments.evening.services import player_requests
from tournaments.publishing import publish

OTHER = a_hand(2, 5, "B")


def entry(answer: Any) -> int:
    assert answer.status_code == 201, answer.content
    number: int = answer.json()["ledger"]["sequence"]
    return number


def shown(answer: Any) -> Any:
    return held(answer, tables.TableOut)["hands"][-1]


def test_a_dispute_is_shown_and_who_entered_it_gives_way(
    phone: Caller, desk: Caller, table: str, playing: AnEvening
) -> None:
    opposite = at_table(playing, 2, "the-phone-of-another-side")
    own = entry(phone.hand(table, a_hand(), seat=1, number=1))
    other = entry(opposite.hand(table, OTHER, seat=2, number=1))
    hand = shown(phone.get(table))
    assert (hand["entry"], hand["agreed"], hand["hand"]) == (own, "disputed", a_hand())
    (against,) = hand["disputed_by"]
    assert (against["entry"], against["by"], against["hand"]) == (other, "table:2 seat:2", OTHER)
    told = held(desk.get(f"{address(playing)}disputes/"), corrections.Disputes)["disputes"]
    assert [version["entry"] for version in told[0]["versions"]] == [own, other]
    refused = phone.post(f"{table}hands/1/settle/", {"keep": own, "seat": 1})
    assert fault(refused) == (400, "seat", "own-entry")
    settled = phone.post(f"{table}hands/1/settle/", {"keep": other, "seat": 1})
    assert held(settled, tables.TableOut)["running"] == {"A": 0, "B": 14}
    hand = shown(settled)
    assert (hand["agreed"], hand["disputed_by"]) == ("confirmed", [])
    assert publish.check_rows(playing.read()) == []


def test_a_table_corrects_its_last_hand_with_a_reason(phone: Caller, table: str, playing: AnEvening) -> None:
    of = entry(phone.hand(table, a_hand(), seat=1))
    body = {"of": of, "hand": OTHER, "reason": "wrong way round", "seat": 1}
    refused = phone.post(f"{table}hands/1/correct/", {**body, "seats": "keep"})
    assert fault(refused) == (400, "seats", "unknown-field")
    hand = shown(phone.post(f"{table}hands/1/correct/", body))
    assert (hand["hand"], hand["agreed"], hand["entry"]) == (OTHER, "waits", of + 1)
    with unchanged():
        stale = phone.post(f"{table}hands/1/confirm/", {"of": of, "seat": 2})
        assert fault(stale) == (409, "of", "changed-meanwhile")
        for absurd in (0, 10**30):
            answer = phone.post(f"{table}hands/{absurd}/confirm/", {"of": of, "seat": 2})
            assert fault(answer) == (404, "", "not-found")
    void = {"of": of + 1, "hand": None, "reason": "a card too many", "seat": 2}
    assert shown(phone.post(f"{table}hands/1/correct/", void))["hand"] is None
    assert publish.check_rows(playing.read()) == []


def test_a_call_is_answered_or_withdrawn_once(
    phone: Caller, desk: Caller, playing: AnEvening, table: str
) -> None:
    version = phone.get(table).json()["version"]
    asked = {"reason": "rule", "words": "may I take the bid back?", "seat": 4}
    call = held(phone.post(f"{table}call/", asked), tables.Call, 201)
    assert (call["by"], call["table"], call["answered_at"]) == ("table:2 seat:4", 2, None)
    assert held(phone.post(f"{table}call/", {"reason": "score"}), tables.Call, 201) == call
    shown = phone.get(table).json()
    assert (shown["call"], shown["version"]) == (call, version + 1)
    at_table(playing, 3).post(f"{address(playing, 3)}call/", {"reason": "cards"})
    listed = held(desk.get(f"{address(playing)}calls/"), evenings.Calls)["calls"]
    assert [waiting["table"] for waiting in listed] == [2, 3]

    answer = f"{address(playing)}calls/{call['id']}/answer/"
    answered = held(desk.post(answer), tables.Call)
    assert answered["answered_by"].startswith("user:")
    assert held(desk.post(answer), tables.Call) == answered
    assert phone.get(table).json()["call"] is None
    phone.post(f"{table}call/", {"reason": "other"})
    for _ in range(2):
        told = held(phone.post(f"{table}call/withdraw/"), evenings.Calls)
        assert told == {"calls": [], "next": None}
    assert [waiting["table"] for waiting in desk.get(f"{address(playing)}calls/").json()["calls"]] == [3]


Other = Callable[[str], Caller]
ONE, ANOTHER = "a" * 22, "another_phone-of-the-same-table"
NOBODY = ""


@pytest.fixture
def with_token(playing: AnEvening) -> Other:
    """A phone at table 2 that sends this token, or none."""
    return cache(lambda token: at_table(playing, 2, token))


@pytest.mark.parametrize("token", [NOBODY, ONE], ids=["tells nothing", "tells which it is"])
def test_one_phone_agrees_with_nothing_of_its_own(
    with_token: Other, table: str, playing: AnEvening, token: str
) -> None:
    """It says seat 1, and then seat 2."""
    phone, own_phone = with_token(token), (400, "seat", "own-phone")
    first = entry(phone.hand(table, a_hand(), seat=1, number=1))
    assert fault(phone.post(f"{table}hands/1/confirm/", {"of": first, "seat": 2})) == own_phone
    again = json.loads(phone.hand(table, a_hand(), seat=2, number=1).content)
    assert again["state"] == "agrees"
    assert shown(phone.get(table))["agreed"] == "waits"
    second = entry(phone.hand(table, OTHER, seat=2, number=1))
    for keep, seat in ((first, 2), (second, 1)):
        refused = phone.post(f"{table}hands/1/settle/", {"keep": keep, "seat": seat})
        assert fault(refused) == own_phone
    of = entry(with_token(ANOTHER).hand(table, a_hand(), seat=2))
    body = {"of": of, "hand": OTHER, "reason": "wrong way round", "seat": 1}
    now = shown(phone.post(f"{table}hands/2/correct/", body))["entry"]
    assert fault(phone.post(f"{table}hands/2/confirm/", {"of": now, "seat": 2})) == own_phone
    assert publish.check_rows(playing.read()) == []


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


def test_a_web_phone_confirms_no_hand_of_its_own(with_token: Other, table: str) -> None:
    of = entry(with_token(ONE).hand(table, a_hand(), seat=1))
    scanned = Client().get(f"/t/{with_token(ONE).token}/").cookies["phone"].value
    Hand.objects.update(phone=TableDevice.objects.get(token_hash=hashed(scanned)))
    said = {"of": of, "seat": 2}
    refused = with_token(scanned).post(f"{table}hands/1/confirm/", said)
    assert fault(refused) == (400, "seat", "own-phone")
    assert shown(with_token(ANOTHER).post(f"{table}hands/1/confirm/", said))["agreed"] == "confirmed"


def test_what_is_no_token_is_refused(with_token: Other, desk: Caller, table: str) -> None:
    refused = (422, "Table-Phone", "bad-phone")
    with unchanged():
        for token in ("a" * 21, "a" * 65, "a" * 21 + "=", "é" * 22, "a" * 11 + " " + "a" * 11):
            assert fault(with_token(token).hand(table, a_hand(), seat=1)) == refused, token
            assert fault(with_token(token).get(table)) == refused, token
            assert fault(desk.get(table, **{"Table-Phone": token})) == refused, token


def test_a_phone_is_known_by_its_first_act_not_by_looking(with_token: Other, table: str) -> None:
    with unchanged():
        assert with_token(ONE).get(table).status_code == 200
    for number in (1, 2):
        entry(with_token(ONE).hand(table, a_hand(), number=number))
    phone = TableDevice.objects.get()
    assert (phone.label, phone.ticket) == ("app", None)
    assert set(Hand.objects.values_list("phone", flat=True)) == {phone.pk}


def test_a_director_has_no_phone_at_the_table(desk: Caller, table: str) -> None:
    desk.phone = "a" * 22
    assert desk.hand(table, a_hand()).status_code == 201
    assert Hand.objects.get().entry.by.startswith("user:")
    assert not TableDevice.objects.exists()


def test_a_players_link_is_shown_renewed_and_taken_back(desk: Caller, playing: AnEvening) -> None:
    code = playing.evening.tickets.order_by("number")[0].code
    path = f"{address(playing)}tickets/{code}/link/"
    first = desk.get(path)
    assert first.headers["Cache-Control"] == "no-store"
    renewed = desk.post(path).json()
    assert renewed["url"] != first.json()["url"]
    statuses = [Caller().client.get(told["url"]).status_code for told in (first.json(), renewed)]
    assert statuses[0] >= 400 > statuses[1]
    assert desk.ask("DELETE", path).json() == {"ticket": code, "url": None, "typed": None}


def test_a_phone_is_sent_away_and_a_table_shut_out(desk: Caller, playing: AnEvening, phone: Caller) -> None:
    table = address(playing, 2)
    mine = at_table(playing, 2, phone="a-phone-of-this-test-0001")
    mine.post(f"{table}call/", {"reason": "rule"})
    (told,) = desk.get(f"{table}phones/").json()["phones"]
    assert desk.ask("DELETE", f"{table}phones/{told['id']}/").json() == {"has_link": True, "phones": []}
    for answer in (mine.get(table), mine.hand(table, a_hand())):
        assert fault(answer) == (403, "Table-Phone", "sent-away")
    entry(phone.hand(table, a_hand()))
    assert desk.ask("DELETE", f"{table}link/").json() == {"has_link": False, "phones": []}
    assert fault(phone.get(table)) == (401, "", "bad-token")


def test_what_players_ask_for_is_granted_or_declined(desk: Caller, playing: AnEvening) -> None:
    path = f"{address(playing)}requests/"
    tickets = playing.evening.tickets.order_by("number")
    for ticket in tickets[:2]:
        player_requests.ask(ticket=ticket, kind="leave", at=playing.clock())
    one, other = desk.get(path).json()["requests"]
    assert (one["kind"], one["ticket"]) == ("leave", tickets[0].code)
    assert [left["id"] for left in desk.post(f"{path}{one['id']}/grant/").json()["requests"]] == [other["id"]]
    assert desk.post(f"{path}{other['id']}/decline/").json() == {"requests": [], "next": None}
    assert fault(desk.post(f"{path}{other['id']}/decline/")) == (400, "", "gone")
    assert [ticket.left_in is not None for ticket in playing.evening.tickets.order_by("number")[:2]] == [
        True,
        False,
    ]
