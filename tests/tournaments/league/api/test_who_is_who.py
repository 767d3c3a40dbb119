"""Merges of players, federations and who is one person in two clubs, over REST: as the desk has them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.tournaments.conftest import START
from tests.tournaments.evening.api.callers import Caller, fault, officer
from tests.tournaments.kept_rows import an_evening
from tests.tournaments.league.federated import a_club, a_federation
from tests.tournaments.the_rows import everything
from tournaments.club.models import Club, Officer, User
from tournaments.club.roles import Role
from tournaments.club.services import clubs
from tournaments.league.api import federations, persons
from tournaments.league.models import PersonMerge
from tournaments.league.services import seasons

pytestmark = pytest.mark.django_db


def told(answer: Any, model: Any, status: int = 200) -> dict[str, Any]:
    """What is answered, held against its model."""
    assert answer.status_code == status, answer.content
    model.model_validate_json(answer.content, strict=True)
    found: dict[str, Any] = json.loads(answer.content)
    return found


@pytest.fixture
def two(club: Club) -> dict[str, int]:
    """Somebody who is listed twice."""
    names = {"duplicate": "Lee Ann", "into": "Ann Lee"}
    return {
        field: clubs.add_player(club=club, name=name, another=True, at=START).pk
        for field, name in names.items()
    }


@pytest.fixture
def owl(db: None) -> tuple[Club, Caller]:
    """Another club, and its owner."""
    user = User.objects.create_user("owl")
    return a_club("Owl Club", user), officer(user)


# --- merges ------------------------------------------------------------------------------------------
def test_two_are_read_as_one_and_as_two_again(desk: Caller, home: str, two: dict[str, int]) -> None:
    query = f"?duplicate={two['duplicate']}&into={two['into']}"
    touched = told(desk.get(f"{home}persons/touched/{query}"), persons.TouchedByMerge)
    assert touched == {"evenings": [], "together": [], "seasons": [], "games": [], "at_once": None}
    merge = told(desk.post(f"{home}persons/", {**two, "reason": "she says so"}), persons.MergeOfPlayers, 201)
    assert [merge[side]["name"] for side in ("duplicate", "into")] == ["Lee Ann", "Ann Lee"]
    assert merge["league"] is None
    listed = told(desk.get(f"{home}persons/"), persons.WhoIsWho)["merges"]
    assert [one["id"] for one in listed] == [merge["id"]]
    assert fault(desk.post(f"{home}persons/", two)) == (400, "duplicate", "merged-already")
    undone = told(desk.ask("DELETE", f"{home}persons/{merge['id']}/"), persons.MergeOfPlayers)
    assert undone["undone_at"]
    assert fault(desk.ask("DELETE", f"{home}persons/{merge['id']}/")) == (409, "merge", "not-now")
    assert PersonMerge.objects.count() == 1


def test_who_may_be_one_person_is_told(desk: Caller, home: str, two: dict[str, int]) -> None:
    (pair,) = told(desk.get(f"{home}persons/"), persons.WhoIsWho)["pairs"]
    assert {pair["duplicate"]["player"], pair["into"]["player"]} == set(two.values())
    assert (pair["why"], pair["at_once"]) == ("order", None)


def test_of_two_clubs_they_are_one_in_a_league_alone(
    desk: Caller, home: str, club: Club, two: dict[str, int], owl: tuple[Club, Caller]
) -> None:
    there, _ = owl
    other = clubs.add_player(club=there, name="Ann Lee", at=START).pk
    body = {"duplicate": other, "into": two["into"]}
    assert fault(desk.post(f"{home}persons/", body)) == (400, "duplicate", "unknown-player")
    assert desk.post(f"{home}persons/", {**body, "league": "none"}).status_code == 404
    league = seasons.make_league(club=club, name="Town", at=START)
    seasons.agree(asked=seasons.ask_club(league=league, club=there, by="u", at=START), by="u", at=START)
    merge = told(desk.post(f"{home}persons/", {**body, "league": "town"}), persons.MergeOfPlayers, 201)
    assert (merge["league"], merge["duplicate"]["club"]) == ("town", there.slug)
    listed = told(desk.get(f"{home}persons/?league=town"), persons.WhoIsWho)
    assert [one["id"] for one in listed["merges"]] == [merge["id"]]
    assert desk.ask("DELETE", f"{home}persons/{merge['id']}/").status_code == 200


# --- federations -------------------------------------------------------------------------------------
def test_a_federation_is_founded_joined_and_left(desk: Caller, home: str, owl: tuple[Club, Caller]) -> None:
    there, guest = owl
    at, away = f"{home}federation/", f"/api/v1/clubs/{there.slug}/federation/"
    model = federations.FederationOfClub
    assert told(desk.get(at), model)["federation"] is None
    assert fault(desk.post(f"{at}clubs/", {"club": there.slug})) == (409, "club", "not-now")
    founded = told(desk.post(at, {"name": "Card Union"}), model, 201)
    assert (founded["federation"], founded["is_leading"]) == ("card-union", True)
    assert fault(desk.post(at, {"name": "Another"})) == (400, "", "elsewhere")
    assert fault(desk.post(f"{at}clubs/", {"club": "none"})) == (400, "club", "unknown-club")
    asked = told(desk.post(f"{at}clubs/", {"club": there.slug}), model)["asked"]
    assert [one["club"] for one in asked] == [there.slug]
    (invitation,) = told(guest.get(away), model)["invitations"]
    where = f"{away}invitations/{invitation['federation']}/"
    assert told(guest.ask("DELETE", where), model)["invitations"] == []
    told(desk.post(f"{at}clubs/", {"club": there.slug}), model)
    joined = told(guest.post(f"{where}agree/", {}), model)
    assert [one["club"] for one in joined["members"]] == ["rooster-club", there.slug]
    assert not joined["is_leading"]
    assert guest.ask("DELETE", f"{away}clubs/rooster-club/").status_code == 404
    assert told(guest.ask("DELETE", f"{away}clubs/{there.slug}/"), model)["federation"] is None
    assert [one["club"] for one in told(desk.get(at), model)["members"]] == ["rooster-club"]


def test_only_owners_bind_their_club(home: str, club: Club) -> None:
    secretary = User.objects.create_user("secretary")
    Officer.objects.create(user=secretary, club=club, role=Role.SECRETARY)
    caller = officer(secretary)
    assert caller.get(f"{home}federation/").status_code == 200
    assert fault(caller.post(f"{home}federation/", {"name": "Card Union"})) == (403, "", "not-yours")


def test_somebody_of_two_clubs_is_one_person_by_the_word_of_both(
    desk: Caller, home: str, club: Club, owl: tuple[Club, Caller]
) -> None:
    there, guest = owl
    assert desk.get(f"{home}federation/people/").status_code == 404
    a_federation(club, [there])
    theirs = an_evening(there, 8, at=START, until="published", rounds=1).players[0]
    ann = clubs.add_player(club=club, name="Ann", at=START)
    at, away = f"{home}federation/people/", f"/api/v1/clubs/{there.slug}/federation/people/"
    model = federations.BondsOfClub
    shown = told(desk.get(f"{at}?other={there.slug}"), model)["shown"]
    assert theirs.pk in [one["player"] for one in shown]
    before = everything()
    assert fault(desk.post(at, {"one": theirs.pk, "other": ann.pk})) == (400, "one", "unknown-player")
    assert everything() == before
    (bond,) = told(desk.post(at, {"one": ann.pk, "other": theirs.pk}), model)["bonds"]
    assert bond["agreed_at"] is None
    assert desk.post(f"{at}{bond['id']}/agree/", {}).status_code == 404
    (agreed,) = told(guest.post(f"{away}{bond['id']}/agree/", {}), model)["bonds"]
    assert agreed["agreed_at"]
    assert told(guest.ask("DELETE", f"{away}{bond['id']}/"), model)["bonds"] == []
