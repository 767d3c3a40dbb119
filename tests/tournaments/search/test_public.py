"""The search of visitors: what anybody may see of a club, and no more; and the same over REST."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.a_season import ASeason
from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.conftest import START
from tests.tournaments.evening.api.callers import Caller, fault, officer
from tests.tournaments.evening.web.desk.at_the_desk import html, words
from tests.tournaments.search.test_desk import found
from tournaments.club.models import Club, User
from tournaments.club.roles import Audience
from tournaments.club.services import clubs
from tournaments.evening import acts


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


def test_a_person_is_found_at_the_address_of_the_name(client: Client, club: Club, played: AnEvening) -> None:
    player = played.players[0]
    page = html(client.get(f"/c/{club.slug}/search/", {"q": player.name}))
    assert f'href="/c/{club.slug}/players/{player.slug}/"' in page
    assert f'action="/c/{club.slug}/search/"' in html(client.get(f"/c/{club.slug}/"))


def test_what_is_typed_finds_what_is_public_and_nothing_else(search: Any, played: AnEvening) -> None:
    for q, group, title in (
        ("autumn", "Evenings", "Autumn cup"),
        ("2026-11", "Evenings", "Autumn cup"),
        ("friday", "Seasons", "Season 1"),
        ("whist", "Rules and words", "Whist"),
        ("sit-out", "Rules and words", "Sit-out"),
    ):
        assert title in search(q)[group], q
    for q in ("winter", "spring", "never came", "hidden", "table 1", "house rules", "papers"):
        assert search(q) == {}, q


def test_a_club_finds_nothing_of_another(client: Client, played: AnEvening) -> None:
    clubs.make_club(name="Owl Club", director=None, time_zone="UTC", at=START)
    for q in ("autumn", "friday", played.players[0].name):
        assert found(html(client.get("/c/owl-club/search/", {"q": q}))) == {}


def test_whatever_the_address_says_there_is_a_page(client: Client, played: AnEvening, club: Club) -> None:
    queries: list[tuple[dict[str, str], str]] = [
        ({}, "Players, evenings, seasons, rules"),
        ({"q": "a"}, "Type at least 2 letters."),
        ({"q": "xylophone"}, "Nothing found for “xylophone”. All evenings"),
        ({"q": "x" * 300}, "“" + "x" * 100 + "”"),
    ]
    for query, said in queries:
        assert said in words(html(client.get(f"/c/{club.slug}/search/", query)))


def titles(answer: Any) -> dict[str, list[str]]:
    return {group["title"]: [one["title"] for one in group["found"]] for group in answer.json()["groups"]}


def test_officers_and_visitors_find_what_they_may_see(make_evening: Any, director: User, club: Club) -> None:
    evening = make_evening(8, until="published").evening
    path = f"/api/v1/clubs/{club.slug}/search/"
    name = evening.tickets.order_by("number")[0].player.name
    assert name in titles(officer(director).get(f"{path}desk/?q={name}"))["People"]
    assert name in titles(Caller().get(f"{path}?q={name}"))["Players"]
    Club.objects.update(players_for=Audience.NOBODY)
    assert "Players" not in titles(Caller().get(f"{path}?q={name}"))
    assert Caller().get(f"{path}desk/?q={name}").status_code == 401
    assert fault(Caller().get(f"{path}?q={'a' * 101}"))[:2] == (400, "q")
