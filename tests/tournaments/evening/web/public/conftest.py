"""Visitors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.an_evening import AnEvening


@pytest.fixture
def visit(client: Client) -> Callable[..., Any]:
    """Reads a page of an evening without signing in: `visit(evening, "wall/")`."""

    def read(evening: AnEvening, page: str = "", **headers: str) -> Any:
        found = evening.evening
        return client.get(f"/c/{found.club.slug}/{found.slug}/{page}", headers=headers)

    return read
