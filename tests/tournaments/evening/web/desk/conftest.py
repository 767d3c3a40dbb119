"""A desk with its director signed in, and somebody who directs another club."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from django.test import Client

    from tests.tournaments.an_evening import AnEvening
    from tests.tournaments.evening.web.desk.at_the_desk import Desk, DeskAt
    from tournaments.club.models import Club, User


@pytest.fixture
def desk(club: Club, director: User) -> Desk:
    from tests.tournaments.evening.web.desk.at_the_desk import Desk, signed_in

    return Desk(signed_in(director), club)


@pytest.fixture
def desk_at(desk: Desk, make_evening: Callable[..., AnEvening]) -> DeskAt:
    """The desk at an evening, and the evening: `here, room = desk_at(8, until="bell")`."""

    def sit_down(players: int, **told: Any) -> tuple[Desk, AnEvening]:
        room = make_evening(players, **told)
        return desk.of(room), room

    return sit_down


@pytest.fixture
def stranger(db: None) -> Client:
    from tests.tournaments.evening.web.desk.at_the_desk import signed_in
    from tournaments.club.models import User
    from tournaments.club.services import clubs

    user = User.objects.create_user("stranger", password="another long password")
    clubs.make_club(name="Owl Club", director=user, time_zone="UTC", at=datetime(2026, 11, 1, tzinfo=UTC))
    return signed_in(user)
