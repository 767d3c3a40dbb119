"""The same desk as of evenings."""

from tests.tournaments.evening.web.desk.conftest import desk, stranger

__all__ = ["desk", "stranger"]
