"""Somebody with an account, and what it takes to sign them in: by password, code and link."""

import re
from datetime import datetime

import pyotp
from django.test import Client

from tests.tournaments.evening.web.desk.at_the_desk import html
from tournaments.club.models import User
from tournaments.club.services import factors

PASSWORD = "five of owls takes it"
OTHER = "nine bells ring at dawn"
ACCOUNT = "/access/account/"


def make(username: str = "bea", email: str = "") -> User:
    return User.objects.create_user(username, password=PASSWORD, first_name="Bea Lowe", email=email)


def enter(user: User, password: str = PASSWORD, client: Client | None = None) -> Client:
    """A browser in which the password was entered."""
    browser = client or Client(headers={"user-agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0"})
    browser.post("/sign-in/", {"username": user.username, "password": password})
    return browser


def is_in(client: Client) -> bool:
    return client.get(ACCOUNT).status_code == 200


def with_app(user: User, at: datetime) -> str:
    """The secret of an app that `user` has from a minute before `at` on."""
    secret = factors.new_secret()
    then = datetime.fromtimestamp(at.timestamp() - 120, at.tzinfo)
    factors.add_app(user=user, secret=secret, code=pyotp.TOTP(secret).at(then), at=then)
    return secret


def link_in(text: str, name: str) -> str:
    found = re.search(rf"http\S+?(/{name}/[\w-]+/)", text)
    assert found, text
    return found[1]


def shown_link(answer: object, name: str) -> str:
    return link_in(html(answer), name)
