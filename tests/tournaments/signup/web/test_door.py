"""The code at the door: the desk makes it, a phone scans it, and whoever it is checks in."""

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client

from config.logs import TOKEN
from tests.tournaments.evening.web.desk.at_the_desk import Desk, html, words
from tests.tournaments.signup.a_list import AList
from tests.tournaments.the_rows import asked, unchanged
from tournaments.club.member_list.details import Details
from tournaments.club.models import Club
from tournaments.club.services import clubs
from tournaments.club.services.members import keep_details
from tournaments.evening.models import Ticket
from tournaments.signup import links
from tournaments.signup.models import DoorCode
from tournaments.signup.sign_ups import door_code, door_token


@pytest.fixture
def evening(club: Club) -> AList:
    """Open doors; Ada Marsh is a member, Bob has signed up."""
    clubs.add_names(club=club, names=["Ada Marsh"], at=datetime.now(UTC))
    made = AList.made(club, at=datetime.now(UTC))
    made.sign_up("Bob Reed")
    made.open_doors()
    return made


@pytest.fixture
def here(desk: Desk, evening: AList) -> Desk:
    """The desk of that evening."""
    return desk.of(evening.room)


def door_of(here: Desk) -> str:
    here.press("desk-door-make")
    found = re.search(r"/door/[\w-]{32,}/", here.see("desk-door"))
    assert found
    return found[0]


def tap(client: Client, address: str, name: str, **more: str) -> Any:
    """Look for a name, and tap the one person found."""
    page = client.get(address, {"name": name})
    keys = re.findall(r'name="who" value="([\w-]+)"', html(page))
    assert len(keys) == 1, words(html(page))
    return client.post(f"{address}?name={name}", {"who": keys[0], **more}, follow=True)


def test_whoever_scans_it_finds_themselves_and_is_in(here: Desk, client: Client, evening: AList) -> None:
    address = door_of(here)
    assert "Ada Marsh" not in html(client.get(address))
    welcome = words(html(tap(client, address, "ada")))
    assert "Welcome, Ada Marsh: you have checked in, with ticket 1." in welcome
    assert "Bob Reed" in words(html(tap(client, address, "reed")))
    assert "Nobody of this name was found" in words(html(client.get(address, {"name": "zoe"})))
    page = words(here.see("desk-evening"))
    assert page.count("by their own phone") == 2
    assert "at the door, by their own phone" in words(here.see("desk-ledger"))
    here.press("desk-untick", Ticket.objects.get(player__name="Ada Marsh").code)
    assert Ticket.objects.count() == 1


def test_whoever_has_checked_in_has_no_form_before_them(here: Desk, client: Client) -> None:
    address = door_of(here)
    page = html(tap(client, address, "ada"))
    assert 'name="name"' not in page
    assert f'href="{address}"' in page
    assert "Check somebody else in" in words(page)
    assert 'name="name"' in html(client.get(address))


def test_the_phone_knows_who_has_checked_in_and_finds_their_ticket(
    here: Desk, client: Client, evening: AList
) -> None:
    address, own = door_of(here), f"/c/{here.club.slug}/{evening.evening.slug}/me/"
    tap(Client(), address, "bob")
    assert client.get(own)["Location"] == "/t/"
    tap(client, address, "ada")
    assert client.get(own)["Location"] == f"{own}2/"
    assert "Ada Marsh checked in" in words(html(client.get(address)))


def test_an_evening_with_ticket_colours_asks_for_one(desk: Desk, client: Client, club: Club) -> None:
    evening = AList.made(club, at=datetime.now(UTC), plan={"colours": ["ladies", "gentlemen"]})
    evening.sign_up("Bob Reed")
    evening.open_doors()
    address = door_of(desk.of(evening.room))
    assert "ladies" in words(html(client.get(address, {"name": "bob"})))
    tap(client, address, "bob", colour="ladies")
    assert Ticket.objects.get().colour == "ladies"


def test_a_replaced_or_invented_code_opens_nothing(here: Desk, client: Client) -> None:
    old = door_of(here)
    new = door_of(here)
    assert client.get(new).status_code == 200
    here.press("desk-door-end")
    with unchanged():
        for address in (old, new, f"{old}screen/", "/door/guessed/"):
            answer = client.get(address)
            assert answer.status_code == 404
            assert "This code is no longer in use" in words(html(answer))
        assert client.post(old, {"who": "player-1"}).status_code == 404


