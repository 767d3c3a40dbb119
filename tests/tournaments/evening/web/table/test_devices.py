"""Phones at a table: each known by itself, with or without a seat, sent away alone or all at once."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from tests.tournaments.an_evening import a_hand
from tests.tournaments.evening.web.table.a_phone import Phone, code_at, text_of, token_of
from tournaments.evening.models import Hand, Seat, TableDevice
from tournaments.evening.services import links
from tournaments.site.web.pages import kind_of, now

pytestmark = pytest.mark.django_db

AGENTS = {
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X)": "iPhone",
    "Mozilla/5.0 (Linux; Android 14; Pixel 8)": "Android phone",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64)": "Windows PC",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)": "Mac",
    "Mozilla/5.0 (X11; Linux x86_64)": "Linux PC",
    "curl/8.0": "another device",
}


@pytest.mark.parametrize("agent", AGENTS, ids=AGENTS.values())
def test_a_phone_is_called_what_people_call_it(agent: Any) -> None:
    assert kind_of(agent) == AGENTS[agent]


def test_a_scanned_card_makes_the_phone_known_by_a_token_of_its_own(make_evening: Any) -> None:
    evening = make_evening(8, until="playing")
    phone = Phone(evening, 2)
    cookie = phone.scan().cookies["phone"]

    assert len(cookie.value) == 22
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    known = TableDevice.objects.get()
    assert (known.link.table.number, known.ticket, known.sent_away_at) == (2, None, None)
    assert cookie.value not in known.token_hash


def test_the_same_phone_is_one_phone_however_often_it_scans(make_evening: Any) -> None:
    phone = Phone(make_evening(8, until="playing"), 2)
    for _ in range(3):
        phone.scan()
        phone.look()
    assert TableDevice.objects.count() == 1


def test_a_preview_of_the_link_is_no_phone(make_evening: Any) -> None:
    evening = make_evening(8, until="playing")
    Phone(evening, 1).client.head(f"/t/{token_of(evening, 1)}/")
    assert TableDevice.objects.count() == 0


def test_a_phone_without_a_token_of_its_own_gets_one_with_the_page(make_evening: Any, sit: Any) -> None:
    phone = sit(make_evening(8, until="playing"))
    del phone.client.cookies["phone"]
    assert phone.look().cookies["phone"].value
    assert TableDevice.objects.count() == 2


def test_who_enters_a_hand_is_known_by_the_seat_that_the_phone_has_told(make_evening: Any, sit: Any) -> None:
    phone = sit(make_evening(8, until="playing"), 2)
    phone.sit(3)
    phone.save(a_hand())
    phone.press("seat", ticket="")
    phone.save(a_hand())
    hands = Hand.objects.order_by("number").select_related("entry")
    assert [hand.entry.by for hand in hands] == ["table:2 seat:3", "table:2"]


def test_nobody_sits_here_who_has_no_ticket_tonight(make_evening: Any, sit: Any) -> None:
    evening, other = make_evening(8, until="playing"), make_evening(8, until="playing", name="Saturday")
    phone = sit(evening, 2)
    foreign = code_at(other, 1, 1)
    if evening.evening.tickets.filter(code=foreign).exists():
        foreign = "nobody"
    assert "is not here tonight" in phone.press("seat", ticket=foreign).content.decode()
    assert TableDevice.objects.get().ticket is None


def test_the_diagram_is_turned_to_whoever_holds_the_phone(make_evening: Any, sit: Any) -> None:
    phone = sit(make_evening(8, until="playing"), 2)
    phone.sit(3)
    page = phone.look().content.decode()
    assert "seats--from-3" in page
    assert "is-you" in page


@pytest.fixture
def left_behind(make_evening: Any, sit: Any) -> Phone:
    """The phone of a winner of table 2, left lying there in the second round."""
    evening = make_evening(8, until="bell")
    phone: Phone = sit(evening, 2)
    phone.sit(1)
    for step in ("settled", "drafted", "moved", "playing"):
        evening.step_to(step)
    evening.enter(2, a_hand(), round_number=2)
    return phone


def test_a_phone_goes_with_its_owner_from_table_to_table(left_behind: Phone) -> None:
    there = Phone(left_behind.evening, 1, left_behind.client)
    there.scan()
    winner = code_at(left_behind.evening, 2, 1)
    seat = Seat.objects.get(round__number=2, ticket__code=winner, table_round__table__number=1)
    there.save(a_hand())
    entered = Hand.objects.get(table_round__round__number=2, table__number=1).entry
    assert entered.by == f"table:1 seat:{seat.seat}"


def test_a_phone_left_at_the_table_before_shows_none_of_its_hands(left_behind: Phone) -> None:
    text = left_behind.text()
    assert "sits at table 1 now" in text
    assert "Hand 1" not in text
    assert left_behind.look("hands/1/correct/").status_code == 404
    assert left_behind.look("hands/1/other/").status_code == 404


def test_a_phone_left_behind_stays_for_everybody_once_somebody_says_so(left_behind: Phone) -> None:
    assert "Hand 1" in text_of(left_behind.press("seat", ticket=""))
    assert left_behind.look("hands/1/correct/").status_code == 200


def test_what_a_phone_kept_of_the_round_before_is_taken_where_it_lies(left_behind: Phone) -> None:
    left_behind.save(a_hand(), round="1", number="2", key="kept")
    kept = Hand.objects.get(key="kept")
    assert (kept.table_round.round.number, kept.entry.by) == (1, "table:2 seat:1")


def test_a_phone_whose_owner_sits_out_says_so(make_evening: Any, sit: Any) -> None:
    evening = make_evening(9, until="playing")
    phone = sit(evening, 2)
    out = Seat.objects.get(round__evening=evening.evening, table_round=None).ticket
    TableDevice.objects.update(ticket=out)
    assert f"{out.player.name} sits out this round" in phone.text()


def test_a_phone_that_was_sent_away_finds_nothing_until_it_scans_the_card_again(
    make_evening: Any, sit: Any
) -> None:
    evening = make_evening(8, until="playing")
    phone, other = sit(evening), sit(evening)
    gone = TableDevice.objects.order_by("pk").first()
    assert gone is not None

    links.send_device_away(phone=gone, at=evening.clock())

    assert phone.look().status_code == 404
    assert "This phone is shut out" in phone.look().content.decode()
    assert phone.press("ring").status_code == 404
    assert other.look().status_code == 200
    phone.scan()
    assert phone.look().status_code == 200


@pytest.mark.parametrize(
    ("ago", "written"), [(30, False), (90, True)], ids=["half a minute ago", "longer ago"]
)
def test_when_a_phone_was_last_there_is_noted_once_a_minute(
    make_evening: Any, sit: Any, ago: Any, written: Any
) -> None:
    phone = sit(make_evening(8, until="playing"))
    before = now() - timedelta(seconds=ago)
    TableDevice.objects.update(last_seen_at=before)
    phone.look()
    assert (TableDevice.objects.get().last_seen_at != before) == written


def test_when_the_next_seats_are_announced_a_phone_shows_its_owners_first(
    make_evening: Any, sit: Any
) -> None:
    evening = make_evening(8, until="moved")
    phone = sit(evening, 2)
    assert "You won at table 2" not in phone.text()
    phone.sit(1)
    assert "You won at table 2" in phone.text()
    assert "You won at table 2" not in phone.text("?me=all")
