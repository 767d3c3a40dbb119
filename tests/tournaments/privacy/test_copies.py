"""A copy of what is kept about somebody: all of it, nothing about others, and nothing that opens anything."""

import json
from collections.abc import Iterator
from typing import Any, Final

import pytest
from django.apps import apps
from django.db.models import CharField, Field, ForeignKey, JSONField, Model, TextField
from django.test import Client

from tests.tournaments.an_evening import AnEvening, Make, a_hand
from tests.tournaments.evening.api.callers import Caller, officer
from tests.tournaments.evening.web.desk.at_the_desk import Desk, html
from tests.tournaments.signup.a_list import AList
from tournaments.club.models import Club, Player, SignInLink, User
from tournaments.club.services import clubs
from tournaments.club.services.tokens import make_api_token, make_sign_in_link
from tournaments.evening.models import Ticket
from tournaments.privacy import data_export
from tournaments.privacy.data_export import KEPT, SECRET, Whom, model_of


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


def test_it_has_what_somebody_played_and_nothing_about_anybody_else(played: AnEvening, ann: Player) -> None:
    found, ticket = rows(ann, played), Ticket.objects.get(player=ann)
    assert [row["name"] for row in found["Player"]] == [ann.name]
    assert [row["code"] for row in found["Ticket"]] == [ticket.code]
    assert len(found["Seat"]) == ticket.seats.count() > 0
    assert [row["place"] for row in found["Standing"]] == [ticket.standing.place]
    assert [row["number"] for row in found["Publication"]] == [1]
    assert all(ticket.code in row["body"] for row in found["LedgerEntry"])
    assert found["LedgerEntry"]
    copy = json.dumps(data_export.copy_of(ann, at=played.at), default=str)
    others = Player.objects.filter(club=ann.club).exclude(pk=ann.pk)
    assert [other.name for other in others if other.name in copy] == []


def test_it_has_the_hands_of_the_own_tables_and_no_others(make_evening: Make) -> None:
    evening = make_evening(8, until="playing")
    evening.enter(1, a_hand())
    evening.enter(2, a_hand())
    for table in (1, 2):
        ticket = Ticket.objects.filter(seats__table_round__table__number=table)[0]
        assert [row["table_id"] for row in rows(ticket.player, evening)["Hand"]] == [
            evening.evening.tables.get(number=table).pk
        ]


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


NOBODY: Final = {
    "AnsweredRequest.body": "sealed for a day",
    "AnsweredRequest.headers": "an address",
    "Club.allowances": "numbers of what a club may have",
    "Club.audiences_before": "who saw parts of a club",
    "Club.categories": "names of groups",
    "ClubGame.document": "rules of a game",
    "ClubKey.sealed": "a secret key, encrypted",
    "ClubPreset.plan": "a plan",
    "Evening.pinned": "versions",
    "Evening.plan": "a plan",
    "HouseRules.options": "house rules",
    "Job.payload": "numbers of an evening or a season",
    "Job.remark": "a code and values",
    "Mail.sealed": "encrypted until it is sent, then empty",
    "Planning.announced": "numbers of tickets",
    "Planning.moves": "numbers of tickets",
    "Round.absent": "codes of tickets",
    "Season.origin": "names as the archives of its evenings have them, which are copied",
    "SeasonEvening.origin": "numbers of an evening",
    "Webhook.events": "names of events",
    "Webhook.secret": "sealed",
    "Webhook.former_secret": "sealed",
    "WebhookDelivery.body": "addresses and numbers of an evening",
    "Planning.remark": "a code and values",
    "Planning.state": "numbers of tickets",
    "Planning.task": "numbers of tickets",
    "Rehearsal.brief": "a plan",
    "Rehearsal.progress": "counts of players who do not exist",
    "Rehearsal.remark": "a code and values",
    "Rehearsal.report": "counts of players who do not exist",
    "Rehearsal.trouble": "a code and values",
    "Round.reasons": "codes, by numbers of tickets",
    "Schedule.announced": "numbers of tickets",
    "Schedule.drafted": "numbers of tickets",
    "Season.rules": "rules",
    "SeasonEvening.result": "points by numbers of people, of which the lines are made that are copied",
    "SeasonEntry.body": "acts by numbers of people; names stand beside it and are copied",
    "TableRound.cut": "a table's cut, by seats",
    "TableRound.seat_points": "a table's points, by seats",
    "Standing.decided_by": "what decided a place, not who",
    "SeasonLine.decided_by": "what decided a place, not who",
}
"""Texts and documents that are about nobody, or are copied by another way; and why."""


NAMES_OF_THINGS: Final = {
    *("Club.name", "ClubNight.name", "Division.name", "Evening.name", "Federation.name", "Heartbeat.name"),
    *("League.name", "Season.name", "SeasonFees.name"),
}
"""Columns of names that are nobody's."""


ALL: Final = [kept for entries in KEPT.values() for kept in entries]


def own_models() -> Iterator[type[Model]]:
    yield from apps.get_app_config("tournaments").get_models()
    yield from apps.get_app_config("admin").get_models()


def listed() -> set[type[Model]]:
    return {model_of(rows) for kept in ALL for rows in kept.rows}


def columns(*kinds: type[Any]) -> Iterator[tuple[type[Model], str]]:
    for model in own_models():
        for column in model._meta.concrete_fields:
            if isinstance(column, kinds):
                yield model, column.name


def test_every_row_that_belongs_to_a_person_is_on_the_list() -> None:
    personal: set[type[Model]] = {Player, User}
    before = 0
    while before != len(personal):
        before = len(personal)
        for model in own_models():
            keys = [column for column in model._meta.concrete_fields if isinstance(column, ForeignKey)]
            if any(key.related_model in personal for key in keys):
                personal.add(model)
    assert {model.__name__ for model in personal - listed()} == set()


def test_every_column_that_says_who_did_something_is_on_the_list() -> None:
    found = {
        f"{model.__name__}.{name}"
        for model, name in columns(CharField)
        if name in ("by", "about") or name.endswith("_by")
    }
    told = {f"{rows.model}.{by}" for kept in ALL for rows in kept.rows if rows.as_by for by in rows.by}
    assert found - NOBODY.keys() == told


def test_every_document_is_copied_or_known_to_be_about_nobody() -> None:
    documents = set(columns(JSONField, TextField))
    unknown = {
        f"{model.__name__}.{name}" for model, name in documents if model not in listed() or name == "archive"
    }
    copied = {f"{rows.model}.{rows.holds}" for kept in ALL for rows in kept.rows if rows.holds}
    assert unknown - copied - NOBODY.keys() == set()
    there = {f"{model.__name__}.{name}" for model, name in columns(Field)}
    assert NOBODY.keys() - there == set()


def test_every_key_of_a_person_leads_to_their_copy() -> None:
    for model in own_models():
        for column in model._meta.concrete_fields:
            related = column.related_model
            whom: Whom | None = "players" if related is Player else "officers" if related is User else None
            assert not whom or column.name in leading(model, whom), f"{model.__name__}.{column.name}"


def leading(model: type[Model], whom: Whom) -> set[str]:
    """The columns by which rows of a model are found for somebody's copy."""
    return {by for kept in KEPT[whom] for rows in kept.rows if model_of(rows) is model for by in rows.by}


def test_every_column_that_holds_a_name_or_a_way_to_somebody_is_copied_or_nobodys() -> None:
    found = {
        f"{model.__name__}.{name}"
        for model, name in columns(CharField)
        if any(word in name for word in ("name", "called", "mail", "phone", "companion", "repr"))
        and model not in listed()
    }
    assert found - NAMES_OF_THINGS == set()
