"""Federations over REST, for everybody."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.tournaments.a_season import do_all_work
from tests.tournaments.conftest import START
from tests.tournaments.evening.api.callers import Caller, fault
from tests.tournaments.kept_rows import an_evening
from tests.tournaments.league.federated import a_club, a_federation
from tournaments.club.models import Club
from tournaments.club.publicity import Audience
from tournaments.league.api import federations

pytestmark = pytest.mark.django_db
HOME = "/api/v1/federations/card-union/"


def told(caller: Caller, path: str, model: Any) -> dict[str, Any]:
    """What is answered, held against its model."""
    answer = caller.get(path)
    assert answer.status_code == 200, answer.content
    model.model_validate_json(answer.content, strict=True)
    found: dict[str, Any] = json.loads(answer.content)
    return found


def test_a_federation_is_told_with_its_clubs_and_their_ratings(club: Club, anybody: Caller) -> None:
    owls = a_club("Owl Club")
    a_federation(club, [owls])
    for where in (club, owls):
        an_evening(where, 8, at=START, until="published", rounds=1)
    do_all_work(START)
    found = told(anybody, HOME, federations.FederationTold)
    assert ([one["slug"] for one in found["clubs"]], found["games"]) == (
        ["owl-club", "rooster-club"],
        ["chantecler"],
    )
    rated = told(anybody, f"{HOME}ratings/chantecler/", federations.FederationRatings)["ratings"]
    assert {player["club"] for one in rated for player in one["players"]} == {"owl-club", "rooster-club"}
    Club.objects.filter(pk=owls.pk).update(players_for=Audience.NOBODY)
    rated = told(anybody, f"{HOME}ratings/chantecler/", federations.FederationRatings)["ratings"]
    assert {player["club"] for one in rated for player in one["players"]} == {"rooster-club"}


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (f"{HOME}ratings/bridge/", (404, "", "not-found")),
        ("/api/v1/federations/none/", (404, "", "not-found")),
        (f"{HOME}?all=1", (400, "all", "unknown-parameter")),
    ],
)
def test_what_there_is_not_is_refused(
    club: Club, anybody: Caller, path: str, expected: tuple[int, str, str]
) -> None:
    a_federation(club)
    assert fault(anybody.get(path)) == expected
