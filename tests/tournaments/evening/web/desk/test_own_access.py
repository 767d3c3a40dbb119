"""The page of one's own API tokens and sign-in links: what there is, and taking it back."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournaments.evening.web.desk.at_the_desk import Desk, html
from tournaments.club.models import ApiToken, SignInLink, User
from tournaments.club.reads.access import live_api_token
from tournaments.club.services import tokens


@pytest.fixture
def opening(director: User) -> tuple[str, str]:
    """A token and a link of the director."""
    at = timezone.now()
    return tokens.make_api_token(user=director, name="the printer", at=at), tokens.make_sign_in_link(
        user=director, at=at
    )


def test_they_are_listed_with_their_dates_and_without_what_opens(
    desk: Desk, opening: tuple[str, str]
) -> None:
    page = html(desk.client.get("/access/"))
    assert "the printer" in page
    assert "Never used." in page
    assert page.count("expires") == 2
    assert "Anybody with such a link can sign in as you, once." in page
    assert not [secret for secret in opening if secret in page]


def test_what_is_taken_back_opens_nothing_and_is_gone_from_the_page(
    desk: Desk, opening: tuple[str, str]
) -> None:
    for kind, row in (("token", ApiToken.objects.get()), ("link", SignInLink.objects.get())):
        answer = desk.client.post(f"/access/{kind}/{row.pk}/revoke/", follow=True)
        assert "It no longer works." in html(answer)
    token, link = opening
    assert live_api_token(tokens.hashed(token), at=timezone.now()) is None
    assert tokens.use_sign_in_link(link, at=timezone.now()) is None
    page = html(desk.client.get("/access/"))
    assert "You have no tokens." in page
    assert "No link is waiting to be used." in page


@pytest.mark.parametrize("kind", ["token", "link"])
def test_nobody_sees_or_takes_back_what_is_somebody_elses(
    stranger: Client, opening: tuple[str, str], kind: str
) -> None:
    assert "the printer" not in html(stranger.get("/access/"))
    row = ApiToken.objects.get() if kind == "token" else SignInLink.objects.get()
    assert stranger.post(f"/access/{kind}/{row.pk}/revoke/").status_code == 404
    row.refresh_from_db()
    assert row.revoked_at is None


def test_it_is_for_those_who_are_signed_in(client: Client, opening: tuple[str, str]) -> None:
    assert client.get("/access/")["Location"] == "/sign-in/?next=/access/"
    assert client.post("/access/token/1/revoke/").status_code == 302
