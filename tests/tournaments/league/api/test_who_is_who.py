"""Merges of players, federations and who is one person in two clubs, over REST: as the desk has them."""

from typing import Any

import pytest

from tests.tournaments.a_contest import AContest
from tests.tournaments.a_season import do_all_work
from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.conftest import START
from tests.tournaments.evening.api.callers import Caller, fault, held, officer
from tests.tournaments.kept_rows import an_evening
from tests.tournaments.league.people import a_club, a_federation
from tests.tournaments.the_rows import unchanged
from tournaments.club.models import Club, Player, User
from tournaments.club.roles import Audience
from tournaments.club.services import clubs
from tournaments.evening.models import TableRound
from tournaments.league.api import federations, people
from tournaments.league.api.people import PlayerHistory
from tournaments.league.models import PersonMerge
from tournaments.league.services import bonds, seasons


@pytest.fixture
def two(club: Club) -> dict[str, int]:
    made = [clubs.add_player(club=club, name=name, another=True, at=START) for name in ("Lee Ann", "Ann Lee")]
    return {"duplicate": made[0].pk, "into": made[1].pk}


@pytest.fixture
def owl(db: None) -> tuple[Club, Caller]:
    user = User.objects.create_user("owl")
    return a_club("Owl Club", user), officer(user)


def test_two_are_read_as_one_and_as_two_again(desk: Caller, home: str, two: dict[str, int]) -> None:
    query = f"?duplicate={two['duplicate']}&into={two['into']}"
    touched = held(desk.get(f"{home}persons/touched/{query}"), people.TouchedByMerge)
    assert touched == {"evenings": [], "together": [], "seasons": [], "games": [], "at_once": None}
    merge = held(desk.post(f"{home}persons/", {**two, "reason": "she says so"}), people.MergeOfPlayers, 201)
    assert [merge[side]["name"] for side in ("duplicate", "into")] == ["Lee Ann", "Ann Lee"]
    assert merge["league"] is None
    listed = held(desk.get(f"{home}persons/"), people.WhoIsWho)["merges"]
    assert [one["id"] for one in listed] == [merge["id"]]
    assert fault(desk.post(f"{home}persons/", two)) == (400, "duplicate", "merged-already")
    undone = held(desk.ask("DELETE", f"{home}persons/{merge['id']}/"), people.MergeOfPlayers)
    assert undone["undone_at"]
    assert fault(desk.ask("DELETE", f"{home}persons/{merge['id']}/")) == (409, "merge", "not-now")
    assert PersonMerge.objects.count() == 1


def test_who_may_be_one_person_is_held(desk: Caller, home: str, two: dict[str, int]) -> None:
    (pair,) = held(desk.get(f"{home}persons/"), people.WhoIsWho)["pairs"]
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
    league = seasons.make_league(club=club, new=seasons.NewLeague(name="Town"), at=START)
    seasons.agree(asked=seasons.ask_club(league=league, club=there, by="u", at=START), by="u", at=START)
    merge = held(desk.post(f"{home}persons/", {**body, "league": "town"}), people.MergeOfPlayers, 201)
    assert (merge["league"], merge["duplicate"]["club"]) == ("town", there.slug)
    listed = held(desk.get(f"{home}persons/?league=town"), people.WhoIsWho)
    assert [one["id"] for one in listed["merges"]] == [merge["id"]]
    assert desk.ask("DELETE", f"{home}persons/{merge['id']}/").status_code == 200


def test_a_federation_is_founded_joined_and_left(desk: Caller, home: str, owl: tuple[Club, Caller]) -> None:
    there, guest = owl
    at, away = f"{home}federation/", f"/api/v1/clubs/{there.slug}/federation/"
    model = federations.FederationOfClub
    assert held(desk.get(at), model)["federation"] is None
    assert fault(desk.post(f"{at}clubs/", {"club": there.slug})) == (409, "club", "not-now")
    founded = held(desk.post(at, {"name": "Card Union"}), model, 201)
    assert (founded["federation"], founded["is_leading"]) == ("card-union", True)
    assert fault(desk.post(at, {"name": "Another"})) == (400, "", "elsewhere")
    assert fault(desk.post(f"{at}clubs/", {"club": "none"})) == (400, "club", "unknown-club")
    asked = held(desk.post(f"{at}clubs/", {"club": there.slug}), model)["asked"]
    assert [one["club"] for one in asked] == [there.slug]
    (invitation,) = held(guest.get(away), model)["invitations"]
    where = f"{away}invitations/{invitation['federation']}/"
    assert held(guest.ask("DELETE", where), model)["invitations"] == []
    held(desk.post(f"{at}clubs/", {"club": there.slug}), model)
    joined = held(guest.post(f"{where}agree/", {}), model)
    assert [one["club"] for one in joined["members"]] == ["rooster-club", there.slug]
    assert not joined["is_leading"]
    assert guest.ask("DELETE", f"{away}clubs/rooster-club/").status_code == 404
    assert held(guest.ask("DELETE", f"{away}clubs/{there.slug}/"), model)["federation"] is None
    assert [one["club"] for one in held(desk.get(at), model)["members"]] == ["rooster-club"]


