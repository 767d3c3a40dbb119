"""What all addresses of the door share works for a web server that is shown one club at a time."""

from __future__ import annotations

import pytest

from tests.tournaments.an_evening import AnEvening
from tests.tournaments.evening.api.callers import Caller, address, fault

pytestmark = [pytest.mark.django_db, pytest.mark.services, pytest.mark.usefixtures("fence")]


def test_what_was_seen_is_held_and_changed(desk: Caller, home: str, playing: AnEvening) -> None:
    for shown, method, path, body in (
        (address(playing), "POST", f"{address(playing)}stop/", {}),
        (f"{home}settings/", "PATCH", f"{home}settings/", {"name": "The Roosters"}),
        ("/api/v1/me/tokens/", "POST", "/api/v1/me/tokens/", {"name": "another"}),
    ):
        seen = {"If-Match": desk.get(shown).headers["ETag"]}
        assert desk.ask(method, path, body, **seen).status_code in (200, 201), path
        assert fault(desk.ask(method, path, body, **seen)) == (412, "If-Match", "does-not-match"), path


def test_pages_are_walked_and_bulk_is_counted(desk: Caller, home: str, playing: AnEvening) -> None:
    following = desk.get(f"{home}players/?limit=2").json()["next"]
    assert desk.get(following).status_code == 200
    assert Caller().post("/api/v1/score/batch/", b"{}").status_code == 400
