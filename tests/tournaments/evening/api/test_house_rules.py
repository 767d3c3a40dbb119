"""A club's own house rules over the REST door, and the evenings that are made by them."""

from __future__ import annotations

from typing import Any

import pytest

from games.catalogue import GAMES
from tests.tournaments.evening.api.callers import Caller, fault
from tests.tournaments.the_rows import everything
from tournaments.club.models import HouseRules

USUAL = {
    "target": 42,
    "bird_order": "pheasant_second",
    "set_side_keeps_counters": False,
    "keeps_all_trumps": False,
}


def new_evening(desk: Caller, home: str, **plan: Any) -> dict[str, Any]:
    """The house rules of an evening that is set up so."""
    body = {"name": "Friday", "date": "2026-11-27", "plan": {"game": "chantecler", **plan}}
    answer = desk.post(f"{home}evenings/", body)
    assert answer.status_code == 201, answer.content
    rules: dict[str, Any] = answer.json()["plan"]["house_rules"]
    return rules


@pytest.mark.parametrize("game", GAMES)
def test_they_can_be_read_before_they_are_set(desk: Caller, home: str, game: str) -> None:
    shown = desk.get(f"{home}house-rules/{game}/").json()
    assert set(shown["options"]) == set(GAMES[game].house_rules_schema["properties"])
    assert (shown["game"], shown["own"]) == (game, False)


def test_what_is_put_is_what_is_read(desk: Caller, home: str) -> None:
    path = f"{home}house-rules/chantecler/"
    expected = {"game": "chantecler", "options": {**USUAL, "bird_order": "peacock_second"}, "own": True}
    answer = desk.ask("PUT", path, {"options": {"bird_order": "peacock_second"}})
    assert (answer.status_code, answer.json()) == (200, expected)
    assert desk.get(path).json() == expected
    assert HouseRules.objects.get().changed_by.startswith("user:")
    desk.ask("PUT", path, {"options": {}})
    assert desk.get(path).json() == {**expected, "options": USUAL}


@pytest.mark.parametrize(
    ("game", "body", "expected"),
    [
        ("bridge", {"options": {}}, (404, "", "not-found")),
        ("chantecler", {}, (400, "options", "missing")),
        ("chantecler", {"options": []}, (400, "options", "not-an-object")),
        ("chantecler", {"options": {"target": 0}}, (400, "options.target", "out-of-range")),
        ("chantecler", {"options": {"goal": 42}}, (400, "options.goal", "unknown-field")),
        ("chantecler", {"options": {}, "own": True}, (400, "own", "unknown-field")),
        ("chantecler", [], (400, "body", "not-an-object")),
    ],
)
def test_what_cannot_be_is_refused(
    desk: Caller, home: str, game: str, body: Any, expected: tuple[int, str, str]
) -> None:
    before = everything()
    assert fault(desk.ask("PUT", f"{home}house-rules/{game}/", body)) == expected
    assert everything() == before


@pytest.mark.parametrize("method", ["GET", "PUT"])
def test_they_are_nothing_to_another_club(desk: Caller, stranger: Caller, home: str, method: str) -> None:
    body = {"options": {"target": 30}} if method == "PUT" else None
    before = everything()
    answer = stranger.ask(method, f"{home}house-rules/chantecler/", body)
    assert fault(answer) == (404, "", "not-found")
    assert everything() == before


def test_an_evening_without_house_rules_takes_the_clubs(desk: Caller, home: str) -> None:
    assert new_evening(desk, home) == USUAL
    desk.ask("PUT", f"{home}house-rules/chantecler/", {"options": {"target": 30}})
    assert new_evening(desk, home) == {**USUAL, "target": 30}
    assert new_evening(desk, home, house_rules={"set_side_keeps_counters": True}) == {
        **USUAL,
        "set_side_keeps_counters": True,
    }
