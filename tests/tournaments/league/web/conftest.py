"""The same desk and visitors as of evenings."""

from tests.tournaments.evening.web.conftest import plain_static_files

__all__ = ["plain_static_files"]
