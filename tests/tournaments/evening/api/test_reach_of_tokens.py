"""A token may do less than whoever holds it: what lies beyond it is refused, whatever its holder may."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournaments.an_evening import AnEvening
from tests.tournaments.evening.api.callers import Caller
from tests.tournaments.evening.web.desk.at_the_desk import html
from tournaments.club.models import ApiToken, User
from tournaments.club.roles import TokenScope
from tournaments.club.services.tokens import MOST_API_TOKENS, make_api_token

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("static_files_by_their_own_names")]
BEYOND: Final = "beyond-the-token"


def with_token(user: User, reach: TokenScope) -> Caller:
    return Caller(make_api_token(user=user, name="website", at=timezone.now(), reach=reach))


@pytest.mark.parametrize(
    ("method", "path", "body", "allowed"),
    [
        ("GET", "{evening}", None, "look score run keep all"),
        ("GET", "{evening}standings/", None, "look score run keep all"),
        ("GET", "{evening}tickets/", None, "look run keep all"),
        pytest.param("GET", "{evening}links/", None, "run keep all", id="links open tables"),
        ("POST", "{evening}tables/1/preview/", {"hand": {}}, "score run keep all"),
        ("POST", "{evening}stop/", {}, "run keep all"),
        ("GET", "{club}players/", None, "look run keep all"),
        ("POST", "{club}players/", {"name": "Ada"}, "keep all"),
        pytest.param("POST", "/api/v1/score/", {}, "look score run keep all", id="scoring changes nothing"),
    ],
)
def test_a_token_reaches_as_far_as_it_was_made_to(
    playing: AnEvening, director: User, home: str, method: str, path: str, body: Any, allowed: str
) -> None:
    address = path.format(club=home, evening=f"{home}evenings/{playing.evening.slug}/")
    refused = {}
    for reach in TokenScope:
        answer = with_token(director, reach).ask(method, address, body)
        codes = [fault["code"] for fault in answer.json().get("errors", [])]
        refused[reach.name.lower()] = answer.status_code == 403 and codes == [BEYOND]
    assert [name for name, is_refused in refused.items() if not is_refused] == allowed.split()


@pytest.mark.parametrize("reach", TokenScope, ids=lambda reach: reach.name.lower())
def test_a_token_says_how_far_it_reaches(director: User, reach: TokenScope) -> None:
    assert with_token(director, reach).get("/api/v1/me/").json()["reach"] == reach.name.lower()


def test_a_token_made_on_the_page_is_shown_once_and_may_what_was_chosen(
    director: User, client: Client, home: str
) -> None:
    client.force_login(director)
    made = html(client.post("/access/", {"name": "website", "may": TokenScope.LOOK, "days": 30}))
    row = ApiToken.objects.get(user=director, name="website")
    assert (row.reach, row.expires_at - row.made_at) == (TokenScope.LOOK, timedelta(days=30))
    token = made.partition('data-copy="')[2].partition('"')[0]
    assert Caller(token).get(home).status_code == 200
    assert Caller(token).post(f"{home}players/", {"name": "Ada"}).status_code == 403
    assert token not in html(client.get("/access/"))


@pytest.mark.parametrize(
    ("entered", "said"),
    [
        ({"name": ""}, "Nothing was entered"),
        ({"name": "x" * 61}, "at most 60"),
        ({"may": 5}, "5"),
        ({"days": 3650}, "3650"),
    ],
)
def test_a_token_that_cannot_be_is_not_made(
    director: User, client: Client, entered: dict[str, Any], said: str
) -> None:
    client.force_login(director)
    answer = client.post("/access/", {"name": "website", "may": 0, "days": 30, **entered})
    assert answer.status_code == 422
    assert said in html(answer)
    assert not director.api_tokens.exists()


def test_nobody_has_more_tokens_than_anybody_can_look_after(director: User, client: Client) -> None:
    client.force_login(director)
    for _ in range(MOST_API_TOKENS + 1):
        answer = client.post("/access/", {"name": "website", "may": 0, "days": 30})
    assert answer.status_code == 422
    assert "revoke one" in html(answer)
    assert director.api_tokens.count() == MOST_API_TOKENS
