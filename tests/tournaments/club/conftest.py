"""Officers of a club, and of another one; pages name their static files as they are."""

from __future__ import annotations

from tests.tournaments.evening.web.conftest import plain_static_files
from tests.tournaments.evening.web.desk.conftest import desk, stranger

__all__ = ["desk", "plain_static_files", "stranger"]
