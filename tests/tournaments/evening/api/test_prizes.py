"""Prizes over REST: sums and shares in the plan, in the standings and in what a correction would change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.tournaments.an_evening import AnEvening, a_hand
from tests.tournaments.evening.api.callers import Caller, address
from tests.tournaments.evening.api.test_an_evening import held
from tournaments.evening.api import corrections, evening_answers

Make = Callable[..., AnEvening]
PRIZES: dict[str, Any] = {"best": 2, "sums": [5000, 3001], "booby_sum": 500}


@pytest.mark.parametrize(
    ("ties", "expected"),
    [
        pytest.param("cut", [(1, 1, 1, 5000), (2, 2, 1, 3001), (1, 1, 1, 500)], id="to be cut"),
        pytest.param(
            "shared", [(1, 2, 2, 4001), (1, 2, 2, 4000), (1, 1, 2, 250), (1, 1, 2, 250)], id="shared"
        ),
    ],
)
def test_the_standings_tell_sums_and_shares(
    desk: Caller, make_evening: Make, ties: str, expected: list[tuple[int, ...]]
) -> None:
    evening = make_evening(4, until="finished", prizes={**PRIZES, "ties": ties})
    told = held(desk.get(f"{address(evening)}standings/"), evening_answers.Standings)["prizes"]
    figures = [(prize["rank"], prize["last"], prize["among"], prize["amount"]) for prize in told]
    assert figures == expected
    assert all(bool(prize["winner"]) == (ties == "shared") for prize in told)
    why = (
        "Prizes 1 to 2, shared by the 2 players in that place."
        if ties == "shared"
        else "Level at place 1; to be cut."
    )
    assert told[0]["why"] == why


@pytest.mark.parametrize(
    ("prizes", "field"),
    [
        pytest.param({"best": 1, "sums": [1, 2]}, "plan.prizes.sums", id="more sums than prizes"),
        pytest.param({"sums": [12.5]}, "plan.prizes.sums.0", id="a sum that is not whole"),
        pytest.param({"overall": {}}, "plan.prizes.overall", id="the room beside itself"),
        pytest.param({"ties": "fight"}, "plan.prizes.ties", id="another way"),
        pytest.param({"others": [{}]}, "plan.prizes.others.0", id="another prize for nothing"),
        pytest.param({"others": [{"rounds": [1]}]}, "plan.prizes.others.0.rounds", id="half of a part"),
        pytest.param({"others": [{"feat": "luck"}]}, "plan.prizes.others.0.feat", id="no feat"),
        pytest.param({"booby_cut": "flees"}, "plan.prizes.booby_cut", id="another way out of the booby"),
    ],
)
def test_prizes_that_cannot_be_are_refused(
    desk: Caller, home: str, prizes: dict[str, Any], field: str
) -> None:
    plan = {"game": "chantecler", "prizes": prizes}
    answer = desk.post(f"{home}evenings/", {"name": "Friday", "date": "2026-11-20", "plan": plan})
    assert answer.status_code == 400, answer.content
    assert field in {fault["field"] for fault in answer.json()["errors"]}


def test_a_preview_of_a_correction_says_who_would_get_what(desk: Caller, make_evening: Make) -> None:
    evening = make_evening(4, until="finished", target=14, prizes={**PRIZES, "ties": "shared"})
    hand = evening.evening.ledger.filter(act="enter_hand").order_by("sequence").first()
    assert hand is not None
    where = {"round": 1, "table": 1, "number": 1, "of": hand.sequence}
    body = {**where, "hand": a_hand(2, 5, "B"), "reason": "the other couple", "preview": True}
    answer = desk.post(f"{address(evening)}correct-hand/", body)
    best = held(answer, corrections.Impact)["prizes"][0]
    assert best["amounts"] == [[4001, 4000], [4001, 4000]]
    assert best["to_cut"] == [False, False]


def test_other_prizes_and_places_are_told_and_cut_for(desk: Caller, make_evening: Make) -> None:
    prizes = {"best": 0, "booby": False, "ties": "cut_all", "others": [{"rounds": [1, 1]}]}
    evening = make_evening(4, until="finished", rounds=2, target=14, prizes=prizes)
    where = f"{address(evening)}standings/"
    told = held(desk.get(where), evening_answers.Standings)["prizes"]
    assert [(prize["prize"], prize["other"], prize["about"]) for prize in told] == [
        ("place", 0, ""),
        ("place", 0, ""),
        ("best", 1, "half-time"),
    ]
    for prize in told:
        body = {"prize": prize["prize"], "other": prize["other"], "order": prize["tied"]}
        assert desk.post(f"{address(evening)}prize-cuts/", body).status_code in {200, 201}
    after = held(desk.get(where), evening_answers.Standings)
    assert [line["place"] for line in after["standings"]] == [1, 2, 3, 4]
    ((best),) = after["prizes"]
    assert (best["winner"], best["other"]) == (told[2]["tied"][0], 1)
    assert best["why"] == "Games won: 1. Place 1. The cut decided."
