"""Requests of tests that run as the web server's own role, behind the fence around each club.

The tests themselves stay the owner, whose transaction a request shares: the role is taken for the request and laid
down after it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection
from django.http import HttpRequest, HttpResponse

from config.tenant_guard import TenantGuard
from tests.services import WEB

_as_it_is = TenantGuard.__call__


@contextmanager
def as_the_web() -> Iterator[None]:
    """The statements of the block are those of the role of the web server; taking it counts as none of them."""
    connection.ensure_connection()
    driver: Any = connection.connection
    driver.execute(f"SET ROLE {WEB}")
    try:
        yield
    finally:
        driver.execute("RESET ROLE")


def _asked(self: TenantGuard, request: HttpRequest) -> HttpResponse:
    with as_the_web():
        return _as_it_is(self, request)


@contextmanager
def standing(settings: Any, patch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whatever is asked of the server while the block runs meets the fence."""
    settings.WEB_DATABASE = connection.settings_dict
    patch.setattr(TenantGuard, "__call__", _asked)
    yield
    connection.ground = None  # type: ignore[attr-defined]  # of config.postgresql
