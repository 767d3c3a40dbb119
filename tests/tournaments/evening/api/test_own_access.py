"""One's own tokens and how far they reach, sign-in links, sessions and offices over the REST door."""

from datetime import timedelta
from typing import Any, Final

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from tests.tournaments.an_evening import AnEvening
from tests.tournaments.evening.api.callers import Caller, fault, officer
from tests.tournaments.evening.web.desk.at_the_desk import html
from tests.tournaments.the_rows import unchanged
from tournaments.club.models import ApiToken, Club, Officer, User
from tournaments.club.roles import Role, TokenScope
from tournaments.club.services import tokens
from tournaments.club.services.tokens import MOST_API_TOKENS, make_api_token

pytestmark = pytest.mark.django_db
TOKENS = "/api/v1/me/tokens/"
WEBSITE = {"name": "website", "reach": "look", "days": 30}


def test_a_token_is_made_told_once_and_revoked(desk: Caller, director: User, home: str) -> None:
    made = desk.post(TOKENS, WEBSITE)
    assert (made.status_code, made.headers["Cache-Control"]) == (201, "no-store"), made.content
    assert fault(desk.post(TOKENS, WEBSITE | {"reach": "everything"})) == (400, "reach", "not-a-choice")
    row = ApiToken.objects.get(name="website")
    assert (row.reach, row.expires_at - row.made_at) == (TokenScope.LOOK, timedelta(days=30))
    listed = desk.get(TOKENS)
    assert made.json()["token"] not in listed.content.decode()
    assert {one["name"]: one["is_this"] for one in listed.json()["tokens"]} == {
        "website": False,
        "test": True,
    }
    website = Caller(made.json()["token"])
    assert website.get(home).status_code == 200
    left = desk.ask("DELETE", f"{TOKENS}{row.pk}/").json()["tokens"]
    assert [one["name"] for one in left] == ["test"]
    assert fault(website.get(home)) == (401, "", "bad-token")


@pytest.mark.parametrize("reach", TokenScope, ids=lambda reach: reach.name.lower())
def test_only_a_token_that_may_all_makes_others(director: User, reach: TokenScope) -> None:
    mine = tokens.make_api_token(user=director, name="mine", at=timezone.now(), reach=reach)
    caller, pk = Caller(mine), director.api_tokens.get().pk
    assert caller.get("/api/v1/me/").json()["reach"] == reach.name.lower()
    assert caller.get(TOKENS).status_code == 200
    made = caller.post(TOKENS, WEBSITE | {"reach": "look"})
    ended = caller.ask("DELETE", f"{TOKENS}{pk}/")
    if reach == TokenScope.ALL:
        assert (made.status_code, ended.status_code) == (201, 200)
    else:
        assert fault(made) == fault(ended) == (403, "", "beyond-the-token")
        assert director.api_tokens.count() == 1


def test_what_is_anothers_is_not_there(desk: Caller, stranger: Caller, director: User, club: Club) -> None:
    tokens.make_sign_in_link(user=director, at=timezone.now())
    with unchanged():
        for path in (
            f"tokens/{director.api_tokens.get().pk}/",
            f"sign-in-links/{director.sign_in_links.get().pk}/",
            f"offices/{director.offices.get().pk}/",
            "sessions/1/",
        ):
            assert fault(stranger.ask("DELETE", f"/api/v1/me/{path}")) == (404, "", "not-found"), path


def test_sign_in_links_are_listed_and_revoked(desk: Caller, director: User) -> None:
    token = tokens.make_sign_in_link(user=director, at=timezone.now())
    (link,) = desk.get("/api/v1/me/sign-in-links/").json()["links"]
    assert desk.ask("DELETE", f"/api/v1/me/sign-in-links/{link['id']}/").json() == {"links": [], "next": None}
    assert tokens.use_sign_in_link(token, at=timezone.now()) is None


