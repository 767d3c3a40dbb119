"""Two who change different parts of the same thing at the same moment: each part is kept."""

from __future__ import annotations

import threading
from contextlib import suppress
from functools import partial
from typing import Any

import pytest

from tests.tournaments.conftest import START
from tests.tournaments.evening.api.callers import Caller, officer
from tests.tournaments.faults.together import a_moment, at_once, without_locks
from tournaments.club.models import Club, User
from tournaments.club.services import clubs
from tournaments.evening.services import results

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]
SETTINGS = ("settings/", clubs, "change_club", {"place": "Village hall"}, {"usual_game": "euchre"})
MEMBER = ("players/{ann}/", results, "change_player", {"colour": "ladies"}, {"number": "17"})
WAYS = pytest.mark.parametrize("way", [SETTINGS, MEMBER], ids=["settings", "member"])
Way = tuple[str, Any, str, dict[str, str], dict[str, str]]


def both_at_once(club: Club, director: User, way: Way) -> dict[str, Any]:
    """What stands there after two have sent a part each; whoever has read the rest waits for the other."""
    path, service, act, *parts = way
    token = officer(director).token
    ann = clubs.add_player(club=club, name="Ann Lee", at=START).pk
    address = f"/api/v1/clubs/{club.slug}/{path.format(ann=ann)}"
    barrier, change = threading.Barrier(2), getattr(service, act)

    def wait_and_change(**told: Any) -> None:
        with suppress(threading.BrokenBarrierError):
            barrier.wait(a_moment())
        change(**told)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(service, act, wait_and_change)
        outcomes = at_once([partial(Caller(token).ask, "PATCH", address, part) for part in parts])
    assert [outcome.value.status_code for outcome in outcomes if outcome.value] == [200, 200]  # type: ignore[attr-defined]
    now: dict[str, Any] = Caller(token).get(address).json()
    return now


@WAYS
def test_each_keeps_what_the_other_has_sent(club: Club, director: User, way: Way) -> None:
    now = both_at_once(club, director, way)
    assert {name: now[name] for part in way[3:] for name in part} == way[3] | way[4]


@WAYS
def test_control_without_the_lock_one_undoes_the_other(club: Club, director: User, way: Way) -> None:
    with without_locks():
        now = both_at_once(club, director, way)
    assert {name: now[name] for part in way[3:] for name in part} != way[3] | way[4]
