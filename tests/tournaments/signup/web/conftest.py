"""The same pages as of evenings, and a desk with its director signed in."""

from tests.tournaments.evening.web.conftest import plain_static_files
from tests.tournaments.evening.web.desk.conftest import desk, stranger

__all__ = ["desk", "plain_static_files", "stranger"]
