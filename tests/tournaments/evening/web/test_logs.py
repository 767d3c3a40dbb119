"""What is logged opens nothing: no token of an address stands in a line."""

import logging
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils.module_loading import import_string

pytestmark = pytest.mark.django_db
TOKEN = "a-token-of-somebody"


def routes(patterns: Any, prefix: str = "") -> Iterator[str]:
    """Every address of the house as a pattern."""
    for pattern in patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, route)
        elif isinstance(pattern, URLPattern):
            yield route


WITH_TOKENS = sorted(route for route in routes(get_resolver().url_patterns) if "<str:" in route)


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> Iterator[list[str]]:
    """What the terminal shows, as the settings have it."""
    told: Any = settings.LOGGING["formatters"]
    told = told["line"]
    formatter = import_string(told["()"])(told["format"])
    seen: list[str] = []

    class Terminal(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            seen.append(formatter.format(record))

    terminal, root = Terminal(), logging.getLogger()
    before = root.level
    root.addHandler(terminal)
    root.setLevel(logging.DEBUG)
    yield seen
    root.removeHandler(terminal)
    root.setLevel(before)


def test_there_are_addresses_with_tokens() -> None:
    assert {"t/<str:token>/", "p/<str:token>/", "sign-in/<str:token>/"} <= set(WITH_TOKENS)


@pytest.mark.parametrize("method", ["get", "post", "delete"])
def test_no_token_of_a_request_is_logged(lines: list[str], method: str) -> None:
    forged = Client(enforce_csrf_checks=True, raise_request_exception=False)
    for route in WITH_TOKENS:
        address = "/" + re.sub("<str:[^>]*>", TOKEN, route)
        for path in (address, address.rstrip("/")):
            getattr(forged, method)(path)
        assert any(address.partition(TOKEN)[0] in line for line in lines) or method == "get", route
    assert not [line for line in lines if TOKEN in line]


def test_neither_does_a_traceback_tell_it(lines: list[str]) -> None:
    failed = ValueError(f"no way to /t/{TOKEN}/")
    logging.getLogger("tournaments.live.bridge").error("GET /p/%s/", TOKEN, exc_info=failed)
    assert "ValueError: no way to /t/…/" in lines[-1]
    assert TOKEN not in lines[-1]


def test_every_handler_of_the_settings_writes_so() -> None:
    told: Any = settings.LOGGING
    assert {handler["formatter"] for handler in told["handlers"].values()} == {"line"}
    assert told["loggers"]["django.server"] == {"handlers": ["terminal"], "propagate": False}
