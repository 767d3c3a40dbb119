"""Scoring over the REST door: the same answers as the command's, one by one, many at once, nothing kept."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from games.catalogue import GAMES
from games.requests import score_game_request, score_request
from tests.tournaments.evening.api.callers import Caller
from tests.tournaments.the_rows import everything
from tournaments.evening.acts.act import MOST_AT_ONCE

pytestmark = pytest.mark.django_db
COUNTED = "WrongGuesses"
"""How much was scored in bulk in this minute, and by whom; no hand is kept."""
VECTORS = Path(__file__).parents[3] / "vectors"
PASSED_OUT = {"id": 1, "game": "chantecler", "hand": {"passed_out": True}}


def golden(slug: str, *kinds: str) -> list[dict[str, Any]]:
    cases = tomllib.loads((VECTORS / f"{slug}.toml").read_text())
    return [
        {
            "id": case["name"],
            "game": slug,
            "options": json.loads(case.get("options", "{}")),
            "hand": json.loads(case["hand"]),
        }
        for kind in kinds
        for case in cases[kind]
    ]


@pytest.mark.parametrize("slug", [file.stem for file in sorted(VECTORS.glob("*.toml"))])
def test_golden_hands_and_games_are_answered_as_the_command_answers_them(anybody: Caller, slug: str) -> None:
    requests = golden(slug, "scored", "refused")
    before = {**everything(), COUNTED: []}

    answer = anybody.post("/api/v1/score/batch/", {"requests": requests})

    assert answer.status_code == 200
    assert answer.json() == {"answers": [score_request(request) for request in requests]}
    assert {**everything(), COUNTED: []} == before
    for request in (*golden(slug, "scored")[:2], *golden(slug, "refused")[:2]):
        expected = score_request(request)
        answer = anybody.post("/api/v1/score/", request)

        assert (answer.status_code, answer.json()) == (200 if expected["ok"] else 400, expected)
    cases = tomllib.loads((VECTORS / f"{slug}.toml").read_text())["game"]
    for case in cases:
        options = json.loads(case.get("options", "{}"))
        request = {"id": case["name"], "game": slug, "options": options, "hands": json.loads(case["hands"])}

        assert anybody.post("/api/v1/score/games/", request).json() == score_game_request(request)


def test_what_is_no_request_does_not_keep_the_others_from_being_scored(anybody: Caller) -> None:
    answers = anybody.post("/api/v1/score/batch/", {"requests": [None, 7, PASSED_OUT]}).json()["answers"]

    assert [answer["ok"] for answer in answers] == [False, False, True]


@pytest.mark.parametrize(
    ("body", "refused"),
    [
        ({}, "requests missing"),
        ({"requests": []}, "requests too-few"),
        ({"requests": [PASSED_OUT], "options": {}}, "options unknown-field"),
        ({"requests": [1] * (MOST_AT_ONCE + 1)}, "requests too-many"),
    ],
    ids=["nothing", "none", "options for all", "too many"],
)
def test_a_batch_that_cannot_be_taken_says_why(anybody: Caller, body: object, refused: str) -> None:
    answer = anybody.post("/api/v1/score/batch/", body)

    assert answer.status_code == 400
    assert [f"{error['field']} {error['code']}" for error in answer.json()["errors"]] == [refused]


@pytest.mark.parametrize("slug", GAMES)
def test_a_game_shows_the_json_schemas_of_its_hands_and_house_rules(anybody: Caller, slug: str) -> None:
    shown = anybody.get(f"/api/v1/games/{slug}/").json()

    assert shown["hand_schemas"] == json.loads(json.dumps(GAMES[slug].hand_schemas))
    assert shown["house_rules_schema"] == json.loads(json.dumps(GAMES[slug].house_rules_schema))
    assert shown["version"] == GAMES[slug].version
    assert [game["slug"] for game in anybody.get("/api/v1/games/").json()["games"]] == list(GAMES)
