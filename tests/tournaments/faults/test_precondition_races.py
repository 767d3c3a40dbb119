"""Two who change the same thing at the same moment, each only if it still stands as they have seen it."""

from __future__ import annotations

import threading
from contextlib import suppress
from functools import partial
from typing import Any

import pytest

from tests.tournaments.evening.api.callers import Caller, officer
from tests.tournaments.faults.together import a_moment, at_once, without_locks
from tournaments.club.api import views
from tournaments.club.models import Club, User

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]
NIGHT = {"weekday": 4, "name": "Fridays"}


def both_have_seen_the_same(club: Club, director: User) -> list[int]:
    """What two officers are answered of whom each renames a night; whoever has looked waits for the other."""
    token = officer(director).token
    home = f"/api/v1/clubs/{club.slug}/nights/"
    night = f"{home}{Caller(token).post(home, NIGHT).json()['id']}/"
    seen = {"If-Match": Caller(token).get(night).headers["ETag"]}
    barrier, look = threading.Barrier(2), views._as_it_stands

    def look_and_wait(request: Any) -> str | None:
        shown = look(request)
        with suppress(threading.BrokenBarrierError):
            barrier.wait(a_moment())
        return shown

    def rename(name: str) -> int:
        status: int = Caller(token).ask("PUT", night, {**NIGHT, "name": name}, **seen).status_code
        return status

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(views, "_as_it_stands", look_and_wait)
        outcomes = at_once([partial(rename, name) for name in ("Mine", "Theirs")])
    return sorted(int(str(outcome.value)) for outcome in outcomes)


def test_one_of_them_is_told_that_it_is_not_as_it_was(club: Club, director: User) -> None:
    assert both_have_seen_the_same(club, director) == [200, 412]


def test_control_without_the_lock_one_undoes_what_it_has_not_seen(club: Club, director: User) -> None:
    with without_locks():
        assert both_have_seen_the_same(club, director) == [200, 200]
