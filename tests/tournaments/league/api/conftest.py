"""The same clients as of evenings."""

from tests.tournaments.evening.api.conftest import anybody, clock, desk, home, phone, playing, stranger

__all__ = ["anybody", "clock", "desk", "home", "phone", "playing", "stranger"]
