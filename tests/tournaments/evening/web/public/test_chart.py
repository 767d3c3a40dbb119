"""A schedule of no club, for anybody who types a number of players."""

from __future__ import annotations

import csv
from typing import Any

import pytest

from tests.tournaments.evening.web.table.a_phone import text_of
from tournaments.club.services import throttle
from tournaments.evening.web.public import chart

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("players", "size", "rounds", "told"),
    [
        pytest.param(27, 4, 9, "No two players are at the same table twice.", id="six fours and a three"),
        pytest.param(16, 4, 5, "Everybody meets everybody.", id="a full room"),
        pytest.param(9, 2, 9, "Everybody sits out equally often.", id="a round robin"),
        pytest.param(8, 4, 3, "two players meet again at a table.", id="more rounds than that goes"),
        pytest.param(5, 4, 1, "Rounds that a player sits out: from 0 to 1.", id="one too many for a table"),
    ],
)
def test_a_chart_and_its_file_are_what_the_certificate_says(
    client: Any, players: int, size: int, rounds: int, told: str
) -> None:
    asked = {"players": players, "size": size, "rounds": rounds}
    assert told in text_of(client.get("/schedule/", asked))
    file = client.get("/schedule.csv", asked)
    rows = list(csv.DictReader(file.text.splitlines()))
    assert {row["round"] for row in rows} == {str(number) for number in range(1, rounds + 1)}
    assert {row["player"] for row in rows} == {str(number) for number in range(1, players + 1)}
    assert len(rows) == players * rounds


@pytest.mark.parametrize(
    "asked",
    [
        {"players": 151, "size": 4, "rounds": 5},
        {"players": 27, "size": 6, "rounds": 5},
        {"players": 27, "size": 4, "rounds": 31},
        {"players": "many", "size": 4, "rounds": 5},
        {"players": 27, "size": 4},
    ],
)
def test_what_is_beyond_the_limits_is_refused_beside_its_field(client: Any, asked: dict[str, object]) -> None:
    answer = client.get("/schedule/", asked)
    assert answer.status_code == 200
    assert "field--error" in answer.text
    assert client.get("/schedule.csv", asked).status_code == 404


def test_the_same_chart_is_not_worked_out_again(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = {"players": 12, "size": 3, "rounds": 4}
    page = client.get("/schedule/", asked)
    monkeypatch.setattr(chart, "rounds_of", None)
    assert client.get("/schedule/", asked).content == page.content
    assert client.get("/schedule/", asked, headers={"If-None-Match": page["ETag"]}).status_code == 304


def test_whoever_asks_for_one_after_the_other_waits(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttle, "LOOKS_OF_ADDRESS", 1)
    answers = [client.get("/schedule/", {"players": 10, "size": 2, "rounds": n}) for n in (1, 2)]
    assert [answer.status_code for answer in answers] == [200, 429]
    assert client.get("/schedule/").status_code == 200, "the empty form costs nothing"
