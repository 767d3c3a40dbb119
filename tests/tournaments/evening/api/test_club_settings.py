"""The settings of a club over the REST door: what a page of them does, an address does."""

from __future__ import annotations

from base64 import b64encode
from io import BytesIO
from typing import Any

import pytest
from django.utils import timezone
from PIL import Image

from tests.tournaments.evening.api.callers import Caller, fault, officer
from tests.tournaments.the_rows import everything
from tournaments.club.models import Club, GroupMember, User
from tournaments.club.services import clubs

pytestmark = pytest.mark.usefixtures("static_files_by_their_own_names")
NEW = {"name": "Owl Club", "time_zone": "Europe/Paris", "weekday": 4, "starts": "19:30"}


@pytest.fixture
def keeper(db: None) -> Caller:
    """Whoever looks after the server."""
    return officer(User.objects.create_superuser("keeper", password="a long enough password"))


def picture() -> str:
    """A small picture, in base64."""
    file = BytesIO()
    Image.new("RGB", (20, 10), "red").save(file, "PNG")
    return b64encode(file.getvalue()).decode()


def test_whoever_looks_after_the_server_makes_a_club_and_owns_it(keeper: Caller) -> None:
    answer = keeper.post("/api/v1/clubs/", NEW)
    assert (answer.status_code, answer.json()["slug"]) == (201, "owl-club"), answer.content
    assert keeper.get(answer.headers["Location"]).json() == answer.json()
    assert keeper.get("/api/v1/clubs/owl-club/nights/").json()["nights"][0]["weekday"] == 4
    assert [one["role"] for one in keeper.get("/api/v1/me/offices/").json()["offices"]] == ["owner"]


def test_nobody_else_makes_one(desk: Caller, club: Club) -> None:
    before = everything()
    assert fault(desk.post("/api/v1/clubs/", NEW)) == (403, "", "not-yours")
    assert everything() == before


def test_one_answer_shows_them_all(desk: Caller, home: str) -> None:
    told = desk.get(f"{home}settings/").json()
    assert (told["name"], told["colour"], told["logo"], told["categories"]) == ("Rooster Club", "", None, {})
    assert told["shown_to"] == dict.fromkeys(("results", "seasons", "players", "coming"), "everybody")


def test_what_is_left_out_stays(desk: Caller, home: str) -> None:
    before = desk.get(f"{home}settings/").json()
    changed = {"name": "The Roosters", "language": "fr", "usual_game": "whist", "confirms_requests": False}
    assert desk.ask("PATCH", f"{home}settings/", changed).json() == before | changed
    assert desk.ask("PATCH", f"{home}settings/", {}).json() == before | changed
    shown = desk.ask("PATCH", f"{home}settings/public/", {"players": "with-link"}).json()["shown_to"]
    assert shown == before["shown_to"] | {"players": "with-link"}


def test_colour_logo_and_categories_are_set_and_taken_off(desk: Caller, home: str, club: Club) -> None:
    path = f"{home}settings/"
    assert desk.ask("PUT", f"{path}colour/", {"colour": "#1C5A43"}).json()["colour"] == "#1c5a43"
    assert desk.ask("PUT", f"{path}colour/", {"colour": ""}).json()["colour"] == ""
    logo = desk.ask("PUT", f"{path}logo/", {"file": picture()}).json()["logo"]
    assert desk.get(logo).content.startswith(b"\x89PNG")
    assert desk.ask("DELETE", f"{path}logo/").json()["logo"] is None
    somebody = clubs.add_player(club=club, name="Ada", at=timezone.now())
    GroupMember.objects.create(player=somebody, group="Veterans")
    told = desk.ask("PUT", f"{path}categories/", {"categories": {"Veterans": True}}).json()
    assert (told["categories"], told["groups"]) == ({"Veterans": True}, ["Veterans"])
    assert desk.ask("PUT", f"{path}categories/", {"categories": {}}).json()["categories"] == {}


def test_the_visitors_link_is_made_anew(desk: Caller, home: str) -> None:
    path = f"{home}settings/public/link/"
    old = desk.get(path)
    new = desk.post(path)
    assert old.headers["Cache-Control"] == new.headers["Cache-Control"] == "no-store"
    assert (desk.get(old.json()["url"]).status_code, desk.get(new.json()["url"]).status_code) == (404, 302)


@pytest.mark.parametrize(
    ("method", "path", "body", "expected"),
    [
        ("PATCH", "", {"name": " "}, ("name", "empty")),
        ("PATCH", "", {"time_zone": "Mars/Base"}, ("time_zone", "unknown-time-zone")),
        ("PATCH", "", {"usual_game": "poker"}, ("usual_game", "unknown-game")),
        ("PATCH", "", {"slug": "mine"}, ("slug", "unknown-field")),
        ("PATCH", "public/", {"results": "friends"}, ("results", "not-a-choice")),
        ("PUT", "colour/", {"colour": "red"}, ("colour", "no-colour")),
        ("PUT", "logo/", {"file": "not base64"}, ("file", "not-base64")),
        ("PUT", "logo/", {"file": "AAAA"}, ("file", "no-picture")),
        ("PUT", "categories/", {"categories": {str(n): True for n in range(13)}}, ("categories", "too-many")),
    ],
)
def test_what_cannot_be_changes_nothing(
    desk: Caller, home: str, method: str, path: str, body: Any, expected: tuple[str, str]
) -> None:
    before = everything()
    assert fault(desk.ask(method, f"{home}settings/{path}", body)) == (400, *expected)
    assert everything() == before


def test_the_demo_is_put_away_by_whoever_looks_after_the_server(
    keeper: Caller, desk: Caller, home: str
) -> None:
    Club.objects.create(name="Demo", slug="demo", is_demo=True, made_at="2026-11-20T20:00:00Z")
    assert fault(desk.post(f"{home}settings/demo/", {})) == (404, "", "not-found")
    own = keeper.post("/api/v1/clubs/", NEW).json()["slug"]
    assert keeper.post(f"/api/v1/clubs/{own}/settings/demo/", {}).status_code == 200
    assert keeper.post(f"/api/v1/clubs/{own}/settings/demo/", {}).status_code == 404
    assert Club.objects.get(slug="demo").put_away_at is not None
