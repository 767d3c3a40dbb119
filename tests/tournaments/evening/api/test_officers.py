"""The officers of a club over the REST door: invited by a link that is told once, changed, let go."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import override_settings

from tests.tournaments.an_evening import AnEvening
from tests.tournaments.evening.api.callers import Caller, fault
from tests.tournaments.the_rows import everything
from tournaments.club.models import Club, Mail, Officer, User
from tournaments.club.roles import Role

pytestmark = pytest.mark.usefixtures("static_files_by_their_own_names")


@pytest.fixture
def bea(club: Club) -> Officer:
    """A director beside the owner."""
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


def test_a_withdrawn_invitation_opens_nothing(desk: Caller, home: str) -> None:
    made = desk.post(f"{home}invitations/", {"called": "Bea"}).json()
    path = f"{home}invitations/{made['invitation']['id']}/"
    assert desk.ask("DELETE", path).json() == {"invitations": []}
    assert desk.ask("DELETE", path).status_code == 404
    assert desk.get(made["url"]).status_code == 410


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"called": ""}, ("called", "empty")),
        ({"called": "Bea", "role": "king"}, ("role", "not-a-choice")),
        ({"called": "Bea", "ends_at": "2020-01-01T00:00:00Z"}, ("ends_at", "over")),
        ({"called": "Bea", "role": "owner", "ends_at": "2099-01-01T00:00:00Z"}, ("ends_at", "owner")),
        ({"called": "Bea", "email": "bea"}, ("email", "no-mail")),
    ],
)
@override_settings(EMAIL_HOST="mail.example")
def test_what_is_no_invitation(desk: Caller, home: str, body: Any, expected: tuple[str, str]) -> None:
    before = everything()
    assert fault(desk.post(f"{home}invitations/", body)) == (400, *expected)
    assert everything() == before


def test_a_link_is_mailed_where_mails_are_sent(desk: Caller, home: str) -> None:
    body = {"called": "Bea", "email": "bea@example.org"}
    assert fault(desk.post(f"{home}invitations/", body)) == (400, "email", "no-mails")
    with override_settings(EMAIL_HOST="mail.example"):
        assert desk.post(f"{home}invitations/", body).status_code == 201
    assert Mail.objects.count() == 1


def test_an_officer_becomes_something_else_and_is_let_go(desk: Caller, home: str, bea: Officer) -> None:
    path = f"{home}officers/{bea.pk}/"
    assert desk.ask("PATCH", path, {"role": "secretary"}).json()["role"] == "secretary"
    assert [one["username"] for one in desk.ask("DELETE", path).json()["officers"]] == ["director"]
    assert desk.ask("DELETE", path).status_code == 404


def test_the_last_owner_stays(desk: Caller, home: str, club: Club, bea: Officer) -> None:
    owner = club.officers.get(role=Role.OWNER)
    path = f"{home}officers/{owner.pk}/"
    before = everything()
    assert fault(desk.ask("PATCH", path, {"role": "director"})) == (400, "", "last-owner")
    assert fault(desk.ask("DELETE", path)) == (400, "", "last-owner")
    assert fault(desk.ask("DELETE", f"/api/v1/me/offices/{owner.pk}/")) == (400, "", "last-owner")
    assert everything() == before


def test_a_club_is_handed_over(desk: Caller, home: str, club: Club, bea: Officer) -> None:
    assert desk.post(f"{home}officers/{bea.pk}/hand-over/").json()["role"] == "owner"
    roles = {one.user.username: one.role for one in club.officers.select_related("user")}
    assert roles == {"director": Role.SECRETARY, "bea": Role.OWNER}
    assert fault(desk.post(f"{home}officers/{bea.pk}/hand-over/")) == (403, "", "not-yours")