def test_sessions_are_listed_and_ended(desk: Caller, director: User) -> None:
    browsers = [Caller(), Caller()]
    for browser in browsers:
        browser.client.force_login(director)
    listed = desk.get("/api/v1/me/sessions/").json()["sessions"]
    assert len(listed) == 2
    left = desk.ask("DELETE", f"/api/v1/me/sessions/{listed[0]['id']}/").json()["sessions"]
    assert left == listed[1:]
    assert desk.ask("DELETE", "/api/v1/me/sessions/").json() == {"sessions": []}
    assert not Session.objects.exists()


def test_an_office_is_given_up(club: Club) -> None:
    user = User.objects.create_user("bea")
    office = Officer.objects.create(user=user, club=club, role=Role.DIRECTOR)
    bea = officer(user)
    (told,) = bea.get("/api/v1/me/offices/").json()["offices"]
    assert (told["id"], told["club"], told["role"]) == (office.pk, club.slug, "director")
    assert bea.ask("DELETE", f"/api/v1/me/offices/{office.pk}/").json() == {"offices": [], "next": None}


BEYOND: Final = "beyond-the-token"


def test_a_token_reaches_as_far_as_it_was_made_to(playing: AnEvening, director: User, home: str) -> None:
    evening, callers = f"{home}evenings/{playing.evening.slug}/", {}
    for reach in TokenScope:
        token = make_api_token(user=director, name="website", at=timezone.now(), reach=reach)
        callers[reach.name.lower()] = Caller(token)
    body: Any
    for method, path, body, allowed in (
        ("GET", evening, None, "look score run keep all"),
        ("GET", f"{evening}standings/", None, "look score run keep all"),
        ("GET", f"{evening}tickets/", None, "look run keep all"),
        ("GET", f"{evening}links/", None, "run keep all"),
        ("POST", f"{evening}tables/1/preview/", {"hand": {}}, "score run keep all"),
        ("POST", f"{evening}stop/", {}, "run keep all"),
        ("GET", f"{home}players/", None, "look run keep all"),
        ("POST", f"{home}players/", {"name": "Ada"}, "keep all"),
        ("POST", "/api/v1/score/", {}, "look score run keep all"),
    ):
        answers = {name: caller.ask(method, path, body) for name, caller in callers.items()}
        refused = {name for name, answer in answers.items() if answer.status_code == 403}
        assert [name for name in callers if name not in refused] == allowed.split(), path
        assert {fault(answers[name]) for name in refused} <= {(403, "", BEYOND)}, path


def test_a_token_made_on_the_page_is_shown_once(director: User, client: Client, home: str) -> None:
    client.force_login(director)
    made = html(client.post("/access/", {"name": "website", "may": TokenScope.LOOK, "days": 30}))
    row = ApiToken.objects.get(user=director, name="website")
    assert (row.reach, row.expires_at - row.made_at) == (TokenScope.LOOK, timedelta(days=30))
    token = made.partition('data-copy="')[2].partition('"')[0]
    assert Caller(token).get(home).status_code == 200
    assert Caller(token).post(f"{home}players/", {"name": "Ada"}).status_code == 403
    assert token not in html(client.get("/access/"))
    for _ in range(MOST_API_TOKENS + 1):
        answer = client.post("/access/", {"name": "website", "may": 0, "days": 30})
    assert answer.status_code == 422
    assert "revoke one" in html(answer)
    assert director.api_tokens.count() == MOST_API_TOKENS


def test_a_token_that_cannot_be_is_not_made(director: User, client: Client) -> None:
    client.force_login(director)
    entered: dict[str, Any]
    for entered, said in (
        ({"name": ""}, "Nothing was entered"),
        ({"name": "x" * 61}, "at most 60"),
        ({"may": 5}, "5"),
        ({"days": 3650}, "3650"),
    ):
        answer = client.post("/access/", {"name": "website", "may": 0, "days": 30, **entered})
        assert (answer.status_code, said in html(answer)) == (422, True), said
    assert not director.api_tokens.exists()
