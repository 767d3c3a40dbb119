"""Fees over the REST door: usual ones, those of an evening and of a season, and who has paid."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournaments.an_evening import AnEvening
from tests.tournaments.evening.api.callers import Caller, address, fault, officer
from tournaments.club.models import Club, User

pytestmark = pytest.mark.django_db


@pytest.fixture
def asking(director: User, club: Club) -> Caller:
    return officer(director)


@pytest.fixture
def fees(club: Club) -> str:
    return f"/api/v1/clubs/{club.slug}/fees/"


def test_the_usual_fees_are_set(asking: Caller, fees: str) -> None:
    assert asking.get(fees).json() == {"member": 0, "guest": 0, "currency": ""}
    told = {"member": 500, "guest": 700, "currency": "€"}
    assert asking.ask("PUT", fees, told).json() == told == asking.get(fees).json()


def test_paying_for_an_evening_is_noted_and_taken_back(asking: Caller, fees: str, make_evening: Any) -> None:
    evening: AnEvening = make_evening(until="playing")
    path, pk = f"{address(evening)}fees/", evening.players[0].pk
    assert fault(asking.ask("PUT", f"{path}{pk}/")) == (400, "", "no-fee")
    assert asking.ask("PUT", path, {"member": 500, "guest": 700}).json()["own"] is True
    for _again in "ab":
        assert asking.ask("PUT", f"{path}{pk}/").json()["cash"] == 500
    paid = {one["player"]: one["paid"] for one in asking.get(path).json()["payers"]}
    assert (paid[pk], list(paid.values()).count(None)) == (500, len(paid) - 1)
    assert asking.ask("DELETE", f"{path}{pk}/").json()["cash"] == 0
    amounts = [one["amount"] for one in asking.get(f"{fees}payments/").json()["results"]]
    assert amounts == [500, -500]


def test_a_season_that_is_paid_for_is_not_removed(asking: Caller, fees: str, make_evening: Any) -> None:
    pk = make_evening(until="check_in").players[0].pk
    made = asking.post(f"{fees}seasons/", {"name": "2026/27", "member": 2500, "guest": 0})
    assert made.status_code == 201, made.content
    path = f"{fees}seasons/{made.json()['id']}/"
    assert asking.ask("PUT", f"{path}{pk}/").json()["cash"] == 2500
    assert [(one["cash"], one["paid"]) for one in asking.get(f"{fees}seasons/").json()["seasons"]] == [
        (2500, 1)
    ]
    assert fault(asking.ask("DELETE", path)) == (400, "", "paid")
    changed = asking.ask("PUT", path, {"name": "The year", "member": 3000, "guest": 100}).json()
    assert (changed["member"], changed["cash"]) == (3000, 2500)
    assert asking.ask("DELETE", f"{path}{pk}/").json()["cash"] == 0
    other = asking.post(f"{fees}seasons/", {"name": "Next", "member": 1, "guest": 0}).json()["id"]
    assert [one["name"] for one in asking.ask("DELETE", f"{fees}seasons/{other}/").json()["seasons"]] == [
        "The year"
    ]
