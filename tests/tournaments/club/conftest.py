"""Officers of a club, and of another one; pages name their static files as they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.tournaments.evening.web.conftest import plain_static_files
from tests.tournaments.evening.web.desk.conftest import desk, stranger

if TYPE_CHECKING:
    from tests.tournaments.an_evening import AnEvening
    from tournaments.club.models import Player

__all__ = ["ada", "desk", "plain_static_files", "stranger"]


@pytest.fixture
def ada(make_evening: Callable[..., AnEvening]) -> Player:
    """Somebody who has a public page."""
    return make_evening(8, until="published").evening.tickets.order_by("pk")[0].player
