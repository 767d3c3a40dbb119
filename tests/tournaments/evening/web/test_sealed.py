"""The seed of an evening: its seal is shown before the draw, itself nowhere before the result is published."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver

from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.evening.api.callers import Caller, at_table, officer
from tests.tournaments.evening.web.desk.at_the_desk import Desk, signed_in
from tests.tournaments.evening.web.player.a_ticket import Holder
from tests.tournaments.evening.web.table.a_phone import Phone
from tournaments.club.models import Club, User
from tournaments.evening import acts
from tournaments.movement.draw import commitment

SEED = "5f3c9ad1e07b4486a2d90c1b77e3f158"
STATES = ("draft", "check_in", "playing", "drafted", "finished")


@pytest.fixture
def room(make_evening: Make) -> Make:
    """A maker of evenings that have this seed."""
    return lambda until, **how: make_evening(9, until=until, seed=SEED, prizes={"best": 1}, **how)


def addresses(resolver: str, room: AnEvening) -> Iterator[str]:
    """Every address of a club and its evenings that can be filled in with what the evening has."""
    ticket = room.evening.tickets.first()
    filled: dict[str, Any] = {
        "club": room.evening.club.slug,
        "evening": room.evening.slug,
        "table": 1,
        "number": 1,
        "hand": 1,
        "entry": 1,
        "name": "draw-again",
        "game": "chantecler",
        "pk": room.players[0].pk,
        "player": room.players[0].pk,
        "address": room.players[0].slug,
        "job": 1,
        "call": 1,
        "code": ticket.code if ticket else "none",
    }
    for options in get_resolver(resolver).reverse_dict.lists():
        name, ((possible, *_), *_) = options
        pattern, keys = possible[0]
        if isinstance(name, str) and "club" in keys and set(keys) <= set(filled):
            yield pattern % {key: filled[key] for key in keys}


def everything_shown(room: AnEvening, director: User) -> Iterator[tuple[str, str]]:
    """Every page and answer that anybody can open: visitors, the desk, a table's phone, a player, the API."""
    browsers = [Client(), signed_in(director)]
    if room.evening.status not in ("draft", "check_in"):
        phone, holder = Phone(room, 1), Holder(room)
        phone.scan()
        holder.client.post(f"/p/{holder.token}/")
        browsers += [phone.client, holder.client]
    for client in browsers:
        yield from pages_shown(room, client)
    callers = [Caller(), officer(director)]
    if room.evening.tables.exists():
        callers.append(at_table(room, 1))
    for caller in callers:
        yield from answers_shown(room, caller)


def pages_shown(room: AnEvening, client: Client) -> Iterator[tuple[str, str]]:
    for path in addresses("tournaments.web_urls", room):
        yield path, read(client.get(f"/{path}"))


def answers_shown(room: AnEvening, caller: Caller) -> Iterator[tuple[str, str]]:
    for path in addresses("tournaments.api_urls", room):
        yield path, read(caller.get(f"/api/{path}"))


def read(answer: Any) -> str:
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return str(content.decode(errors="replace")) + json.dumps(dict(answer.headers))


@pytest.mark.services
@pytest.mark.parametrize("until", STATES)
def test_the_seed_stands_nowhere_before_publication(room: Make, director: User, until: str) -> None:
    evening = room(until)
    shown = list(everything_shown(evening, director))
    assert len(shown) > 150
    assert [path for path, text in shown if SEED in text] == []


def test_neither_a_cut_nor_a_second_draw_tells_it(room: Make, director: User) -> None:
    evening = room("seated")
    evening.act(acts.Draw(again=True))
    evening.act(acts.Start())
    evening.act(acts.Stop())
    evening.act(acts.Cut(table=1, how="seed"))
    evening.act(acts.Cut(table=2, how="seed"))
    desk, caller = signed_in(director), officer(director)
    of_it = [path for path in addresses("tournaments.web_urls", evening) if evening.evening.slug in path]
    shown = [*((path, read(desk.get(f"/{path}"))) for path in of_it), *answers_shown(evening, caller)]
    assert len(of_it) > 40
    assert [path for path, text in shown if SEED in text] == []


