"""Callers of the REST door, with the token they send."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from pydantic import BaseModel

from tests.tournaments.an_evening import AnEvening
from tournaments.club.models import ApiToken, User
from tournaments.club.services.tokens import make_api_token
from tournaments.evening.models import TableLink
from tournaments.evening.services.links import link_token


@dataclass
class Caller:
    """Sends JSON with `token`, and takes a 500 as an answer rather than as an exception.

    `phone` is the token that tells it from the other phones of its table; empty where it has none.
    """

    token: str = ""
    phone: str = ""
    client: Client = field(default_factory=lambda: Client(raise_request_exception=False))
    keys: count[int] = field(default_factory=count)
    csrf: str = ""

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """The answer; `body` is text as it is, or anything that becomes JSON."""
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if self.csrf:
            headers["X-CSRFToken"] = self.csrf
        if self.phone:
            headers["Table-Phone"] = self.phone
        if body is None:
            return self.client.generic(method, path, headers=headers)
        text = body if isinstance(body, (str, bytes)) else json.dumps(body)
        return self.client.generic(method, path, text, content_type="application/json", headers=headers)

    def get(self, path: str, **headers: str) -> Any:
        return self.ask("GET", path, **headers)

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        return self.ask("POST", path, body, **headers)

    def hand(self, path: str, hand: Any, *, key: str | None = None, **more: Any) -> HttpResponse:
        """Enter a hand at the table with this address."""
        key = f"{self.phone}-{next(self.keys)}" if key is None else key
        answer: HttpResponse = self.post(f"{path}hands/", {"hand": hand, **more}, **{"Idempotency-Key": key})
        return answer


def in_a_browser(user: User) -> Caller:
    """`user` signed in, as a page of the program asks: by the session, with its token against forged requests."""
    client = Client(raise_request_exception=False, enforce_csrf_checks=True)
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    client.cookies["csrftoken"] = secret = "c" * 32
    return Caller(client=client, csrf=secret)


def officer(user: User) -> Caller:
    """`user` with an API token that has been used just now: noting that costs no request of a test a statement."""
    token = make_api_token(user=user, name="test", at=timezone.now())
    ApiToken.objects.filter(user=user).update(last_used_at=timezone.now())
    return Caller(token)


def at_table(evening: AnEvening, number: int, phone: str = "") -> Caller:
    """A phone that opened the link of this table; `phone` is its own token, if it tells which one it is."""
    link = TableLink.objects.get(
        table__evening=evening.evening, table__number=number, revoked_at__isnull=True
    )
    return Caller(link_token(link), phone)


def address(evening: AnEvening, number: int | None = None) -> str:
    found = f"/api/v1/clubs/{evening.evening.club.slug}/evenings/{evening.evening.slug}/"
    return found if number is None else f"{found}tables/{number}/"


def fault(answer: Any) -> tuple[int, str, str]:
    """Status, field and code of an answer that refuses one thing."""
    (problem,) = answer.json()["errors"]
    assert set(problem) == {"field", "code", "message"}
    assert problem["message"]
    return answer.status_code, problem["field"], problem["code"]


def held(answer: Any, model: type[BaseModel], status: int = 200) -> Any:
    """The answer as data, after it was read as strictly as its schema is written."""
    assert answer.status_code == status, answer.content
    model.model_validate_json(answer.content, strict=True)
    return answer.json()
