"""Rehearsals over the REST door: asked for, looked at, stopped."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from tests.tournaments.evening.api.callers import Caller, address, fault, officer
from tournaments.club.models import User
from tournaments.rehearsal import services

pytestmark = pytest.mark.django_db


@pytest.fixture
def asking(director: User) -> Caller:
    return officer(director)


def test_one_is_asked_for_once_looked_at_and_read(asking: Caller, make_evening: Any) -> None:
    evening = make_evening(until="draft")
    path = f"{address(evening)}rehearsal/"
    assert fault(asking.get(path)) == (404, "", "not-found")
    made = asking.post(path, {"players": 8, "late": 0, "leavers": 0, "wrong": 0, "seed": "owls"})
    assert (made.status_code, made.json()["stage"]) == (201, "waiting"), made.content
    assert asking.post(path, {}).json()["asked_at"] == made.json()["asked_at"]
    row = evening.evening.rehearsals.get()
    assert services.work_on(row.pk, clock=timezone.now)
    told = asking.get(path).json()
    assert (told["stage"], told["trouble"], told["report"]["seed"]) == ("done", "", "owls")
    assert asking.ask("DELETE", path).json() == {"was_under_way": False}
    assert asking.get(path).status_code == 200


def test_one_that_is_stopped_comes_to_nothing(asking: Caller, make_evening: Any) -> None:
    evening = make_evening(until="draft")
    path = f"{address(evening)}rehearsal/"
    asking.post(path, {"players": 8})
    row = evening.evening.rehearsals.get()
    assert asking.ask("DELETE", path).json() == {"was_under_way": True}
    assert services.work_on(row.pk, clock=timezone.now) is False
    assert asking.get(path).status_code == 404


def test_what_cannot_be_rehearsed(asking: Caller, make_evening: Any) -> None:
    evening = make_evening(until="draft")
    answer = asking.post(f"{address(evening)}rehearsal/", {"players": 8, "late": 8})
    assert fault(answer) == (400, "late", "too-few")
    assert not evening.evening.rehearsals.exists()


def test_an_evening_in_play_is_not_rehearsed(asking: Caller, make_evening: Any) -> None:
    evening = make_evening(until="playing")
    assert fault(asking.post(f"{address(evening)}rehearsal/", {})) == (409, "evening.status", "not-now")
