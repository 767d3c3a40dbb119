"""The kinds of evening of a club over the REST door."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.tournaments.an_evening import AnEvening
from tests.tournaments.evening.api.callers import Caller, fault
from tournaments.evening.models import ClubPreset

Make = Callable[..., AnEvening]


def test_one_is_kept_renamed_and_removed(desk: Caller, home: str, make_evening: Make) -> None:
    room = make_evening(8, until="draft")
    body = {"evening": room.evening.slug, "name": "Our Friday"}
    answer = desk.post(f"{home}presets/", body)
    assert answer.status_code == 201, answer.content
    kept = answer.json()
    assert kept == {"id": kept["id"], "name": "Our Friday", "plan": room.evening.plan}
    assert desk.get(f"{home}presets/").json() == {"presets": [kept]}
    made = desk.post(f"{home}evenings/", {"name": "Next", "date": "2026-12-04", "plan": kept["plan"]})
    assert made.json()["plan"] == room.evening.plan
    path = f"{home}presets/{kept['id']}/"
    assert desk.ask("PATCH", path, {"name": "First Friday"}).json()["name"] == "First Friday"
    assert desk.ask("DELETE", path).json() == {"presets": []}
    assert not ClubPreset.objects.exists()
    assert desk.ask("DELETE", path).status_code == 404


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"name": "OUR friday"}, (400, "name", "name-taken")),
        ({"name": "  "}, (400, "name", "empty")),
        ({"name": 5}, (400, "name", "not-a-text")),
        ({"evening": "nowhere"}, (404, "", "not-found")),
        ({"plan": {}}, (400, "plan", "unknown-field")),
    ],
)
def test_what_cannot_be_kept(
    desk: Caller, home: str, make_evening: Make, changes: dict[str, object], expected: tuple[int, str, str]
) -> None:
    room = make_evening(8, until="draft")
    body = {"evening": room.evening.slug, "name": "Our Friday"}
    assert desk.post(f"{home}presets/", body).status_code == 201
    assert fault(desk.post(f"{home}presets/", {**body, "name": "Another", **changes})) == expected
    assert ClubPreset.objects.count() == 1
