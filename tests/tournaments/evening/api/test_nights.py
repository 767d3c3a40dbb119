"""The nights of a club over the REST door."""

from __future__ import annotations

import pytest

from tests.tournaments.evening.api.callers import Caller, fault
from tournaments.club.models import ClubNight

NIGHT = {"weekday": 4, "week": 1, "name": "First Friday", "starts": "20:00", "begins_with": "game-whist"}


def test_one_is_added_changed_and_removed(desk: Caller, home: str) -> None:
    answer = desk.post(f"{home}nights/", NIGHT)
    assert answer.status_code == 201, answer.content
    added = answer.json()
    assert added == {"id": added["id"], **NIGHT, "starts": "20:00:00"}
    assert desk.get(f"{home}nights/").json() == {"nights": [added]}
    path = f"{home}nights/{added['id']}/"
    plain = {"name": "", "week": 0, "starts": None, "begins_with": ""}
    assert desk.ask("PUT", path, {"weekday": 1}).json() == {"id": added["id"], "weekday": 1, **plain}
    assert desk.ask("DELETE", path).json() == {"nights": []}
    assert desk.ask("DELETE", path).status_code == 404


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"weekday": 7}, (400, "weekday", "out-of-range")),
        ({"week": -1}, (400, "week", "out-of-range")),
        ({"starts": "8pm"}, (400, "starts", "not-a-time")),
        ({"begins_with": "own-1"}, (400, "begins_with", "unknown-kind")),
        ({"begins_with": "game-poker"}, (400, "begins_with", "unknown-kind")),
        ({"name": "x" * 81}, (400, "name", "too-long")),
    ],
)
def test_what_is_no_night(
    desk: Caller, home: str, changes: dict[str, object], expected: tuple[int, str, str]
) -> None:
    assert fault(desk.post(f"{home}nights/", NIGHT | changes)) == expected
    assert not ClubNight.objects.exists()
