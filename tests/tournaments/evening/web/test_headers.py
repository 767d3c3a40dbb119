"""Every answer says what a browser may do with it; open pages learn that their evening has moved."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from django.test import Client
from django.urls import reverse

from config.tenant_guard import BY_LINK
from tests.tournaments.an_evening import Make
from tests.tournaments.live.lines import Line, run, scope
from tournaments.club.models import User
from tournaments.evening import acts
from tournaments.evening.reads.live import key_of
from tournaments.live import bridge

if TYPE_CHECKING:
    from tests.tournaments.an_evening import AnEvening, Make

GUARDED = ("content-security-policy", "x-content-type-options", "x-frame-options", "referrer-policy")
pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("path", "status"),
    [
        pytest.param("/", 200, id="a page"),
        pytest.param("/sign-in", 301, id="a missing slash"),
        pytest.param("/desk/", 302, id="a page of the desk"),
        pytest.param("/nowhere/", 404, id="no page"),
        pytest.param("/healthz", 200, id="health"),
        pytest.param("/t/nothing/", 404, id="a card"),
        pytest.param("/api/v1/clubs/", 401, id="the API"),
        pytest.param("/api/docs/", 200, id="its description"),
        pytest.param("/manifest.webmanifest", 200, id="a made file"),
        pytest.param("/static/nothing.css", 404, id="no static file"),
        pytest.param("/admin/", 302, id="the admin"),
    ],
)
def test_every_answer_has_them(client: Client, path: str, status: int) -> None:
    answer = client.get(path)
    assert answer.status_code == status
    assert [name for name in GUARDED if name not in answer.headers] == []


@pytest.mark.parametrize("name", sorted({*BY_LINK, "sign-in-link", "new-password", "own-address"}))
def test_a_page_with_a_token_is_told_to_nobody_and_kept_by_nobody(client: Client, name: str) -> None:
    answer = client.get(reverse(f"web:{name}", args=["a-token"]))
    assert answer["Referrer-Policy"] in ("no-referrer", "strict-origin")
    assert "no-store" in answer["Cache-Control"]


def test_no_cache_on_the_way_keeps_what_a_session_sees(make_evening: Make, director: User) -> None:
    evening = make_evening(8, until="published").evening
    home = f"/c/{evening.club.slug}/"
    here = f"{home}{evening.slug}/"
    paths = [
        "/",
        home,
        here,
        f"{here}rounds/",
        f"{here}version",
        f"{here}standings.csv",
        "/privacy/",
        "/desk/",
        "/me/",
    ]
    paths += [f"/desk/{evening.club.slug}/", f"/desk/{evening.club.slug}/members/", "/nowhere/", "/start/"]
    officer = Client()
    officer.force_login(director)
    said = {path: officer.get(path).get("Cache-Control", "") for path in paths}
    assert [path for path in paths if not re.search("private|no-store", said[path])] == []
    assert "private" not in Client().get(here).get("Cache-Control", "")


@pytest.mark.parametrize(
    ("method", "path", "changed", "status"),
    [
        pytest.param("GET", "/", {"ALLOWED_HOSTS": ["other.example"]}, 400, id="another host"),
        pytest.param("DELETE", "/", {}, 405, id="another method"),
        pytest.param("POST", "/sign-in/", {}, 403, id="a form without its token"),
        pytest.param("GET", "/", {"SECURE_SSL_REDIRECT": True}, 301, id="the way to https"),
        pytest.param("GET", "/static/base.css", {}, 200, id="a static file"),
    ],
)
def test_so_has_what_is_answered_before_any_view(
    settings: Any, tmp_path: Path, db: None, method: str, path: str, changed: dict[str, Any], status: int
) -> None:
    (tmp_path / "base.css").write_text("html {}")
    for name, value in {"STATIC_ROOT": tmp_path, **changed}.items():
        setattr(settings, name, value)
    answer = Client(enforce_csrf_checks=path == "/sign-in/").generic(method, path)
    assert answer.status_code == status
    assert [name for name in GUARDED if name not in answer.headers] == []


def test_so_has_what_the_server_answers_itself() -> None:
    made = bridge.Bridge(lambda environ, start_response: [], threads=1)

    async def asgi(asked: Any, receive: Any, send: Any) -> None:
        await made.answer(asked, receive, send, {}, lambda: False)

    answer = run(Line(asgi, scope()).whole())
    assert answer.status == 500
    assert [name for name in GUARDED if name not in answer.headers] == []


def asked(room: AnEvening, **headers: str) -> Any:
    evening = room.evening
    return Client().get(reverse("web:version", args=[evening.club.slug, evening.slug]), headers=headers)


@pytest.mark.parametrize("status", ["check_in", "published"])
def test_a_visitors_page_hears_of_a_move_once(make_evening: Make, status: str) -> None:
    room = make_evening(8, until=status)
    told = asked(room)
    assert told.json() == {"version": room.evening.version, "status": status}
    assert asked(room, if_none_match=told["ETag"]).status_code == 304


def test_players_and_officers_hear_that_it_was_called_off(make_evening: Make, director: User) -> None:
    room = make_evening(8, until="playing")
    room.act(acts.Abandon(reason="snow"))
    here = f"/c/{room.evening.club.slug}/{room.evening.slug}/"
    officer = Client()
    officer.force_login(director)
    phone = {"key": key_of(room.evening)}
    for address, heard in (("version", 200), ("live", 204)):
        asks: list[tuple[Client, dict[str, str]]] = [(Client(), {}), (Client(), phone), (officer, {})]
        assert [client.get(here + address, told).status_code for client, told in asks] == [404, heard, heard]
