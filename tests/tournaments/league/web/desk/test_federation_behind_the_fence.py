"""What clubs of a federation do with each other, as the web server's own role: the same tests, behind the fence."""

import pytest

from tests.tournaments.league.web.desk.test_federation import *  # noqa: F403

pytestmark = [pytest.mark.django_db, pytest.mark.services, pytest.mark.usefixtures("fence")]
