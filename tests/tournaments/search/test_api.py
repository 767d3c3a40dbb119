"""The search over the REST door finds what its pages find."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournaments.evening.api.callers import Caller, fault, officer
from tournaments.club.models import Club, User
from tournaments.club.publicity import Audience

pytestmark = pytest.mark.django_db


def titles(answer: Any) -> dict[str, list[str]]:
    return {group["title"]: [one["title"] for one in group["found"]] for group in answer.json()["groups"]}


def test_an_officer_and_a_visitor_find_what_they_may_see(
    make_evening: Any, director: User, club: Club
) -> None:
    evening = make_evening(8, until="published").evening
    path = f"/api/v1/clubs/{club.slug}/search/"
    name = evening.tickets.order_by("number")[0].player.name
    assert name in titles(officer(director).get(f"{path}desk/?q={name}"))["People"]
    assert name in titles(Caller().get(f"{path}?q={name}"))["Players"]
    Club.objects.update(players_for=Audience.NOBODY)
    assert "Players" not in titles(Caller().get(f"{path}?q={name}"))
    assert Caller().get(f"{path}desk/?q={name}").status_code == 401


@pytest.mark.parametrize(("query", "expected"), [("q=" + "a" * 101, "q"), ("what=a", "what")])
def test_what_is_no_search(club: Club, query: str, expected: str) -> None:
    assert fault(Caller().get(f"/api/v1/clubs/{club.slug}/search/?{query}"))[:2] == (400, expected)
