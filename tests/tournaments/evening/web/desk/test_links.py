"""The phones of a table and the links of players at the desk: listed, replaced, taken back."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.evening.web.desk.at_the_desk import Desk, words
from tests.tournaments.evening.web.player.a_ticket import Holder
from tests.tournaments.evening.web.table.a_phone import Phone, token_of
from tournaments.evening.models import PlayerLink, Seat, TableDevice, TableLink
from tournaments.evening.services.links import table_token

IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X)"


@pytest.fixture
def room(make_evening: Make) -> AnEvening:
    """Two tables in play."""
    return make_evening(8, until="playing")


def a_phone(room: AnEvening, table: int = 2, *, seat: int | None = None) -> Phone:
    """An iPhone that has scanned the card of a table."""
    phone = Phone(room, table)
    phone.client.defaults["HTTP_USER_AGENT"] = IPHONE
    phone.scan()
    if seat:
        code = Seat.objects.get(table_round__table__number=table, seat=seat).ticket.code
        phone.press("seat", ticket=code)
    return phone


def test_each_phone_is_listed_with_its_owner_and_when_it_was_seen(desk: Desk, room: AnEvening) -> None:
    assert "No phone has opened the card" in words(desk.of(room).see("desk-table", 2))
    a_phone(room, seat=3)
    a_phone(room)
    a_phone(room, table=1)

    said = words(desk.of(room).see("desk-table", 2))

    owner = Seat.objects.get(table_round__table__number=2, seat=3).ticket.player.name
    assert said.count("iPhone · seen") == 2
    assert f"{owner} iPhone · seen" in said
    assert "in the middle of the table iPhone · seen" in said


def test_one_phone_is_shut_out_and_the_others_go_on(desk: Desk, room: AnEvening) -> None:
    gone, stays = a_phone(room), a_phone(room)
    version = room.read().version
    pk = TableDevice.objects.order_by("pk").values_list("pk", flat=True)[0]

    said = desk.of(room).press("desk-phone-away", 2, pk)

    assert words(said).count("iPhone · seen") == 1
    assert gone.look().status_code == 404
    assert stays.look().status_code == 200
    assert room.read().version > version


def test_a_phone_of_another_table_is_not_found(desk: Desk, room: AnEvening) -> None:
    a_phone(room, table=1)
    pk = TableDevice.objects.values_list("pk", flat=True)[0]
    there = desk.of(room)
    assert there.client.post(there.url("desk-phone-away", 2, pk)).status_code == 404


def test_all_phones_are_shut_out_with_one_tap_until_there_is_a_new_card(desk: Desk, room: AnEvening) -> None:
    phones = [a_phone(room), a_phone(room)]
    version, old = room.read().version, token_of(room, 2)

    said = desk.of(room).press("desk-phones-revoke", 2)

    assert "No card opens this table at the moment" in said
    assert [phone.look().status_code for phone in phones] == [404, 404]
    assert phones[0].client.get(f"/t/{old}/").status_code == 404
    assert room.read().version > version
    desk.of(room).press("desk-phones-renew", 2)
    phones[0].scan()
    assert phones[0].look().status_code == 200
    assert phones[1].look().status_code == 404


def test_a_new_card_is_shown_with_its_code(desk: Desk, room: AnEvening) -> None:
    old = token_of(room, 2)
    said = desk.of(room).press("desk-phones-renew", 2)
    new = table_token(TableLink.objects.get(table__number=2, revoked_at__isnull=True))
    assert f"/t/{new}/" in said
    assert old not in said
    assert "<svg" in said.split('id="phones"')[1]


def test_the_page_asks_equally_often_however_many_phones_there_are(
    desk: Desk, room: AnEvening, django_assert_max_num_queries: Any
) -> None:
    a_phone(room, seat=1)
    desk.of(room).see("desk-table", 2)
    for seat in (1, 2, 3, 4):
        a_phone(room, seat=seat)
    with django_assert_max_num_queries(16):
        desk.of(room).see("desk-table", 2)


def test_every_ticket_is_printed_with_its_own_code(desk: Desk, make_evening: Make) -> None:
    evening = make_evening(8, until="check_in")
    shown = desk.of(evening).see("desk-tickets")
    for number in range(1, 9):
        holder = Holder(evening, number)
        assert shown.count(holder.code) == 1
        assert holder.token not in shown, "a token is in the QR code alone"


def test_the_cards_of_tables_bear_a_code_each(desk: Desk, make_evening: Make) -> None:
    shown = desk.of(make_evening(8)).see("desk-cards")
    assert shown.count('<span class="code">') == 2


def test_the_link_is_shown_from_the_list_of_people(desk: Desk, make_evening: Make) -> None:
    evening = make_evening(8, until="playing")
    here, holder = desk.of(evening), Holder(evening)
    address = here.url("desk-personal", holder.ticket.code)
    assert address in here.see("desk-people")
    shown = here.see("desk-personal", holder.ticket.code)
    assert holder.code in shown
    assert "<svg" in shown


def test_a_new_link_replaces_the_old_one(desk: Desk, make_evening: Make) -> None:
    evening = make_evening(8, until="playing")
    here, holder = desk.of(evening), Holder(evening)
    old = holder.code
    shown = here.press("desk-personal-renew", holder.ticket.code)
    assert "has a new link" in shown
    assert old not in shown
    assert holder.code in shown


def test_a_link_taken_back_leaves_none_until_there_is_a_new_one(desk: Desk, make_evening: Make) -> None:
    evening = make_evening(8, until="playing")
    here, holder = desk.of(evening), Holder(evening)
    code = holder.ticket.code
    assert "This ticket has no working link" in here.press("desk-personal-revoke", code)
    assert not PlayerLink.objects.filter(ticket=holder.ticket, revoked_at=None).exists()
    assert '<span class="code">' in here.see("desk-tickets"), "the others have theirs"
    here.press("desk-personal-renew", code)
    assert holder.code in here.see("desk-personal", code)
