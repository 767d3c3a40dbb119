"""A director at the desk: opens pages by name and presses what is on them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.http import QueryDict
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import get_random_string

from config.sessions import SessionStore
from tests.tournaments.an_evening import AnEvening
from tournaments.club.models import Club, User
from tournaments.club.web.account import SEEN

BACKEND = "django.contrib.auth.backends.ModelBackend"
PAGE = "text/html"


def signed_in(user: User) -> Client:
    """A browser of somebody who has been signed in for long: there is no note of when that was."""
    client, session, key = Client(), SessionStore(), get_random_string(32)
    session.update({SESSION_KEY: str(user.pk), BACKEND_SESSION_KEY: BACKEND})
    session.update({HASH_SESSION_KEY: user.get_session_auth_hash(), SEEN: int(timezone.now().timestamp())})
    session._session_key = key
    session.save(must_create=True)
    client.cookies[settings.SESSION_COOKIE_NAME] = key
    return client


@dataclass
class Desk:
    """The desk of one club, and of one of its evenings once `of` has named it."""

    client: Client
    club: Club
    room: AnEvening | None = None

    def of(self, room: AnEvening) -> Desk:
        return Desk(self.client, self.club, room)

    def url(self, name: str, *args: object) -> str:
        """The address of a page: of the evening where there is one."""
        where = [self.club.slug]
        words = ("desk-club", "desk-new", "desk-forecast", "desk-preset", "member", "house-rules")
        of_the_club = any(word in name for word in words)
        if self.room is not None and not of_the_club:
            where.append(self.room.evening.slug)
        return reverse(f"web:{name}", args=[*where, *args])

    def see(self, name: str = "desk-evening", /, *args: object, **query: Any) -> str:
        answer = self.client.get(self.url(name, *args), query)
        assert answer.status_code == 200, (name, answer.status_code)
        return html(answer)

    def press(self, name: str, /, *args: object, **entered: Any) -> str:
        answer = self.client.post(self.url(name, *args), entered)
        assert answer.status_code == 302, (answer.status_code, errors(answer))
        shown = self.client.get(answer["Location"])
        assert shown.status_code == 200
        if self.room is not None:
            # The desk acts by the clock on the wall: what the room does next comes after it.
            self.room.at = max(self.room.at, timezone.now())
            self.room.read()
        return html(shown)

    def refused(self, name: str, /, *args: object, **entered: Any) -> str:
        """Post a form that is refused; the text of the page that comes back with what was entered."""
        answer = self.client.post(self.url(name, *args), entered)
        assert answer.status_code == 422, answer.status_code
        return html(answer)

    def do(self, act: str, /, **entered: Any) -> str:
        return self.press("desk-act", act, **entered)


DeskAt = Callable[..., tuple[Desk, AnEvening]]
"""Brings an evening as far as a test needs it, and sits down at its desk."""


def html(answer: Any) -> str:
    assert answer["Content-Type"].startswith(PAGE)
    return " ".join(answer.content.decode().split())


def errors(answer: Any) -> list[str]:
    return re.findall(r'class="field__error".*?<span>(.*?)</span>', answer.content.decode(), re.S)


def words(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def looked(page: str, **changed: Any) -> dict[str, Any]:
    """What the page of a list sends as it stands, but for what is `changed`."""
    hidden = dict(
        re.findall(r'type="hidden" name="(names|colour|seen|guests)" value="(.*?)"', page, re.DOTALL)
    )
    return {**hidden, "take": re.findall(r'name="take"\s+value="(.*?)"[^>]*checked', page), **changed}


def next_step(page: str) -> str:
    """The words of the one primary action."""
    found = re.findall(r'id="next".*?>(.*?)</(?:button|a)>', page)
    assert len(found) == 1
    return words(found[0])


def is_ready(page: str) -> bool:
    """Whether the primary action can be pressed."""
    tag = re.search(r'<(?:button|a) [^>]*id="next"[^>]*>', page)
    assert tag is not None
    return "disabled" not in tag[0]


def as_sent(form: forms.Form) -> QueryDict:
    """What a browser sends for a form as it is shown."""
    sent = QueryDict(mutable=True)
    for name in form.fields:
        shown = form[name].value()
        for value in shown if isinstance(shown, list | tuple) else [shown]:
            if value is not None and value is not False:
                sent.appendlist(name, str(value))
    return sent
