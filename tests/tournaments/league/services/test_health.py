"""Work of leagues that nobody does is a trouble that the program tells of."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.tournaments.conftest import START
from tournaments.club.models import Club
from tournaments.league.services import work
from tournaments.operations.health import troubles
from tournaments.work import runner


@pytest.mark.parametrize(
    ("seconds", "is_done", "told"),
    [
        pytest.param(30, False, False, id="asked for just now"),
        pytest.param(90, False, True, id="left lying"),
        pytest.param(90, True, False, id="done"),
    ],
)
def test_work_that_waits_for_a_worker(club: Club, seconds: int, *, is_done: bool, told: bool) -> None:
    asked = work.ask_ratings(club, "chantecler", at=START)
    if is_done:
        runner.run(asked.pk, clock=lambda: START)
    found = troubles(at=START + timedelta(seconds=seconds))
    assert bool(found) is told
