"""Clients of the REST door: a director with a token, a phone at a table, and somebody from next door."""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import count
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.tournaments.an_evening import AnEvening
    from tests.tournaments.evening.api.callers import Caller
    from tournaments.club.models import Club, User


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[], datetime]:
    """The doors' clock: an hour after the evenings of the tests begin, and a second later at each look."""
    from django.utils import timezone

    from tests.tournaments.conftest import START

    seconds = count(3600)

    def now() -> datetime:
        return START + timedelta(seconds=next(seconds))

    monkeypatch.setattr(timezone, "now", now)
    return now


@pytest.fixture
def desk(director: User) -> Caller:
    from tests.tournaments.evening.api.callers import officer

    return officer(director)


@pytest.fixture
def stranger(db: None) -> Caller:
    from django.utils import timezone

    from tests.tournaments.evening.api.callers import officer
    from tournaments.club.models import User
    from tournaments.club.services import clubs

    user = User.objects.create_user("stranger", password="another long password")
    clubs.make_club(name="Next Door", director=user, time_zone="UTC", at=timezone.now())
    return officer(user)


@pytest.fixture
def anybody() -> Caller:
    from tests.tournaments.evening.api.callers import Caller

    return Caller()


@pytest.fixture
def playing(make_evening: Callable[..., AnEvening]) -> AnEvening:
    """An evening of three tables and two people sitting out, in its first round."""
    return make_evening(until="playing")


@pytest.fixture
def phone(playing: AnEvening) -> Caller:
    from tests.tournaments.evening.api.callers import at_table

    return at_table(playing, 2)


@pytest.fixture
def home(club: Club) -> str:
    return f"/api/v1/clubs/{club.slug}/"


@pytest.fixture
def table(playing: AnEvening) -> str:
    from tests.tournaments.evening.api.callers import address

    return address(playing, 2)
