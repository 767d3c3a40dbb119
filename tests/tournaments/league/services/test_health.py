"""Work of leagues that nobody does is a trouble that the program tells of."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.tournaments.conftest import START
from tournaments.club.models import Club
from tournaments.league.services import ledger
from tournaments.operations import health
from tournaments.work import runner


@pytest.mark.parametrize(
    ("seconds", "is_done", "told"),
    [(30, False, False), (90, False, True), (90, True, False)],
    ids=["asked for just now", "left lying", "done"],
)
def test_work_that_waits_for_a_worker(
    club: Club, seconds: int, monkeypatch: pytest.MonkeyPatch, *, is_done: bool, told: bool
) -> None:
    monkeypatch.setattr(health, "has_settled", lambda: True)
    asked = ledger.ask_ratings(club, "chantecler", at=START)
    if is_done:
        runner.run(asked.pk, clock=lambda: START)
    found = health.troubles(at=START + timedelta(seconds=seconds))
    assert bool(found) is told