def test_one_person_by_word_of_both(desk: Caller, home: str, club: Club, owl: tuple[Club, Caller]) -> None:
    there, guest = owl
    assert desk.get(f"{home}federation/people/").status_code == 404
    a_federation(club, [there])
    theirs = an_evening(there, 8, at=START, until="published", rounds=1).players[0]
    ann = clubs.add_player(club=club, name="Ann", at=START)
    at, away = f"{home}federation/people/", f"/api/v1/clubs/{there.slug}/federation/people/"
    model = federations.BondsOfClub
    shown = held(desk.get(f"{at}?other={there.slug}"), model)["shown"]
    assert theirs.pk in [one["player"] for one in shown]
    with unchanged():
        assert fault(desk.post(at, {"one": theirs.pk, "other": ann.pk})) == (400, "one", "unknown-player")
    (bond,) = held(desk.post(at, {"one": ann.pk, "other": theirs.pk}), model)["bonds"]
    assert bond["agreed_at"] is None
    assert desk.post(f"{at}{bond['id']}/agree/", {}).status_code == 404
    (agreed,) = held(guest.post(f"{away}{bond['id']}/agree/", {}), model)["bonds"]
    assert agreed["agreed_at"]
    assert held(guest.ask("DELETE", f"{away}{bond['id']}/"), model)["bonds"] == []


HOME = "/api/v1/federations/card-union/"


def test_a_federation_is_told_with_its_clubs_and_their_ratings(club: Club, anybody: Caller) -> None:
    assert fault(anybody.get(HOME)) == (404, "", "not-found")
    owls = a_club("Owl Club")
    a_federation(club, [owls])
    for where in (club, owls):
        an_evening(where, 8, at=START, until="published", rounds=1)
    do_all_work(START)
    found = held(anybody.get(HOME), federations.FederationTold)
    assert [one["slug"] for one in found["clubs"]] == ["owl-club", "rooster-club"]
    assert found["games"] == ["chantecler"]
    assert fault(anybody.get(f"{HOME}ratings/bridge/")) == (404, "", "not-found")
    rated = held(anybody.get(f"{HOME}ratings/chantecler/"), federations.FederationRatings)["ratings"]
    assert {player["club"] for one in rated for player in one["players"]} == {"owl-club", "rooster-club"}
    Club.objects.filter(pk=owls.pk).update(players_for=Audience.NOBODY)
    rated = held(anybody.get(f"{HOME}ratings/chantecler/"), federations.FederationRatings)["ratings"]
    assert {player["club"] for one in rated for player in one["players"]} == {"rooster-club"}


def seated(room: AnEvening, table: int, seat: int) -> Player:
    game = TableRound.objects.get(round__evening=room.evening, round__number=1, table__number=table)
    return game.seats.get(seat=seat).ticket.player


def history(desk: Caller, home: str, player: Player) -> Any:
    return held(desk.get(f"{home}players/{player.pk}/history/"), PlayerHistory)


def test_whoever_has_played_nothing_has_an_empty_history(desk: Caller, home: str, club: Club) -> None:
    ann = clubs.add_player(club=club, name="Ann Lee", at=START)
    told = history(desk, home, ann)
    assert told.pop("player")["name"] == "Ann Lee"
    assert told.pop("evenings_in_a_row") == {"longest": 0, "current": 0}
    assert not any(told.values())
    for pk in (10**6, 10**30):
        assert desk.get(f"{home}players/{pk}/history/").status_code == 404


def test_a_history_tells_seasons_of_fixtures(desk: Caller, home: str, club: Club) -> None:
    made = AContest.made(club, (2,), at=START)
    ann = club.players.get(name="Ann")
    told: dict[str, Any] = {"host": club.slug, "league": "winter-league", "season": "2026", "division": ""}
    told |= {"entrant": 1, "name": "Ann", "state": ""}
    before = {"place": None, "match_points": 0, "played": 0, "won": 0}
    assert history(desk, home, ann)["fixture_seasons"] == [told | before]
    made.play_out()
    told |= {"place": 1, "match_points": 2, "played": 1, "won": 1}
    assert history(desk, home, ann)["fixture_seasons"] == [told]


def test_a_history_tells_evenings_and_games(desk: Caller, home: str, make_evening: Make) -> None:
    room = make_evening(8, until="published", rounds=1)
    ann, bo, cleo, dan = (seated(room, 2, seat) for seat in (1, 2, 3, 4))
    told = history(desk, home, ann)
    (evening,) = told["evenings"]
    assert (evening["evening"], evening["played"], evening["won_halves"]) == ("2026-11-20-friday", 1, 2)
    assert told["evenings_in_a_row"] == {"longest": 1, "current": 1}
    (games,) = told["games_played"]
    tally = {"games": 1, "won": 1, "points": 14, "theirs": 0}
    assert (games["game"], games["counting"], games["total"]) == ("chantecler", "games", tally)
    assert games["partners"] == [{"player": cleo.pk, "name": cleo.name, **tally}]
    assert sorted(one["player"] for one in games["opponents"]) == sorted((bo.pk, dan.pk))
    assert games["tables"] == [{"number": 2, **tally}]
    assert games["seats"] == [{"number": 1, **tally}]
    assert games["won_in_a_row"] == {"longest": 1, "current": 1}
    lost = {"games": 1, "won": 0, "points": 0, "theirs": 14}
    assert history(desk, home, bo)["games_played"][0]["total"] == lost


def test_a_duplicate_has_the_history_of_the_person(desk: Caller, home: str, make_evening: Make) -> None:
    room = make_evening(8, until="published", rounds=1)
    ann, cleo = seated(room, 1, 1), seated(room, 2, 1)
    bonds.merge(duplicate=cleo, into=ann, by="user:1", at=START)
    told = history(desk, home, cleo)
    assert told == history(desk, home, ann)
    assert (told["player"]["id"], told["also"]) == (ann.pk, [cleo.name])
    assert told["games_played"][0]["total"]["games"] == 2
