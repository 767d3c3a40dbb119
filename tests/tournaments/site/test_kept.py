"""What is kept in memory: made once for whoever may see the very same, in bounds, with nobody's token in it."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.middleware.csrf import CsrfViewMiddleware
from django.test import RequestFactory
from django.utils import translation

from tournaments.site.web import pages as kept
from tournaments.site.web.pages import Kept, kept_form, kept_part, stand_in

PART = "table/parts/call.html"
CALLS = {"call_urls": {"call": "/here/"}, "call_reasons": [("rules", "A question of the rules")]}


pytestmark = pytest.mark.usefixtures("static_files_by_their_own_names")


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    kept.PARTS.clear()


def passes(token: str, secret: str) -> bool:
    """Whether a form with the token comes through from the browser whose cookie has the secret."""
    request = RequestFactory().post("/", {"csrfmiddlewaretoken": token})
    request.COOKIES[settings.CSRF_COOKIE_NAME] = secret
    check = CsrfViewMiddleware(lambda _: HttpResponse())
    check.process_request(request)
    return check.process_view(request, lambda _: HttpResponse(), (), {}) is None


def test_what_was_asked_for_last_stays_longest() -> None:
    few = Kept[str](most=10)
    for name in ("a", "b"):
        few.put(name, name, 5)
    few.get("a")
    few.put("c", "c", 4)
    assert [few.get(name) for name in "abc"] == ["a", None, "c"]


@pytest.mark.parametrize(("lengths", "there"), [([4, 4], "b"), ([4, 6], "b"), ([4, 11], None)])
def test_it_never_holds_more_than_it_may(lengths: list[int], there: str | None) -> None:
    few = Kept[str](most=10)
    for text, length in zip("ab", lengths, strict=True):
        few.put("one", text, length)
    assert few.get("one") == there


def test_a_part_is_made_once_for_each_key_and_language(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def part(key: str) -> str:
        def make() -> dict[str, Any]:
            made.append(f"{key} {translation.get_language()}")
            return CALLS

        return kept_part(PART, key, make)

    first = part("one")
    assert (part("one"), part("two")) == (first, first)
    with translation.override("fr"):
        assert part("one") != first
    assert made == ["one en", "two en", "one fr"]
    monkeypatch.setattr(settings, "DEBUG", True)
    part("one")
    assert len(made) == 4, "whoever writes templates sees them at once"


def test_everybody_gets_a_token_of_their_own() -> None:
    requests = [RequestFactory().get("/") for _ in range(2)]
    pages = [kept_form(request, PART, "one", lambda: CALLS) for request in requests]
    tokens = [page.partition('name="csrfmiddlewaretoken" value="')[2].partition('"')[0] for page in pages]
    for request, token in zip(requests, tokens, strict=True):
        assert passes(token, request.META["CSRF_COOKIE"])
    assert not passes(tokens[0], requests[1].META["CSRF_COOKIE"])
    assert kept.CSRF not in "".join(pages)


def test_what_differs_each_time_is_filled_in() -> None:
    request = RequestFactory().get("/")
    told = {**CALLS, "call_reasons": [("rules", stand_in("who"))]}
    pages = [kept_form(request, PART, "one", lambda: told, who=name) for name in ("Ann", "Ben")]
    assert ["Ann" in page for page in pages] == [True, False]
    assert ["Ben" in page for page in pages] == [False, True]
