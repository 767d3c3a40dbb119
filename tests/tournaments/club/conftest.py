"""Somebody of whom a club shows something."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.tournaments.an_evening import AnEvening
    from tournaments.club.models import Player


@pytest.fixture
def ada(make_evening: Callable[..., AnEvening]) -> Player:
    """Somebody who has a public page."""
    return make_evening(8, until="published").evening.tickets.order_by("pk")[0].player
