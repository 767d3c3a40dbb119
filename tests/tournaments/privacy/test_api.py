"""A copy of what is kept about a person over the REST door."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournaments.evening.api.callers import Caller, fault, officer
from tournaments.club.models import Club, Officer, User
from tournaments.club.roles import Role
from tournaments.club.services import clubs

pytestmark = pytest.mark.django_db


def rows(caller: Caller, path: str) -> dict[str, list[dict[str, Any]]]:
    """The rows of a copy, by their model."""
    answer = caller.get(path)
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-store"), answer.content
    return {model: found for kept in answer.json()["kept"] for model, found in kept["rows"].items()}


def test_a_secretary_hands_somebody_their_copy(club: Club, director: User) -> None:
    ann = clubs.add_player(club=club, name="Ann Lee", at=club.made_at)
    path = f"/api/v1/clubs/{club.slug}/players/{ann.pk}/data/"
    assert [row["name"] for row in rows(officer(director), path)["Player"]] == ["Ann Lee"]
    scorer = User.objects.create_user("scorer")
    Officer.objects.create(user=scorer, club=club, role=Role.SCORER)
    assert fault(officer(scorer).get(path)) == (403, "", "not-yours")


def test_ones_own_copy_has_nothing_that_opens_anything(club: Club, director: User) -> None:
    asking = officer(director)
    made = asking.post("/api/v1/me/tokens/", {"name": "website"}, **{"Idempotency-Key": "first"}).json()
    found = rows(asking, "/api/v1/me/data/")
    assert [row["username"] for row in found["User"]] == ["director"]
    assert {row["name"] for row in found["ApiToken"]} == {"test", "website"}
    assert [row["status"] for row in found["AnsweredRequest"]] == [201]
    assert "body" not in found["AnsweredRequest"][0]
    assert made["token"] not in str(found)
