"""The link on a ticket: whom it lets in, to which page, and until when."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.tournaments.an_evening import Make
from tests.tournaments.evening.web.player.a_ticket import Holder
from tests.tournaments.evening.web.table.a_phone import Phone, text_of
from tournaments.evening.models import PlayerLink, PlayerRequest, TableDevice
from tournaments.evening.services import evenings, links

pytestmark = pytest.mark.django_db


def test_a_scanned_ticket_leads_to_the_plain_address_and_leaves_a_cookie_for_this_ticket_only(
    make_evening: Make,
) -> None:
    holder = Holder(make_evening(8, until="playing"), 3)

    answer = holder.scan()

    assert (answer.status_code, answer["Location"]) == (302, holder.url)
    cookie = answer.cookies["ticket-3"]
    assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == (holder.url, True, "Lax")
    assert (answer["Referrer-Policy"], answer["Cache-Control"]) == ("no-referrer", "no-store")
    page = holder.look()
    assert page.status_code == 200
    assert "no-store" in page["Cache-Control"]
    assert holder.token not in page.content.decode()


@pytest.mark.parametrize(("https", "secure"), [(False, ""), (True, True)], ids=["http", "https"])
def test_the_cookie_is_for_https_only_where_the_page_came_by_https(
    make_evening: Make, https: bool, secure: object
) -> None:
    holder = Holder(make_evening(8))
    assert Client().get(f"/p/{holder.token}/", secure=https).cookies["ticket-1"]["secure"] == secure


@pytest.mark.parametrize("token", ["nobody-knows-this", "x" * 400, "%00", "%F0%9F%90%93"])
def test_an_unknown_link_is_told_what_to_do(token: str) -> None:
    answer = Client().get(f"/p/{token}/")
    assert answer.status_code == 404
    assert "Scan the code on your ticket" in answer.content.decode()


@pytest.mark.parametrize("end", [links.renew_player_link, links.revoke_player_link], ids=["new", "none"])
def test_a_link_that_was_taken_back_stops_working_at_once(make_evening: Make, end: Any) -> None:
    evening = make_evening(8, until="playing")
    holder = Holder.scanned(evening)
    old, version = holder.token, evening.read().version

    end(ticket=holder.ticket, at=evening.clock())

    assert evening.read().version > version, "open pages are told to ask again"
    assert holder.look().status_code == 404
    assert holder.client.post(f"{holder.url}table/").status_code == 404
    assert Client().get(f"/p/{old}/").status_code == 404
    links.renew_player_link(ticket=holder.ticket, at=evening.clock())
    holder.scan()
    assert holder.look().status_code == 200


def test_the_link_of_one_ticket_or_evening_opens_no_other(make_evening: Make) -> None:
    here, elsewhere = make_evening(8, until="playing"), make_evening(8, until="playing", name="Saturday")
    holder = Holder.scanned(here, 1)
    token = holder.client.cookies["ticket-1"].value

    for other in (Holder(here, 2, holder.client), Holder(elsewhere, 1, holder.client)):
        other.client.cookies[f"ticket-{other.number}"] = token
        assert other.look().status_code == 404
        assert other.client.post(f"{other.url}table/").status_code == 404
        assert other.client.post(f"{other.url}ask/", {"kind": "leave"}).status_code == 404
    assert not PlayerRequest.objects.exists()


def test_the_token_of_a_table_opens_no_players_page_and_that_of_a_player_no_table(make_evening: Make) -> None:
    evening = make_evening(8, until="playing")
    holder, phone = Holder(evening), Phone(evening, 1)
    phone.scan()
    holder.scan()
    assert Client().get(f"/p/{phone.client.cookies['table-1'].value}/").status_code == 404
    assert Client().get(f"/t/{holder.token}/").status_code == 404
    assert Phone(evening, 1, holder.client).look().status_code == 404


def test_without_a_cookie_nothing_is_shown_or_done(make_evening: Make) -> None:
    stranger = Holder(make_evening(8, until="playing"))
    assert stranger.look().status_code == 404
    assert stranger.client.post(f"{stranger.url}table/").status_code == 404
    assert not TableDevice.objects.exists()


def test_everybody_who_gets_a_ticket_gets_a_link(make_evening: Make) -> None:
    evening = make_evening(9, until="settled")
    evening.work()
    evening.act(evenings.arrive_guest, name="Late", colour="")
    evening.act(evenings.substitute_guest, ticket=evening.evening.tickets.get(number=1), name="Instead")
    tickets = set(evening.evening.tickets.values_list("pk", flat=True))
    assert set(PlayerLink.objects.values_list("ticket_id", flat=True)) == tickets
    assert len(tickets) == 11


def test_the_page_opens_the_players_own_table_on_their_phone_as_theirs(make_evening: Make) -> None:
    evening = make_evening(8, until="playing")
    holder = Holder.at(evening, 2, 3)

    answer = holder.client.post(f"{holder.url}table/")

    phone = Phone(evening, 2, holder.client)
    assert answer["Location"] == phone.url
    assert phone.look().status_code == 200
    assert TableDevice.objects.get().ticket == holder.ticket


def test_the_way_to_the_table_is_sent_never_visited(make_evening: Make) -> None:
    holder = Holder.scanned(make_evening(8, until="playing"))
    assert holder.client.get(f"{holder.url}table/").status_code == 405


def test_whoever_sits_out_or_whose_table_is_shut_is_sent_back_with_a_word(make_evening: Make) -> None:
    evening = make_evening(9, until="playing")
    idle = evening.round().seats.get(seat=None).ticket
    seated = evening.round().seats.get(table_round__table__number=2, seat=1)
    links.revoke_table_link(table=evening.evening.tables.get(number=2), at=evening.clock())
    for ticket in (idle, seated.ticket):
        holder = Holder.scanned(evening, ticket.number)
        answer: Any = holder.client.post(f"{holder.url}table/", follow=True)
        assert answer.redirect_chain == [(holder.url, 303)]
        assert "No card opens your table now" in text_of(answer)


def test_whose_phone_was_sent_away_is_let_in_again_only_by_opening_the_table_again(
    make_evening: Make,
) -> None:
    evening = make_evening(8, until="playing")
    holder = Holder.at(evening, 2, 3)
    holder.client.post(f"{holder.url}table/")
    links.send_device_away(phone=TableDevice.objects.get(), at=evening.clock())
    assert Phone(evening, 2, holder.client).look().status_code == 404
    holder.client.post(f"{holder.url}table/")
    assert Phone(evening, 2, holder.client).look().status_code == 200
