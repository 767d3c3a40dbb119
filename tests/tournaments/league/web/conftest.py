"""The same desk and visitors as of evenings."""

from tests.tournaments.evening.web.conftest import plain_static_files
from tests.tournaments.evening.web.desk.conftest import desk, stranger

__all__ = ["desk", "plain_static_files", "stranger"]