def test_it_is_printed_and_shown_on_a_screen(here: Desk, client: Client) -> None:
    assert here.client.get(here.url("desk-door-paper")).status_code == 404
    address = door_of(here)
    assert "check yourself in" in words(here.see("desk-door-paper"))
    screen = client.get(f"{address}screen/")
    assert "<svg" in html(screen)
    typed = f"Open testserver/t/ and type {door_code(DoorCode.objects.get())}"
    shown = [words(here.see(name)) for name in ("desk-door", "desk-door-paper")]
    assert [typed in page for page in (*shown, words(html(screen)))] == [True] * 3
    assert "no-store" in screen["Cache-Control"]
    assert door_token(DoorCode.objects.get()) not in TOKEN.sub(r"\1…", f"GET {address} 200")


def test_a_screen_watches_what_everybody_may_see(desk: Desk, client: Client, club: Club) -> None:
    evening = AList.made(club, at=datetime.now(UTC))
    address = door_of(desk.of(evening.room))
    assert "The doors are not open yet" in words(html(client.get(address)))
    screen = f"{address}screen/"
    waiting = html(client.get(screen))
    assert "data-version-url" not in waiting
    assert f'hx-get="{screen}?unwatched=1"' in waiting
    assert "HX-Refresh" not in client.get(f"{screen}?unwatched=1")
    evening.open_doors()
    assert client.get(f"{screen}?unwatched=1")["HX-Refresh"] == "true"
    assert "data-version-url" in html(client.get(screen))


def test_who_enters_too_much_waits(here: Desk, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    address = door_of(here)
    monkeypatch.setattr(links, "MOST_LOOKS", (9, 1))
    monkeypatch.setattr(links, "MOST_CHECK_INS", (9, 0))
    client.get(address)
    assert "Bob Reed" in words(html(client.get(address, {"name": "bob"})))
    for answer in (client.get(address, {"name": "bob"}), client.post(address, {"who": "player-1"})):
        assert answer.status_code == 429
        assert int(answer["Retry-After"]) > 0
        assert "Bob Reed" not in words(html(answer))
    assert Ticket.objects.count() == 0


def test_who_enters_too_much_keeps_nobody_else_in_the_room_out(
    here: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = door_of(here)
    monkeypatch.setattr(links, "MOST_LOOKS", (3, 1))
    phones = [Client() for _ in range(4)]
    for phone in phones:
        phone.get(address)  # each gets its cookie
    looks = [phone.get(address, {"name": "bob"}).status_code for phone in (phones[0], *phones)]
    assert looks == [200, 429, 200, 200, 429], "the last has the limit of the whole room against it"


@pytest.mark.parametrize("why", ["withheld", "a minor", "a guest of a club that asks"])
def test_a_name_that_is_withheld_is_found_by_first_and_last_name_alone(
    why: str, here: Desk, client: Client, club: Club, evening: AList
) -> None:
    at = datetime.now(UTC)
    if why == "a guest of a club that asks":
        clubs.ask_consent(club=club, asks=True)
        evening.add("Quilla Jane Hargreave")
    else:
        (person,) = clubs.add_names(club=club, names=["Quilla Jane Hargreave"], at=at)
        if why == "withheld":
            clubs.record_consents(person, "user:1", at, clubs.NewConsents(name=False))
        else:
            keep_details({person: Details(birth=str(at.year - 12))})
    address = door_of(here)
    for typed in ("qui", "quilla", "hargreave", "quilla h", "quilla jane", "jane hargreave"):
        assert "Quilla H." not in html(client.get(address, {"name": typed})), typed
    page = html(client.get(address, {"name": "hargreave QUILLA"}))
    assert "Quilla H." in page
    assert "Jane" not in page
    (key,) = re.findall(r'name="who" value="([\w-]+)"', page)
    guessed = client.post(f"{address}?name=quilla", {"who": key})
    assert (guessed.status_code, "Jane" in html(guessed)) == (422, False)
    welcome = words(html(tap(client, address, "Quilla Hargreave")))
    assert "Welcome, Quilla H.: you have checked in" in welcome
    again = html(client.post(f"{address}?name=quilla+hargreave", {"who": key}))
    assert "Quilla H. has checked in already" in words(again)
    assert "Jane" not in again


def test_it_asks_equally_often_for_many(here: Desk, client: Client, club: Club, evening: AList) -> None:
    address = door_of(here)

    def look() -> int:
        return len(asked(lambda: client.get(address, {"name": "ada"})))

    client.get(address)
    look()
    before = look()
    clubs.add_names(club=club, names=[f"Ada {n}" for n in range(30)], at=evening.clock())
    assert look() == before
