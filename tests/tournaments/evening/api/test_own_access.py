"""One's own tokens, sign-in links, sessions and offices over the REST door."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from tests.tournaments.evening.api.callers import Caller, fault, officer
from tests.tournaments.the_rows import everything
from tournaments.club.models import AnsweredRequest, ApiToken, Club, Officer, User
from tournaments.club.roles import Role, TokenScope
from tournaments.club.services import tokens

TOKENS = "/api/v1/me/tokens/"
WEBSITE = {"name": "website", "reach": "look", "days": 30}


def test_a_token_is_made_told_once_and_revoked(desk: Caller, director: User, home: str) -> None:
    made = desk.post(TOKENS, WEBSITE)
    assert (made.status_code, made.headers["Cache-Control"]) == (201, "no-store"), made.content
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


def test_a_retry_tells_the_same_token_which_is_kept_sealed(desk: Caller) -> None:
    first, second = (desk.post(TOKENS, WEBSITE, **{"Idempotency-Key": "first"}) for _ in range(2))
    assert (second.content, second.headers["Cache-Control"]) == (first.content, "no-store")
    assert ApiToken.objects.filter(name="website").count() == 1
    kept = AnsweredRequest.objects.get()
    assert first.json()["token"] not in f"{kept.body}{kept.headers}"


@pytest.mark.parametrize("reach", TokenScope, ids=lambda reach: reach.name.lower())
def test_only_a_token_that_may_all_makes_and_revokes_any(director: User, reach: TokenScope) -> None:
    mine = tokens.make_api_token(user=director, name="mine", at=timezone.now(), reach=reach)
    caller, pk = Caller(mine), director.api_tokens.get().pk
    assert caller.get(TOKENS).status_code == 200
    made = caller.post(TOKENS, WEBSITE | {"reach": "look"})
    ended = caller.ask("DELETE", f"{TOKENS}{pk}/")
    if reach == TokenScope.ALL:
        assert (made.status_code, ended.status_code) == (201, 200)
    else:
        assert fault(made) == fault(ended) == (403, "", "beyond-the-token")
        assert director.api_tokens.count() == 1


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"name": " "}, ("name", "empty")),
        ({"reach": "everything"}, ("reach", "not-a-choice")),
        ({"days": 366}, ("days", "out-of-range")),
        ({"user": 1}, ("user", "unknown-field")),
    ],
)
def test_what_is_no_token(desk: Caller, changed: Any, expected: tuple[str, str]) -> None:
    before = everything()
    assert fault(desk.post(TOKENS, WEBSITE | changed)) == (400, *expected)
    assert everything() == before


def test_what_is_somebody_elses_is_not_there(
    desk: Caller, stranger: Caller, director: User, club: Club
) -> None:
    tokens.make_sign_in_link(user=director, at=timezone.now())
    before = everything()
    for path in (
        f"tokens/{director.api_tokens.get().pk}/",
        f"sign-in-links/{director.sign_in_links.get().pk}/",
        f"offices/{director.offices.get().pk}/",
        "sessions/1/",
    ):
        assert fault(stranger.ask("DELETE", f"/api/v1/me/{path}")) == (404, "", "not-found"), path
    assert everything() == before


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
