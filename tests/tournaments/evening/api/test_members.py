"""Members and officers over the REST door: what is kept of them, claims, lists, erasing; invited and let go."""

from base64 import b64encode
from typing import Any

import pytest
from django.test import override_settings

from tests.tournaments.an_evening import AnEvening
from tests.tournaments.club.member_list.spreadsheets import rows, xlsx
from tests.tournaments.evening.api.callers import Caller, fault
from tests.tournaments.evening.api.test_club_settings import picture
from tests.tournaments.the_rows import unchanged
from tournaments.club.models import Club, Mail, Officer, Player, User
from tournaments.club.roles import Role

DETAILS = {"number": "17", "mail": "ann@example.org", "phone": "01 23", "birth": "1962", "notes": "cake"}
LIST = {"text": "Name\tNumber\nAnn Lee\t17\nBo Day\t18\n"}
TITLED = {"text": "Card club\n\nName\tNumber\nAnn Lee\t17\n"}


def in_base64(content: bytes) -> dict[str, str]:
    return {"file": b64encode(content).decode()}


BOOK = in_base64(xlsx(rows([["Name"], ["Ann Lee"], ["Cy Fox"]]), rows([["Card club"], ["Name"], ["Bo Day"]])))
OLD = in_base64("Name\nJiří Dvořák\n".encode("cp1250"))


@pytest.fixture
def ann(desk: Caller, home: str) -> str:
    return f"{home}players/{desk.post(f'{home}players/', {'name': 'Ann Lee'}).json()['id']}/"


def test_what_the_club_keeps_of_somebody_is_changed_and_the_rest_stays(desk: Caller, ann: str) -> None:
    before = desk.get(ann).json()
    assert desk.ask("PATCH", ann, {**DETAILS, "groups": "Tuesday, beginners"}).status_code == 200
    changed = before | DETAILS | {"groups": ["beginners", "Tuesday"]}
    assert desk.get(ann).json() == changed
    left = {"active": False, "notes": ""}
    assert desk.ask("PATCH", ann, left).json() == changed | left
    assert fault(desk.ask("PATCH", ann, {"colour": "ladies", "mail": "ann"})) == (400, "mail", "no-mail")
    assert desk.get(ann).json() == changed | left


def test_the_list_has_members_with_their_details(desk: Caller, home: str, ann: str) -> None:
    desk.ask("PATCH", ann, {**DETAILS, "groups": "Tuesday"})
    desk.post(f"{home}players/", {"name": "Bo Day"})
    assert [one["name"] for one in desk.get(f"{home}members/").json()["results"]] == ["Ann Lee", "Bo Day"]
    assert desk.get(f"{home}members/?limit=1&offset=1").json()["results"][0]["name"] == "Bo Day"
    (told,) = desk.get(f"{home}members/?group=tuesday").json()["results"]
    assert (told["mail"], told["groups"]) == ("ann@example.org", ["Tuesday"])
    assert desk.get(f"{home}members/?retired=true").json()["count"] == 0
    assert fault(desk.get(f"{home}members/?retired=perhaps"))[:2] == (400, "retired")


def test_a_photo_is_shown_with_consent_and_taken_off(desk: Caller, ann: str) -> None:
    told = {"file": picture(), "agreed": False}
    assert fault(desk.ask("PUT", f"{ann}photo/", told)) == (400, "agreed", "no-consent")
    shown = desk.ask("PUT", f"{ann}photo/", told | {"agreed": True}).json()["photo"]
    assert shown == "/c/rooster-club/players/ann-lee/photo.png"
    assert desk.ask("DELETE", f"{ann}photo/").json()["photo"] is None
    desk.ask("PATCH", ann, {"birth": "minor"})
    assert fault(desk.ask("PUT", f"{ann}photo/", told | {"agreed": True})) == (400, "", "minor")


def test_what_somebody_agrees_to_is_recorded(desk: Caller, home: str, ann: str) -> None:
    asks = desk.ask("PATCH", f"{home}settings/public/", {"asks_consent": True}).json()
    assert asks["asks_consent"] is True
    told = desk.get(f"{ann}public/").json()
    assert told["shown_as"] != "Ann Lee"
    shown = {one["of"]: (one["is_shown"], one["given"]) for one in told["consents"]}
    assert shown == {"name": (False, None), "rating": (False, None)}
    agreed = desk.ask("PATCH", f"{ann}public/", {"name": True}).json()
    assert agreed["shown_as"] == "Ann Lee"
    assert [one["is_shown"] for one in agreed["consents"]] == [True, False]


def test_somebody_claims_to_be_a_member_until_that_is_ended(desk: Caller, ann: str) -> None:
    made = desk.post(f"{ann}claim-link/")
    assert (made.status_code, made.headers["Cache-Control"]) == (201, "no-store")
    account = {"person": "Ann Lee", "username": "ann", "password": "five of owls takes it"}
    assert Caller().client.post(made.json()["url"], account).status_code == 302
    assert desk.get(ann).json()["claimed"] is True
    assert fault(desk.post(f"{ann}claim-link/")) == (400, "", "claimed")
    assert desk.ask("DELETE", f"{ann}claim-link/").json()["claimed"] is False


