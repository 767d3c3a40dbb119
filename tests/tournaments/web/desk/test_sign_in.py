"""Coming in by password or by a link that works once, and going out."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournaments.web.desk.at_the_desk import Desk, html
from tournaments.models import Club, User
from tournaments.services.access import make_sign_in_link

PASSWORD = "a long enough password"


@pytest.fixture
def door(club: Club, client: Client) -> Client:
    """A browser in which nobody is signed in."""
    return client


def enters(door: Client, **fields: str) -> object:
    return door.post(reverse("web:sign-in"), fields)


def test_the_password_leads_to_the_desk(door: Client) -> None:
    answer = door.post(reverse("web:sign-in"), {"username": "director", "password": PASSWORD}, follow=True)
    assert answer.redirect_chain[-1][0] == "/desk/rooster-club/"


def test_the_password_leads_back_to_the_page_that_was_asked_for(door: Client) -> None:
    asked = door.get("/desk/rooster-club/members/")
    assert asked["Location"] == "/sign-in/?next=/desk/rooster-club/members/"
    entered = {"username": "director", "password": PASSWORD, "next": "/desk/rooster-club/members/"}
    assert door.post(reverse("web:sign-in"), entered)["Location"] == "/desk/rooster-club/members/"


def test_no_other_host_is_led_to(door: Client) -> None:
    entered = {"username": "director", "password": PASSWORD, "next": "https://example.org/"}
    assert door.post(reverse("web:sign-in"), entered)["Location"] == "/desk/"


def test_a_wrong_password_says_so_and_keeps_the_name(door: Client) -> None:
    page = html(door.post(reverse("web:sign-in"), {"username": "director", "password": "wrong"}))
    assert 'value="director"' in page
    assert "field__error" in page
    assert "wrong" not in page.partition("<main")[2].partition("</main>")[0].replace("was wrong", "")


def test_after_ten_wrong_passwords_the_name_waits(door: Client) -> None:
    for _ in range(10):
        answer = door.post(reverse("web:sign-in"), {"username": "director", "password": "wrong"})
    assert answer.status_code == 429
    assert "Too many attempts" in html(answer)
    assert "director" in html(answer)
    right = door.post(reverse("web:sign-in"), {"username": "director", "password": PASSWORD})
    assert right.status_code == 429


def test_looking_at_a_link_does_not_use_it_up(door: Client, director: User) -> None:
    url = reverse("web:sign-in-link", args=[make_sign_in_link(user=director, at=timezone.now())])
    for _ in range(3):
        looked = door.get(url)
        assert looked.status_code == 200
        assert "Sign me in" in html(looked)
        assert looked["Cache-Control"].startswith("max-age=0, no-cache, no-store")
    assert door.post(url, follow=True).redirect_chain[-1][0] == "/desk/rooster-club/"


def test_a_link_works_once(door: Client, director: User) -> None:
    url = reverse("web:sign-in-link", args=[make_sign_in_link(user=director, at=timezone.now())])
    door.post(url)
    answer = Client().post(url)
    assert answer.status_code == 410
    assert "no longer works" in html(answer)


@pytest.mark.parametrize(
    "token", ["x", "ü" * 20, "A" * 500], ids=["too short", "no letters of ours", "far too long"]
)
def test_a_guessed_link_opens_nothing(door: Client, token: str) -> None:
    assert door.post(reverse("web:sign-in-link", args=[token])).status_code == 410
    assert "_auth_user_id" not in door.session


def test_an_expired_link_opens_nothing(door: Client, director: User) -> None:
    token = make_sign_in_link(user=director, at=timezone.now() - timedelta(hours=25))
    assert door.post(reverse("web:sign-in-link", args=[token])).status_code == 410


def test_signing_out_asks_when_it_was_only_a_link(desk: Desk) -> None:
    url = reverse("web:sign-out")
    assert "Sign out?" in html(desk.client.get(url))
    assert "_auth_user_id" in desk.client.session
    answer = desk.client.post(url, follow=True)
    assert "You are signed out." in html(answer)
    assert "_auth_user_id" not in desk.client.session
