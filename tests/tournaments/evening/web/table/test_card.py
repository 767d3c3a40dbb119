"""The card on the table: who it lets in, and to which table."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.tournaments.evening.web.table.a_phone import Phone, token_of
from tournaments.evening.models import Table
from tournaments.evening.services import links


def test_a_scanned_card_leads_to_the_plain_address_and_leaves_a_cookie_for_this_table_only(
    make_evening: Any,
) -> None:
    phone = Phone(make_evening(8, until="playing"), table=2)

    answer = phone.scan()

    assert (answer.status_code, answer["Location"]) == (302, phone.url)
    cookie = answer.cookies["table-2"]
    assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == (phone.url, True, "Lax")
    assert answer["Referrer-Policy"] == "no-referrer"
    assert "no-store" in answer["Cache-Control"]
    assert phone.look().status_code == 200


@pytest.mark.parametrize(("https", "secure"), [(False, ""), (True, True)], ids=["http", "https"])
def test_the_cookie_is_for_https_only_where_the_page_came_by_https(
    make_evening: Any, settings: Any, https: Any, secure: Any
) -> None:
    evening = make_evening(8, until="playing")
    answer = Client().get(f"/t/{token_of(evening, 1)}/", secure=https)
    assert answer.cookies["table-1"]["secure"] == secure


@pytest.mark.parametrize("token", ["nobody-knows-this", "x" * 400, "%00", "%F0%9F%90%93"])
def test_an_unknown_card_is_told_what_to_do(db: Any, token: Any) -> None:
    answer = Client().get(f"/t/{token}/")
    assert answer.status_code == 404
    assert "ask the director for a new card" in answer.content.decode()


def test_a_card_that_was_taken_back_stops_working_at_once(make_evening: Any, sit: Any) -> None:
    evening = make_evening(8, until="playing")
    phone, old = sit(evening), token_of(evening, 1)

    links.renew_table_link(table=Table.objects.get(evening=evening.evening, number=1), at=evening.clock())

    assert phone.look().status_code == 404
    assert phone.press("ring").status_code == 404
    assert Client().get(f"/t/{old}/").status_code == 404
    phone.scan()
    assert phone.look().status_code == 200


def test_without_a_card_nothing_is_shown_or_done(make_evening: Any) -> None:
    stranger = Phone(make_evening(8, until="playing"), table=1)
    for answer in (stranger.look(), stranger.press("ring"), stranger.press("cut", winner="A")):
        assert answer.status_code == 404
        assert "This card opens no table" in answer.content.decode()
    assert stranger.client.post(f"{stranger.url}hands/").status_code == 404
    assert stranger.client.post(f"{stranger.url}preview/").status_code == 404


def test_the_card_of_one_table_or_evening_opens_no_other(make_evening: Any, sit: Any) -> None:
    here, elsewhere = make_evening(8, until="playing"), make_evening(8, until="playing", name="Saturday")
    phone = sit(here, 1)
    token = phone.client.cookies["table-1"].value

    for other in (Phone(here, 2, phone.client), Phone(elsewhere, 1, phone.client)):
        other.client.cookies[f"table-{other.table}"] = token
        assert other.look().status_code == 404


@pytest.mark.parametrize(
    "act", ["hands", "preview", "ring", "cut", "signal", "call", "call/withdraw", "seat", "hands/1/confirm"]
)
def test_acts_are_sent_never_visited(make_evening: Any, sit: Any, act: Any) -> None:
    phone = sit(make_evening(8, until="playing"))
    assert phone.client.get(f"{phone.url}{act}/").status_code == 405


def test_with_the_publication_the_link_ends_and_leads_to_the_results(make_evening: Any, sit: Any) -> None:
    evening = make_evening(8, until="finished")
    phone, card = sit(evening), f"/t/{token_of(evening, 1)}/"
    evening.step_to("published")

    results = f"/c/{evening.evening.club.slug}/{evening.evening.slug}/"
    for answer in (phone.look(), Client().get(card)):
        assert (answer.status_code, answer["Location"]) == (302, results)
    assert phone.look(hx_request="true")["HX-Redirect"] == results
    assert phone.press("ring").status_code == 404
    assert phone.client.post(f"{phone.url}hands/", {"key": "k"}).status_code == 404