def test_nobody_is_erased_by_mistake_nor_twice(desk: Caller, ann: str) -> None:
    with unchanged():
        assert fault(desk.post(f"{ann}erase/", {"name": "Anne Lee"})) == (400, "name", "another-name")
    erased = desk.post(f"{ann}erase/", {"name": "Ann Lee"}).json()
    assert (erased["name"], erased["active"]) == ("—", False)
    assert fault(desk.post(f"{ann}erase/", {"name": "—"})) == (404, "", "not-found")


def test_an_officer_says_who_they_are_among_the_players(desk: Caller, home: str, ann: str) -> None:
    pk = desk.get(ann).json()["id"]
    assert desk.get(f"{home}players/me/").json() == {"player": None}
    assert desk.ask("PUT", f"{home}players/me/", {"player": pk}).json() == {"player": pk}
    assert fault(desk.ask("PUT", f"{home}players/me/", {"player": pk + 1})) == (404, "", "not-found")
    assert desk.ask("PUT", f"{home}players/me/", {"player": None}).json() == {"player": None}


def test_a_list_is_looked_at_and_then_added_as_it_was_seen(desk: Caller, home: str, club: Club) -> None:
    looked = desk.post(f"{home}members/list/preview/", LIST).json()
    assert (looked["columns"], looked["heading"]) == (["name", "number"], True)
    lines = [(line["row"], line["name"], line["mark"]) for line in looked["lines"]]
    assert lines == [(2, "Ann Lee", "new"), (3, "Bo Day", "new")]
    assert not Player.objects.filter(club=club).exists()
    body = {**LIST, "seen": looked["seen"]}
    nothing = dict.fromkeys(("changed", "known", "twice", "like", "title", "refused"), 0)
    assert desk.post(f"{home}members/list/", body).json() == {"new": 2, **nothing}
    assert fault(desk.post(f"{home}members/list/", body)) == (400, "kept", "list-changed")
    assert Player.objects.filter(club=club, number="18").get().name == "Bo Day"


def test_what_is_no_list(desk: Caller, home: str) -> None:
    body: Any
    for body, field, code in (
        ({}, "text", "one-list"),
        ({"text": "Ann Lee", "file": "QW5u"}, "text", "one-list"),
        ({"file": "0M8R4A=="}, "file", "old-format"),
        ({**LIST, "columns": ["ignore", "number"]}, "columns", "no-names"),
    ):
        assert fault(desk.post(f"{home}members/list/preview/", body)) == (400, field, code)


@pytest.mark.parametrize(
    ("body", "names"),
    [
        ({**BOOK}, ["Ann Lee", "Cy Fox"]),
        ({**BOOK, "sheet": "S2"}, ["Bo Day"]),
        ({**BOOK, "sheet": "S2", "heading_row": 1, "columns": ["name"]}, ["Name", "Bo Day"]),
        ({**TITLED}, ["Ann Lee"]),
        ({**TITLED, "heading_row": 3}, ["Ann Lee"]),
        ({**TITLED, "heading_row": 0}, ["Card club", "Name", "Ann Lee"]),
        ({**OLD, "encoding": "cp1250"}, ["Jiří Dvořák"]),
        ({**OLD, "encoding": "cp1252"}, ["Jiøí Dvoøák"]),
        ({**LIST, "without": [2]}, ["Bo Day"]),
        ({**BOOK, "without": [2, 3]}, []),
        ({**TITLED, "sheet": "S2"}, ("sheet no-file", "leave it out beside `text`")),
        ({**OLD, "sheet": "S2"}, ("sheet unknown", "leave the sheet out for this file")),
        ({**BOOK, "sheet": "S9"}, ("sheet unknown", "choose one that it has: S1, S2")),
        ({**TITLED, "heading_row": 5}, ("heading_row out-of-range", "the list has 4 rows; say which")),
        ({**TITLED, "heading_row": 16}, ("heading_row out-of-range", "allowed: a whole number from 0 to 15")),
        ({**TITLED, "heading_row": 3, "heading": False}, ("heading_row two-headings", "not both")),
        ({**OLD, "encoding": "latin9"}, ("encoding not-a-choice", 'allowed: one of "", "cp1252", "cp1250"')),
        ({**LIST, "encoding": "cp1250"}, ("encoding no-file", "leave it out beside `text`")),
        ({**LIST, "without": [9]}, ("without.0 unknown", "give rows as the preview numbers them")),
        ({**LIST, "without": [2, 1]}, ("without.1 unknown", "row 1 names nobody")),
        ({**LIST, "others": [9]}, ("others.0 unknown", "give rows as the preview numbers them")),
        ({**LIST, "without": ["2"]}, ("without.0 not-a-whole-number", "allowed: a whole number")),
    ],
)
def test_how_a_list_is_read_and_what_is_left_out_of_it(
    desk: Caller, home: str, club: Club, body: Any, names: list[str] | tuple[str, str]
) -> None:
    looked = {key: value for key, value in body.items() if key not in ("without", "others")}
    answer = desk.post(f"{home}members/list/preview/", looked)
    if answer.status_code == 200:
        titles = [line["row"] for line in answer.json()["lines"] if line["mark"] == "title"]
        added = {"others": titles, **body, "seen": answer.json()["seen"]}
        answer = desk.post(f"{home}members/list/", added)
    if isinstance(names, tuple):
        status, field, code = fault(answer)
        assert (status, f"{field} {code}") == (400, names[0])
        assert names[1] in answer.json()["errors"][0]["message"]
        names = []
    assert [*Player.objects.filter(club=club).order_by("pk").values_list("name", flat=True)] == names


