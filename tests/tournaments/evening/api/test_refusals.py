"""Refusals have one shape, whatever is wrong: field, code for programs, message for people in their language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.tournaments.an_evening import AnEvening, a_hand
from tests.tournaments.evening.api.callers import Caller, address, fault
from tests.tournaments.the_rows import everything
from tournaments.evening import acts

Make = Callable[..., AnEvening]
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
        ("GET", "/api/v1/clubs/no-club/", (404, "", "not-found")),
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


@pytest.mark.parametrize(
    ("act", "body", "expected"),
    [
        ("players/", {}, (400, "name", "missing")),
        ("players/", {"name": 7}, (400, "name", "not-a-text")),
        ("players/", {"name": "x" * 81}, (400, "name", "too-long")),
        ("players/", {"name": "Ann", "age": 7}, (400, "age", "unknown-field")),
        ("players/", [], (400, "body", "not-an-object")),
        ("players/names/", {"names": ["Ann", 7]}, (400, "names.1", "not-a-text")),
        ("evenings/", {"name": "One", "date": "2026-02-30", "plan": {"game": "chantecler"}},
         (400, "date", "not-a-date")),
        ("evenings/", {"name": "One", "date": "2026-02-20", "plan": {"game": "bridge"}},
         (400, "plan.game", "unknown-game")),
        ("evenings/", {"name": "One", "date": "2026-02-20", "plan": {"game": "chantecler", "rounds": 0}},
         (400, "plan.rounds", "out-of-range")),
        ("evenings/", {"clone": "nothing", "name": "One", "date": "2026-02-20"}, (404, "", "not-found")),
    ],
)  # fmt: skip
def test_a_body_that_cannot_be(
    desk: Caller, home: str, act: str, body: Any, expected: tuple[int, str, str]
) -> None:
    before = everything()
    assert fault(desk.post(f"{home}{act}", body)) == expected
    assert everything() == before


@pytest.mark.parametrize(
    ("until", "act", "body", "expected"),
    [
        ("draft", "draw", {}, (409, "evening.status", "not-now")),
        ("draft", "start", {}, (409, "evening.status", "not-now")),
        ("seated", "draw", {}, (400, "again", "drawn-already")),
        ("seated", "swap", {"one": "x", "other": "y"}, None),
        ("playing", "start", {}, (409, "evening.status", "not-now")),
        ("playing", "close", {}, (409, "evening.status", "not-now")),
        ("playing", "ring", {"table": 2}, (400, "table", "target-not-reached")),
        ("playing", "ring", {"table": 77}, (400, "table", "unknown-table")),
        ("playing", "ring", {"table": 0}, (400, "table", "out-of-range")),
        ("playing", "ring", {}, (400, "table", "missing")),
        ("playing", "cuts", {"table": 2, "winner": "A"}, (409, "evening.status", "not-now")),
        ("bell", "cuts", {"table": 1, "winner": "A"}, (400, "table", "not-level")),
        ("bell", "cuts", {"table": 1}, (400, "winner", "missing")),
        ("bell", "cuts", {"table": 1, "winner": "C"}, (400, "winner", "not-a-choice")),
        ("bell", "cuts", {"table": 1, "winner": "A", "how": "seed"}, (400, "winner", "not-with-the-seed")),
        ("bell", "finish", {}, (409, "evening.status", "not-now")),
        ("settled", "arrive", {}, (400, "player", "missing")),
        ("settled", "arrive", {"player": 1, "guest": "X"}, (400, "guest", "player-or-guest")),
        ("settled", "leave", {"ticket": "nobody"}, (400, "ticket", "unknown-ticket")),
        ("drafted", "publish", {}, (409, "evening.status", "not-now")),
        ("finished", "prize-cuts", {"prize": "best", "order": ["x", "y"]}, (400, "order", "no-such-tie")),
        ("playing", "abandon", {}, (400, "reason", "missing")),
        ("playing", "abandon", {"reason": " "}, (400, "reason", "empty")),
        ("published", "abandon", {"reason": "x"}, (409, "evening.status", "not-now")),
    ],
)
def test_an_act_that_cannot_be_now_or_ever(
    desk: Caller, make_evening: Make, until: str, act: str, body: Any, expected: tuple[int, str, str] | None
) -> None:
    room = make_evening(8, until=until)
    before = everything()
    answer = desk.post(f"{address(room)}{act}/", body)
    if expected:
        assert fault(answer) == expected
    else:
        assert {problem["code"] for problem in answer.json()["errors"]} == {"unknown-player"}
    assert everything() == before


def test_three_players_are_not_drawn(desk: Caller, make_evening: Make) -> None:
    answer = desk.post(f"{address(make_evening(3, until='check_in'))}draw/")
    assert fault(answer) == (400, "players", "too-few")


def test_closing_a_round_names_every_table_that_has_not_settled(desk: Caller, make_evening: Make) -> None:
    room = make_evening(12, until="playing")
    room.enter(1, a_hand())
    room.act(acts.Stop())
    answer = desk.post(f"{address(room)}close/")
    assert answer.status_code == 400
    assert [(problem["field"], problem["code"]) for problem in answer.json()["errors"]] == [
        ("tables.2", "level-needs-a-cut"),
        ("tables.3", "level-needs-a-cut"),
    ]


def test_one_who_is_seated_twice_is_named_with_the_place(desk: Caller, make_evening: Make) -> None:
    room = make_evening(8, until="check_in")
    codes = list(room.evening.tickets.values_list("code", flat=True))
    tables = [codes[:4], [codes[0], *codes[5:]]]
    answer = desk.post(f"{address(room)}seats/", {"tables": tables})
    assert [(problem["field"], problem["code"]) for problem in answer.json()["errors"]] == [
        ("start.1.0", "seated-twice"),
        ("start", "not-seated"),
    ]


@pytest.mark.parametrize(
    ("path", "field"),
    [
        ("evenings/?status=late", "status"),
        ("evenings/?date=x", "date"),
        ("evenings/?date_from=2026-13-01", "date_from"),
        (f"players/?search={'x' * 201}", "search"),
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
