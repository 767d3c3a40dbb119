"""An evening for every way in which a search for a schedule can stand, with the widest figures."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final
from unittest.mock import patch

from django.db.models import F

from tests.browser.stage import a_club, evening_in

STATES: Final = ("dropped", "failed", "begun", "under way", "worse", "found")
MANY_MOVES: Final = 123_456_789
REMARK: Final = f"ArithmeticError: {'a' * 60}"


def put(planning: Any, state: str) -> None:
    """Let a search stand as `state` says; the sweep does not find it before tomorrow."""
    seats, widest = planning.announced["rounds"], {"moves": MANY_MOVES, "milliseconds": 59_900}
    worst = {**planning.announced, "rounds": [seats[0]] * len(seats)}
    found: dict[str, dict[str, Any]] = {
        "dropped": {"stage": "dropped"},
        "failed": {"stage": "dropped", "remark": REMARK},
        "begun": {"stage": "searching", "announced": None, "moves": 0, "milliseconds": 0},
        "under way": {"stage": "searching", **widest, "stop_asked": True},
        "worse": {"announced": worst, **widest},
        "found": widest,
    }
    for name, value in found[state].items():
        setattr(planning, name, value)
    planning.jobs.update(due_at=F("due_at") + timedelta(days=1))
    planning.save()


def make(slug: str) -> dict[str, str]:
    """Make them; their addresses."""
    club = a_club(slug)
    found = {}
    with patch("tournaments.work.outbox.send"):  # no worker hears of a search
        for state in STATES:
            evening = evening_in(club, "drawn_up").evening
            put(evening.plannings.get(), state)
            found[state] = f"{club.slug}/{evening.slug}"
    return found