def test_the_operator_is_not_shown_it_and_an_abandoned_evening_shows_it(room: Make, director: User) -> None:
    evening = room("playing")
    operator = User.objects.create_superuser("operator", password="a long enough password")
    client = signed_in(operator)
    for entry in evening.evening.ledger.all():
        page = client.get(f"/admin/tournaments/ledgerentry/{entry.pk}/change/")
        assert page.status_code == 200
        assert SEED not in page.content.decode()
    page = client.get(f"/admin/tournaments/evening/{evening.evening.pk}/change/")
    assert page.status_code == 200
    assert SEED not in page.content.decode()
    evening.act(acts.Abandon(reason="snow"))
    where = f"/api/v1/clubs/{evening.evening.club.slug}/evenings/{evening.evening.slug}/"
    assert officer(director).get(where).json()["seed"] == SEED


@pytest.mark.parametrize(
    ("until", "name"),
    [
        ("check_in", "desk-evening"),
        ("playing", "desk-seats"),
        ("check_in", "evening-check"),
        ("finished", "evening-check"),
        ("settled", "evening-print"),
    ],
)
def test_its_seal_is_shown_before(room: Make, club: Club, director: User, until: str, name: str) -> None:
    evening = room(until)
    desk = Desk(signed_in(director), club, evening)
    page = desk.client.get(desk.url(name) + ("?round=1" if name == "desk-seats" else ""))
    assert commitment(SEED) in page.content.decode()


def test_the_rest_door_gives_the_seal_and_no_seed(room: Make, director: User) -> None:
    evening = room("check_in")
    where = f"/api/v1/clubs/{evening.evening.club.slug}/evenings/{evening.evening.slug}/"
    told = officer(director).get(where).json()
    assert (told["commitment"], told["seed"]) == (commitment(SEED), None)
    made = officer(director).get(f"{where}ledger/").json()["entries"][0]
    assert made["act"] == "make"
    assert made["body"]["seed"] is None


def test_pages_on_which_nobody_checks_show_nothing_of_it(room: Make) -> None:
    for until in ("playing", "published"):
        found = room(until, name=until).evening
        for page in ("", "certificate/", "wall/"):
            shown = Client().get(f"/c/{found.club.slug}/{found.slug}/{page}").content.decode()
            assert not [mark for mark in (commitment(SEED), found.ledger_head) if mark in shown], page


def test_a_published_evening_shows_the_seed_to_whoever_checks(room: Make, club: Club, director: User) -> None:
    evening = room("published")
    desk = Desk(signed_in(director), club, evening)
    for name in ("evening-check", "evening-print", "archive"):
        page = read(Client().get(desk.url(name)))
        assert SEED in page, name
        assert commitment(SEED) in page, name
    seats_page = desk.see("desk-seats", round=1)
    assert f"printf 'draw\\n{SEED}\\nCODE'" in seats_page.replace("&#x27;", "'")
    where = f"/api/v1/clubs/{club.slug}/evenings/{evening.evening.slug}/"
    assert officer(director).get(where).json()["seed"] == SEED
    assert officer(director).get(f"{where}ledger/").json()["entries"][0]["body"]["seed"] == SEED


def test_a_second_draw_is_told_at_the_desk_and_in_the_ledger(room: Make, club: Club, director: User) -> None:
    evening = room("seated")
    desk = Desk(signed_in(director), club, evening)
    assert "number 2" not in desk.see("desk-seats")
    desk.do("draw-again")
    page = desk.see("desk-seats")
    assert "number 2 of the round" in page
    assert "“draw 2”" in page
    assert "attempt 2" in desk.see("desk-ledger")
