"""The search of visitors: what anybody may see of a club, and no more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.a_season import ASeason
from tests.tournaments.an_evening import AnEvening
from tests.tournaments.conftest import START
from tests.tournaments.evening.web.desk.at_the_desk import html, words
from tests.tournaments.search.test_desk import found
from tests.tournaments.the_rows import asked
from tournaments.club.models import Club
from tournaments.club.services import clubs
from tournaments.evening import acts

Make = Callable[..., AnEvening]
MOST = 7


@pytest.fixture
def search(client: Client, club: Club) -> Callable[..., dict[str, list[str]]]:
    """Types into the club's public search; gives what is found, by group."""
    return lambda q: found(html(client.get(f"/c/{club.slug}/search/", {"q": q})))


@pytest.fixture
def played(make_evening: Make, club: Club) -> AnEvening:
    """A published evening, one that is set up, one that was called off; a season that is open and one that is not."""
    played = make_evening(8, until="published", name="Autumn cup")
    make_evening(8, until="draft", name="Winter cup")
    make_evening(8, until="seated", name="Spring cup").act(acts.Abandon(reason="snow"))
    clubs.add_player(club=club, name="Never Came", at=START)
    ASeason.made(club)
    ASeason.made(club, until="draft", league="Hidden league")
    return played


def test_people_who_have_played_are_found(search: Any, played: AnEvening) -> None:
    name = played.players[0].name
    assert name in search(name.upper())["Players"]


def test_a_person_is_found_at_the_address_made_of_their_name(
    client: Client, club: Club, played: AnEvening
) -> None:
    player = played.players[0]
    page = html(client.get(f"/c/{club.slug}/search/", {"q": player.name}))
    assert f'href="/c/{club.slug}/players/{player.slug}/"' in page


@pytest.mark.parametrize(
    ("q", "group", "title"),
    [
        ("autumn", "Evenings", "Autumn cup"),
        ("2026-11", "Evenings", "Autumn cup"),
        ("friday", "Seasons", "Season 1"),
        ("whist", "Rules and words", "Whist"),
        ("sit-out", "Rules and words", "Sit-out"),
    ],
)
def test_what_is_typed_finds(search: Any, played: AnEvening, q: str, group: str, title: str) -> None:
    assert title in search(q)[group]


@pytest.mark.parametrize(
    "q", ["winter", "spring", "never came", "hidden", "table 1", "house rules", "papers"]
)
def test_what_is_not_public_is_not_found(search: Any, played: AnEvening, q: str) -> None:
    assert search(q) == {}


def test_a_club_finds_nothing_of_another(client: Client, played: AnEvening) -> None:
    clubs.make_club(name="Owl Club", director=None, time_zone="UTC", at=START)
    for q in ("autumn", "friday", played.players[0].name):
        assert found(html(client.get("/c/owl-club/search/", {"q": q}))) == {}


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({}, "Players, evenings, seasons, rules"),
        ({"q": "a"}, "Type at least 2 letters."),
        ({"q": "xylophone"}, "Nothing found for “xylophone”. All evenings"),
        ({"q": "x" * 300}, "“" + "x" * 100 + "”"),
    ],
)
def test_whatever_the_address_says_there_is_a_page(
    client: Client, played: AnEvening, club: Club, query: dict[str, str], said: str
) -> None:
    assert said in words(html(client.get(f"/c/{club.slug}/search/", query)))


def test_a_club_that_is_not_there_has_no_search(client: Client, played: AnEvening) -> None:
    assert client.get("/c/nobody/search/", {"q": "autumn"}).status_code == 404


def test_the_page_of_the_club_leads_there(client: Client, club: Club) -> None:
    assert f'action="/c/{club.slug}/search/"' in html(client.get(f"/c/{club.slug}/"))


def test_it_asks_equally_often_however_much_there_is(
    search: Any, played: AnEvening, make_evening: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The first look of each minute is counted by a row of its own.
    monkeypatch.setattr("django.utils.timezone.now", lambda: played.at)
    search("cup")
    before = len(asked(lambda: search("cup")))
    for number in range(3):
        make_evening(8, until="published", name=f"Cup {number}")
    assert len(asked(lambda: search("cup"))) == before <= MOST
