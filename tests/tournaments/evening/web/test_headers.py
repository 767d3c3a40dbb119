"""Every answer says what a browser may do with it: pages, redirects, refusals, files, streams."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.an_evening import Make
from tests.tournaments.live.lines import Line, run, scope
from tournaments.club.models import User
from tournaments.live import bridge

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


def test_the_server_alone_is_told_where_somebody_comes_from_and_never_from_which_page(client: Client) -> None:
    assert client.get("/sign-in/a-token/")["Referrer-Policy"] == "strict-origin"


def test_what_somebody_with_a_session_is_answered_no_cache_on_the_way_keeps(
    make_evening: Make, director: User
) -> None:
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


def test_nobody_keeps_that_there_is_no_such_page(client: Client) -> None:
    assert client.get("/my-place/a-token/")["Cache-Control"] == "no-store"


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