@pytest.fixture
def bea(club: Club) -> Officer:
    return Officer.objects.create(user=User.objects.create_user("bea"), club=club, role=Role.DIRECTOR)


def test_an_invitation_gives_an_office_once_and_its_link_is_told_once(desk: Caller, home: str) -> None:
    made = desk.post(f"{home}invitations/", {"called": "Bea", "role": "secretary"})
    assert (made.status_code, made.headers["Cache-Control"]) == (201, "no-store"), made.content
    (listed,) = desk.get(f"{home}invitations/").json()["invitations"]
    assert listed == made.json()["invitation"]
    joining = Caller()
    account = {"person": "Bea Lowe", "username": "bea", "password": "five of owls takes it"}
    assert joining.client.post(made.json()["url"], account).status_code == 302
    assert desk.get(f"{home}invitations/").json() == {"invitations": []}
    roles = {one["name"]: one["role"] for one in desk.get(f"{home}officers/").json()["officers"]}
    assert roles["Bea Lowe"] == "secretary"


def test_an_office_may_be_for_one_evening_alone(desk: Caller, home: str, playing: AnEvening) -> None:
    slug = playing.evening.slug
    body = {"called": "Bea", "role": "scorer", "evening": slug}
    assert desk.post(f"{home}invitations/", body).json()["invitation"]["evening"] == slug
    assert fault(desk.post(f"{home}invitations/", body | {"role": "owner"})) == (400, "role", "of-the-club")
    assert fault(desk.post(f"{home}invitations/", body | {"evening": "no"})) == (404, "", "not-found")
    owner = {"called": "Bea", "role": "owner", "ends_at": "2099-01-01T00:00:00Z"}
    assert fault(desk.post(f"{home}invitations/", owner)) == (400, "ends_at", "owner")


def test_a_withdrawn_invitation_opens_nothing(desk: Caller, home: str) -> None:
    made = desk.post(f"{home}invitations/", {"called": "Bea"}).json()
    path = f"{home}invitations/{made['invitation']['id']}/"
    assert desk.ask("DELETE", path).json() == {"invitations": []}
    assert desk.ask("DELETE", path).status_code == 404
    assert desk.get(made["url"]).status_code == 410


def test_a_link_is_mailed_where_mails_are_sent(desk: Caller, home: str) -> None:
    body = {"called": "Bea", "email": "bea@example.org"}
    assert fault(desk.post(f"{home}invitations/", body)) == (400, "email", "no-mails")
    with override_settings(EMAIL_HOST="mail.example"):
        assert fault(desk.post(f"{home}invitations/", body | {"email": "bea"})) == (400, "email", "no-mail")
        assert desk.post(f"{home}invitations/", body).status_code == 201
    assert Mail.objects.count() == 1


def test_an_officer_becomes_something_else_and_is_let_go_but_the_last_owner(
    desk: Caller, home: str, club: Club, bea: Officer
) -> None:
    owner = club.officers.get(role=Role.OWNER)
    assert fault(desk.ask("DELETE", f"{home}officers/{owner.pk}/")) == (400, "", "last-owner")
    path = f"{home}officers/{bea.pk}/"
    assert desk.ask("PATCH", path, {"role": "secretary"}).json()["role"] == "secretary"
    assert [one["username"] for one in desk.ask("DELETE", path).json()["officers"]] == ["director"]
    assert desk.ask("DELETE", path).status_code == 404


def test_a_club_is_handed_over(desk: Caller, home: str, club: Club, bea: Officer) -> None:
    assert desk.post(f"{home}officers/{bea.pk}/hand-over/").json()["role"] == "owner"
    roles = {one.user.username: one.role for one in club.officers.select_related("user")}
    assert roles == {"director": Role.SECRETARY, "bea": Role.OWNER}
    assert fault(desk.post(f"{home}officers/{bea.pk}/hand-over/")) == (403, "", "not-yours")
