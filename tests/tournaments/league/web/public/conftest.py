"""The same visitors as of evenings."""

from tests.tournaments.evening.web.public.conftest import visit

__all__ = ["visit"]
