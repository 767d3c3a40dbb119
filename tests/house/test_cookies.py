"""Over https cookies are this host's alone; a phone that has an earlier page open goes on."""

import json
from pathlib import Path
from typing import Final

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from config.middleware import FormerCookies
from tests.house.test_settings import settings as asked

NAMES: Final = "s.SESSION_COOKIE_NAME, s.CSRF_COOKIE_NAME, s.LANGUAGE_COOKIE_NAME"
SECURE: Final = "s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE, s.LANGUAGE_COOKIE_SECURE"
WHERE: Final = "s.SESSION_COOKIE_PATH, s.CSRF_COOKIE_PATH, s.LANGUAGE_COOKIE_PATH"
WHOSE: Final = "s.SESSION_COOKIE_DOMAIN, s.CSRF_COOKIE_DOMAIN, s.LANGUAGE_COOKIE_DOMAIN"
TOLD: Final = f"__import__('json').dumps([[{NAMES}], [{SECURE}], [{WHERE}], [{WHOSE}]])"


def test_over_https_they_are_of_this_host_alone(tmp_path: Path) -> None:
    names, secure, paths, domains = json.loads(asked(TOLD, tmp_path, HTTPS="1").stdout)
    assert names == ["__Host-sessionid", "__Host-csrftoken", "__Host-django_language"]
    # What browsers ask of such a name.
    assert (secure, paths, domains) == ([True] * 3, ["/"] * 3, [None] * 3)


def test_on_plain_http_they_keep_their_names(tmp_path: Path) -> None:
    names, secure, _paths, _domains = json.loads(asked(TOLD, tmp_path).stdout)
    assert names == ["sessionid", "csrftoken", "django_language"]
    assert secure == [False] * 3


@pytest.mark.parametrize(
    ("sent", "name", "read"),
    [
        ("csrftoken=before", "__Host-csrftoken", "before"),
        ("csrftoken=before; __Host-csrftoken=new", "__Host-csrftoken", "new"),
        ("django_language=fr", "__Host-django_language", "fr"),
        ("sessionid=before", "__Host-sessionid", None),
    ],
    ids=["a token of before", "a new one counts", "a language", "no session"],
)
def test_what_is_read_of_cookies_of_before(settings: object, sent: str, name: str, read: str | None) -> None:
    for setting, cookie in (("CSRF_COOKIE_NAME", "csrftoken"), ("LANGUAGE_COOKIE_NAME", "django_language")):
        setattr(settings, setting, f"__Host-{cookie}")
    settings.HOST_ONLY = "__Host-"  # type: ignore[attr-defined]
    seen: list[str | None] = []

    def view(request: HttpRequest) -> HttpResponse:
        seen.append(request.COOKIES.get(name))
        return HttpResponse()

    FormerCookies(view)(RequestFactory().get("/", headers={"Cookie": sent}))
    assert seen == [read]


@pytest.mark.parametrize(("token", "counts_as"), [("before", "new"), ("a guess", "a guess")])
def test_the_script_of_an_earlier_page_goes_on_beside_a_new_token(
    settings: object, token: str, counts_as: str
) -> None:
    settings.CSRF_COOKIE_NAME, settings.HOST_ONLY = "__Host-csrftoken", "__Host-"  # type: ignore[attr-defined]
    seen: list[str | None] = []

    def view(request: HttpRequest) -> HttpResponse:
        seen.append(request.headers.get("X-CSRFToken"))
        return HttpResponse()

    cookies = "csrftoken=before; __Host-csrftoken=new"
    FormerCookies(view)(RequestFactory().post("/", headers={"Cookie": cookies, "X-CSRFToken": token}))
    assert seen == [counts_as]
