"""A copy of what is kept about somebody: all of it, nothing about others, and nothing that opens anything."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.an_evening import AnEvening, Make, a_hand
from tests.tournaments.evening.api.callers import Caller, officer
from tests.tournaments.evening.web.desk.at_the_desk import Desk, html
from tests.tournaments.signup.a_list import AList
from tournaments.club.models import Club, Officer, Player, SignInLink, User
from tournaments.club.roles import Role
from tournaments.club.services import clubs
from tournaments.club.services.tokens import make_api_token, make_sign_in_link
from tournaments.evening.models import Ticket
from tournaments.privacy import data_export
from tournaments.privacy.data_export import SECRET


@pytest.fixture
def played(make_evening: Make) -> AnEvening:
    """An evening that is over and published, with a hand at table 1."""
    return make_evening(8, until="published")


@pytest.fixture
def ann(played: AnEvening) -> Player:
    return Ticket.objects.filter(evening=played.evening).order_by("number")[0].player


def rows(person: data_export.Person, evening: AnEvening | None = None) -> dict[str, list[dict[str, Any]]]:
    """The rows of a copy by their model, read back from the text that is handed out."""
    at = evening.at if evening else Ticket.objects.first().evening.made_at  # type: ignore[union-attr]
    copy = json.loads(json.dumps(data_export.copy_of(person, at=at), default=str))
    return {model: found for kept in copy["kept"] for model, found in kept["rows"].items()}


def test_it_has_what_somebody_played(played: AnEvening, ann: Player) -> None:
    found, ticket = rows(ann, played), Ticket.objects.get(player=ann)
    assert [row["name"] for row in found["Player"]] == [ann.name]
    assert [row["code"] for row in found["Ticket"]] == [ticket.code]
    assert len(found["Seat"]) == ticket.seats.count() > 0
    assert [row["place"] for row in found["Standing"]] == [ticket.standing.place]
    assert [row["number"] for row in found["Publication"]] == [1]
    assert all(ticket.code in row["body"] for row in found["LedgerEntry"])
    assert found["LedgerEntry"]


def test_it_has_the_hands_of_the_own_tables_and_no_others(make_evening: Make) -> None:
    evening = make_evening(8, until="playing")
    evening.enter(1, a_hand())
    evening.enter(2, a_hand())
    for table in (1, 2):
        ticket = Ticket.objects.filter(seats__table_round__table__number=table)[0]
        assert [row["table_id"] for row in rows(ticket.player, evening)["Hand"]] == [
            evening.evening.tables.get(number=table).pk
        ]


def test_it_has_nothing_about_anybody_else(played: AnEvening, ann: Player) -> None:
    copy = json.dumps(data_export.copy_of(ann, at=played.at), default=str)
    others = Player.objects.filter(club=ann.club).exclude(pk=ann.pk)
    assert [other.name for other in others if other.name in copy] == []


def test_it_has_the_sign_ups_under_the_name_however_it_was_written(club: Club) -> None:
    coming = AList.made(club)
    coming.sign_up("zoé MARCHAND")
    coming.sign_up("Somebody Else")
    AList.made(club, name="Saturday cards").sign_up("Bob", "Zoe Marchand")
    zoe = Player.objects.create(club=club, name="Zoé Marchand", slug="zoe", made_at=coming.row.made_at)
    found = data_export.copy_of(zoe, at=coming.row.made_at)
    names = [row["name"] for kept in found["kept"] for row in kept["rows"].get("SignUp", [])]
    assert names == ["zoé MARCHAND", "Bob"]


def test_an_officers_copy_has_what_they_did_and_opens_nothing(played: AnEvening, director: User) -> None:
    make_sign_in_link(user=director, at=played.at)
    make_api_token(user=director, name="a program", at=played.at)
    found = rows(director, played)
    assert [row["username"] for row in found["User"]] == [director.username]
    assert [row["name"] for row in found["ApiToken"]] == ["a program"]
    assert len(found["SignInLink"]) == SignInLink.objects.filter(user=director).count() == 1
    assert {row["by"] for row in found["LedgerEntry"]} == {f"user:{director.pk}"}
    told = {name for each in found.values() for row in each for name in row}
    assert told & SECRET == set()


class TestThePages:
    def test_the_secretary_sees_how_much_there_is_and_takes_the_copy(self, desk: Desk, ann: Player) -> None:
        path = f"/desk/{desk.club.slug}/members/{ann.pk}/data/"
        assert "What is kept about" in html(desk.client.get(path))
        answer = desk.client.get(path, {"copy": ""})
        assert answer.headers["Content-Disposition"] == f'attachment; filename="{ann.slug}.json"'
        assert answer.json()["kept"][0]["rows"]["Player"][0]["name"] == ann.name

    def test_a_director_is_told_who_may(self, desk: Desk, ann: Player) -> None:
        Officer.objects.update(role=Role.DIRECTOR)
        assert desk.client.get(f"/desk/{desk.club.slug}/members/{ann.pk}/data/").status_code == 403

    def test_whoever_signs_in_takes_their_own(self, desk: Desk, director: User, ann: Player) -> None:
        Player.objects.filter(pk=ann.pk).update(account=director)
        page = html(desk.client.get("/access/data/"))
        assert "What is kept about you" in page
        assert f"{ann.name} · {desk.club.name}" in page
        kept = desk.client.get("/access/data/", {"copy": ""}).json()["kept"]
        found = {each["who"]: each["rows"] for each in kept if {"User", "Player"} & each["rows"].keys()}
        assert found[""]["User"][0]["username"] == director.username
        assert found[f"{ann.name} · {desk.club.name}"]["Player"][0]["name"] == ann.name

    def test_everybody_reads_what_is_kept(self, db: None) -> None:
        page = html(Client().get("/privacy/"))
        for words in ("Players", "Officers", "Visitors", "until the club erases the name"):
            assert words in page


# --- over REST ---------------------------------------------------------------------------------------
def rows_over_rest(caller: Caller, path: str) -> dict[str, list[dict[str, Any]]]:
    answer = caller.get(path)
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-store"), answer.content
    return {model: found for kept in answer.json()["kept"] for model, found in kept["rows"].items()}


def test_a_secretary_hands_somebody_their_copy(club: Club, director: User) -> None:
    ann = clubs.add_player(club=club, name="Ann Lee", at=club.made_at)
    path = f"/api/v1/clubs/{club.slug}/players/{ann.pk}/data/"
    assert [row["name"] for row in rows_over_rest(officer(director), path)["Player"]] == ["Ann Lee"]


def test_ones_own_copy_has_nothing_that_opens_anything(club: Club, director: User) -> None:
    asking = officer(director)
    made = asking.post("/api/v1/me/tokens/", {"name": "website"}, **{"Idempotency-Key": "first"}).json()
    found = rows_over_rest(asking, "/api/v1/me/data/")
    assert [row["username"] for row in found["User"]] == ["director"]
    assert {row["name"] for row in found["ApiToken"]} == {"test", "website"}
    assert [row["status"] for row in found["AnsweredRequest"]] == [201]
    assert "body" not in found["AnsweredRequest"][0]
    assert made["token"] not in str(found)
