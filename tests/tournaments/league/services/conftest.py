"""What tests of leagues share."""

import pytest

from tests.tournaments.conftest import START
from tournaments.club.models import Club, User
from tournaments.club.services import clubs


@pytest.fixture
def elsewhere(director: User) -> Club:
    """Another club, which knows nobody yet."""
    return clubs.make_club(name="Owl Club", director=director, time_zone="Europe/London", at=START)
