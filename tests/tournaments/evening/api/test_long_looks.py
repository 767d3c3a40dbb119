"""What takes long to work out is counted, over REST and on pages: one too many is told when to come again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.a_contest import AContest
from tests.tournaments.a_season import ASeason
from tests.tournaments.an_evening import AnEvening
from tests.tournaments.conftest import START
from tests.tournaments.evening.api.callers import Caller, address, fault
from tests.tournaments.evening.web.desk.at_the_desk import html, signed_in, words
from tournaments.club.models import Club, User
from tournaments.club.services import throttle
from tournaments.league.models import Season

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("static_files_by_their_own_names")]


@pytest.fixture
def nothing_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody may look at what takes long at all."""
    monkeypatch.setattr(throttle, "LOOKS_OF_ADDRESS", 0)
    monkeypatch.setattr(throttle, "LOOKS_OF_SENDER", 0)


def of_seasons(club: Club) -> list[str]:
    """The ends of the addresses at which it is asked what may still become of a season, of either kind."""
    evenings = ASeason.made(club).season
    fixtures = AContest.made(club, (4,), at=START).season
    return [_at(evenings, "what-if/"), _at(fixtures, "prospects/"), _at(fixtures, "what-if/")]


def _at(season: Season, end: str) -> str:
    return f"leagues/{season.league.slug}/{season.slug}/{end}"


def test_over_rest(
    nothing_left: None,
    anybody: Caller,
    desk: Caller,
    home: str,
    club: Club,
    make_evening: Callable[..., AnEvening],
) -> None:
    evening = address(make_evening(8, until="playing"))
    for path in (f"{evening}what-if/", *(f"{home}{end}" for end in of_seasons(club)[:2]), f"{home}search/"):
        answer = anybody.get(path)
        assert fault(answer) == (429, "", "throttled"), path
        assert 1 <= int(answer.headers["Retry-After"]) <= 60
    void: Any = {"round": 1, "table": 1, "number": 1, "of": 1, "hand": None, "reason": "misdealt"}
    asked = (
        desk.get(f"{home}search/desk/?q=ann"),
        desk.post(f"{home}members/list/preview/", {"text": "Ann Lee"}),
        desk.post(f"{evening}correct-hand/", {**void, "preview": True}),
    )
    assert [answer.status_code for answer in asked] == [429] * 3
    assert desk.post(f"{evening}correct-hand/", void).status_code != 429, "what is done is not counted"


def test_on_pages(
    nothing_left: None,
    client: Client,
    director: User,
    club: Club,
    make_evening: Callable[..., AnEvening],
) -> None:
    evening = make_evening(8, until="playing").evening
    seasons = of_seasons(club)
    for end in (f"{evening.slug}/what-if/", seasons[0], seasons[2], "search/?q=ann"):
        answer = client.get(f"/c/{club.slug}/{end}")
        assert answer.status_code == 429, end
        assert 1 <= int(answer.headers["Retry-After"]) <= 60
        assert "Wait a minute" in words(html(answer))
    assert signed_in(director).get(f"/desk/{club.slug}/search/?q=ann").status_code == 429


def test_each_token_and_each_address_has_its_own(
    monkeypatch: pytest.MonkeyPatch, anybody: Caller, desk: Caller, home: str
) -> None:
    monkeypatch.setattr(throttle, "LOOKS_OF_ADDRESS", 2)
    monkeypatch.setattr(throttle, "LOOKS_OF_SENDER", 1)
    assert [anybody.get(f"{home}search/").status_code for _ in range(3)] == [200, 200, 429]
    assert [desk.get(f"{home}search/desk/").status_code for _ in range(2)] == [200, 429]
    anybody.client.defaults["REMOTE_ADDR"] = "192.0.2.7"
    assert anybody.get(f"{home}search/").status_code == 200
