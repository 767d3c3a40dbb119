"""The settings of a club over the REST door: what a page of them does, an address does."""

from base64 import b64encode
from io import BytesIO
from typing import Any

import pytest
from django.utils import timezone
from PIL import Image

from games.catalogue import GAMES
from tests.tournaments.an_evening import Make
from tests.tournaments.evening.api.callers import Caller, fault, officer
from tests.tournaments.the_rows import unchanged
from tournaments.club.models import Club, GroupMember, HouseRules, User
from tournaments.club.services import clubs
from tournaments.evening.models import ClubPreset

NEW = {"name": "Owl Club", "time_zone": "Europe/Paris", "weekday": 4, "starts": "19:30"}


@pytest.fixture
def keeper(db: None) -> Caller:
    return officer(User.objects.create_superuser("keeper", password="a long enough password"))


def picture() -> str:
    file = BytesIO()
    Image.new("RGB", (20, 10), "red").save(file, "PNG")
    return b64encode(file.getvalue()).decode()


def test_whoever_looks_after_the_server_alone_makes_a_club_and_owns_it(keeper: Caller, desk: Caller) -> None:
    with unchanged():
        assert fault(desk.post("/api/v1/clubs/", NEW)) == (403, "", "not-yours")
    answer = keeper.post("/api/v1/clubs/", NEW)
    assert (answer.status_code, answer.json()["slug"]) == (201, "owl-club"), answer.content
    assert keeper.get(answer.headers["Location"]).json() == answer.json()
    assert keeper.get("/api/v1/clubs/owl-club/nights/").json()["nights"][0]["weekday"] == 4
    assert [one["role"] for one in keeper.get("/api/v1/me/offices/").json()["offices"]] == ["owner"]


def test_one_answer_shows_them_all_and_what_is_left_out_stays(desk: Caller, home: str) -> None:
    told = desk.get(f"{home}settings/").json()
    assert (told["name"], told["colour"], told["logo"], told["categories"]) == ("Rooster Club", "", None, {})
    assert told["shown_to"] == dict.fromkeys(("results", "seasons", "players", "coming"), "everybody")
    before = desk.get(f"{home}settings/").json()
    changed = {"name": "The Roosters", "language": "fr", "usual_game": "whist", "objection_hours": 24}
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
        ("PATCH", "", {"time_zone": "Mars/Base"}, ("time_zone", "unknown-time-zone")),
        ("PUT", "colour/", {"colour": "red"}, ("colour", "no-colour")),
        ("PUT", "logo/", {"file": "not base64"}, ("file", "not-base64")),
        ("PUT", "logo/", {"file": "AAAA"}, ("file", "no-picture")),
    ],
)
def test_what_cannot_be_changes_nothing(
    desk: Caller, home: str, method: str, path: str, body: Any, expected: tuple[str, str]
) -> None:
    with unchanged():
        assert fault(desk.ask(method, f"{home}settings/{path}", body)) == (400, *expected)


def test_the_demo_is_put_away_by_the_keeper_of_the_server(keeper: Caller, desk: Caller, home: str) -> None:
    Club.objects.create(name="Demo", slug="demo", is_demo=True, made_at="2026-11-20T20:00:00Z")
    assert fault(desk.post(f"{home}settings/demo/", {})) == (404, "", "not-found")
    own = keeper.post("/api/v1/clubs/", NEW).json()["slug"]
    assert keeper.post(f"/api/v1/clubs/{own}/settings/demo/", {}).status_code == 200
    assert keeper.post(f"/api/v1/clubs/{own}/settings/demo/", {}).status_code == 404
    assert Club.objects.get(slug="demo").put_away_at is not None


NIGHT = {"weekday": 4, "week": 1, "name": "First Friday", "starts": "20:00", "begins_with": "game-whist"}


def test_a_night_is_added_changed_and_removed(desk: Caller, home: str) -> None:
    answer = desk.post(f"{home}nights/", NIGHT)
    assert answer.status_code == 201, answer.content
    added = answer.json()
    assert added == {"id": added["id"], **NIGHT, "starts": "20:00:00"}
    assert desk.get(f"{home}nights/").json() == {"nights": [added]}
    path = f"{home}nights/{added['id']}/"
    plain = {"name": "", "week": 0, "starts": None, "begins_with": ""}
    assert desk.ask("PUT", path, {"weekday": 1}).json() == {"id": added["id"], "weekday": 1, **plain}
    for wrong, code in (({"starts": "8pm"}, "not-a-time"), ({"begins_with": "own-1"}, "unknown-kind")):
        assert fault(desk.post(f"{home}nights/", NIGHT | wrong)) == (400, *wrong, code)
    assert desk.ask("DELETE", path).json() == {"nights": []}
    assert desk.ask("DELETE", path).status_code == 404


def test_a_kind_of_evening_is_kept_renamed_and_removed(desk: Caller, home: str, make_evening: Make) -> None:
    room = make_evening(8, until="draft")
    body = {"evening": room.evening.slug, "name": "Our Friday"}
    answer = desk.post(f"{home}presets/", body)
    assert answer.status_code == 201, answer.content
    kept = answer.json()
    assert kept == {"id": kept["id"], "name": "Our Friday", "plan": room.evening.plan}
    assert desk.get(f"{home}presets/").json() == {"presets": [kept]}
    taken = desk.post(f"{home}presets/", {**body, "name": "OUR friday"})
    assert fault(taken) == (400, "name", "name-taken")
    assert desk.post(f"{home}presets/", {**body, "evening": "nowhere"}).status_code == 404
    made = desk.post(f"{home}evenings/", {"name": "Next", "date": "2026-12-04", "plan": kept["plan"]})
    assert made.json()["plan"] == room.evening.plan
    path = f"{home}presets/{kept['id']}/"
    assert desk.ask("PATCH", path, {"name": "First Friday"}).json()["name"] == "First Friday"
    assert desk.ask("DELETE", path).json() == {"presets": []}
    assert not ClubPreset.objects.exists()
    assert desk.ask("DELETE", path).status_code == 404


USUAL = {
    "target": 42,
    "bird_order": "pheasant_second",
    "set_side_keeps_counters": False,
    "keeps_all_trumps": False,
}


def test_house_rules_are_read_before_and_as_they_were_put(desk: Caller, home: str) -> None:
    for game in GAMES:
        shown = desk.get(f"{home}house-rules/{game}/").json()
        assert set(shown["options"]) == set(GAMES[game].house_rules_schema["properties"])
        assert (shown["game"], shown["own"]) == (game, False)
    path = f"{home}house-rules/chantecler/"
    expected = {"game": "chantecler", "options": {**USUAL, "bird_order": "peacock_second"}, "own": True}
    answer = desk.ask("PUT", path, {"options": {"bird_order": "peacock_second"}})
    assert (answer.status_code, answer.json()) == (200, expected)
    assert desk.get(path).json() == expected
    assert HouseRules.objects.get().changed_by.startswith("user:")
    desk.ask("PUT", path, {"options": {}})
    assert desk.get(path).json() == {**expected, "options": USUAL}
    assert fault(desk.ask("PUT", path, {"options": {"target": 0}})) == (400, "options.target", "out-of-range")
    assert desk.ask("PUT", f"{home}house-rules/bridge/", {"options": {}}).status_code == 404
