"""Refusals have one shape, whatever is wrong: field, code for programs, message for people in their language."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournaments.an_evening import AnEvening, Make, a_hand
from tests.tournaments.evening.api.callers import Caller, address, fault
from tests.tournaments.the_rows import everything
from tournaments.evening import acts

Asked = tuple[str, str, Any]


@pytest.mark.django_db
def test_nothing_is_allowed_where_nothing_is(anybody: Caller) -> None:
    assert "Allow" not in anybody.ask("OPTIONS", "/api/v1/nothing/").headers


@pytest.mark.parametrize(
    ("method", "path", "expected"),
    [
        ("GET", "/api/v1/nothing/", (404, "", "not-found")),
        ("GET", "/api/", (404, "", "not-found")),
        ("POST", "/api/v2/clubs/", (404, "", "not-found")),
        ("GET", "/api/v1/games/bridge/", (404, "", "not-found")),
        ("DELETE", "/api/v1/clubs/", (405, "", "method-not-allowed")),
        ("PUT", "/api/v1/score/", (405, "", "method-not-allowed")),
    ],
)
def test_an_address_or_a_method_that_is_none(
    desk: Caller, method: str, path: str, expected: tuple[int, str, str]
) -> None:
    assert fault(desk.ask(method, path)) == expected


@pytest.mark.parametrize("kind", ["text/plain", "multipart/form-data; boundary=x", "application/xml"])
def test_a_body_that_is_not_json(desk: Caller, home: str, kind: str) -> None:
    answer = desk.client.post(
        f"{home}players/", "x", content_type=kind, headers={"Authorization": f"Bearer {desk.token}"}
    )
    assert fault(answer) == (415, "", "unsupported-media-type")


CARDS = {"game": "chantecler"}


@pytest.mark.parametrize(
    ("act", "body", "expected"),
    [
        ("players/", {}, "name missing"),
        ("players/", [], "body not-an-object"),
        ("players/names/", {"names": ["Ann", 7]}, "names.1 not-a-text"),
        ("evenings/", {"name": "One", "date": "2026-02-30", "plan": CARDS}, "date not-a-date"),
        ("evenings/", {"name": "One", "date": "2026-02-20", "plan": CARDS | {"rounds": 0}},
         "plan.rounds out-of-range"),
        ("evenings/", {"name": "One", "date": "2026-02-20", "plan": CARDS | {"confirmation": "never"}},
         "plan.confirmation not-a-choice"),
    ],
)  # fmt: skip
def test_a_body_that_cannot_be(desk: Caller, home: str, act: str, body: Any, expected: str) -> None:
    before = everything()
    assert fault(desk.post(f"{home}{act}", body)) == (400, *expected.split())
    assert everything() == before


def test_what_is_not_there_is_not_copied(desk: Caller, home: str) -> None:
    answer = desk.post(f"{home}evenings/", {"clone": "nothing", "name": "One", "date": "2026-02-20"})
    assert fault(answer) == (404, "", "not-found")


@pytest.mark.parametrize(
    ("until", "act", "body", "expected"),
    [
        ("draft", "draw", {}, (409, "evening.status", "not-now")),
        ("seated", "draw", {}, (400, "again", "drawn-already")),
        ("playing", "ring", {"table": 77}, (400, "table", "unknown-table")),
        ("playing", "ring", {}, (400, "table", "missing")),
        ("bell", "cuts", {"table": 1, "winner": "A", "how": "seed"}, (400, "winner", "not-with-the-seed")),
        ("bell", "cuts", {"table": 1}, (400, "winner", "missing")),
        ("settled", "arrive", {}, (400, "player", "missing")),
        ("settled", "arrive", {"player": 10**6}, (400, "player", "unknown-player")),
        ("settled", "arrive", {"player": 1, "guest": "X"}, (400, "guest", "player-or-guest")),
        ("settled", "leave", {"ticket": "nobody"}, (400, "ticket", "unknown-ticket")),
        ("playing", "abandon", {"reason": " "}, (400, "reason", "empty")),
    ],
)
def test_an_act_that_cannot_be_now_or_ever(
    desk: Caller, make_evening: Make, until: str, act: str, body: Any, expected: tuple[int, str, str]
) -> None:
    room = make_evening(8, until=until)
    before = everything()
    assert fault(desk.post(f"{address(room)}{act}/", body)) == expected
    assert everything() == before


def test_closing_a_round_names_every_table_that_has_not_settled(desk: Caller, make_evening: Make) -> None:
    room = make_evening(12, until="playing")
    room.enter(1, a_hand())
    room.act(acts.Stop())
    answer = desk.post(f"{address(room)}close/")
    assert answer.status_code == 400
    told = {problem["field"]: problem["code"] for problem in answer.json()["errors"]}
    assert told == dict.fromkeys(("tables.2", "tables.3"), "level-needs-a-cut")


@pytest.mark.parametrize(
    ("path", "field"),
    [
        ("evenings/?status=late", "status"),
        ("evenings/?date=x", "date"),
        ("evenings/?date_from=2026-13-01", "date_from"),
        (f"players/?search={'x' * 201}", "search"),
        ("players/?limit=501", "limit"),
        ("players/?limit=", "limit"),
        ("players/?retired=null", "retired"),
        ("results/?date_from=yesterday", "date_from"),
    ],
)
def test_what_an_address_asks_for_is_checked(desk: Caller, home: str, path: str, field: str) -> None:
    status, named, _code = fault(desk.get(f"{home}{path}"))
    assert (status, named) == (400, field)


def test_a_refusal_speaks_the_readers_language_and_keeps_its_code(desk: Caller, playing: AnEvening) -> None:
    asked = [
        desk.post(f"{address(playing)}start/", **{"Accept-Language": language}) for language in ("en", "fr")
    ]
    english, french = (answer.json()["errors"][0] for answer in asked)
    assert english["code"] == french["code"] == "not-now"
    assert [answer.headers["Content-Language"] for answer in asked] == ["en", "fr"]
