"""A knock-out at tables of four over the REST door: its plan, and the cut of those level at the border."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.tournaments.an_evening import AnEvening
from tests.tournaments.evening.api.callers import Caller, address
from tournaments.evening import acts

KIND: dict[str, Any] = {"game": "chamberlain", "movement": "knock_out", "counting": "points"}


@pytest.mark.parametrize(
    ("kind", "go_on", "status"),
    [
        pytest.param(KIND, 3, 201, id="three of a table of four"),
        pytest.param(KIND, 4, 400, id="everybody"),
        pytest.param({"game": "clabberjass", "movement": "knock_out"}, 2, 400, id="both of a table of two"),
    ],
)
def test_how_many_of_a_table_can_go_on(
    desk: Caller, home: str, kind: dict[str, Any], go_on: int, status: int
) -> None:
    plan = {**kind, "round": {"ends": "time"}, "movement_options": {"go_on": go_on}}
    made = desk.post(f"{home}evenings/", {"name": "Friday", "date": "2026-11-20", "plan": plan})
    assert made.status_code == status
    if status == 201:
        assert made.json()["plan"]["movement_options"]["go_on"] == go_on
    else:
        assert "plan.movement_options.go_on" in made.content.decode()


def test_those_level_at_the_border_cut_for_going_on(
    desk: Caller, make_evening: Callable[..., AnEvening]
) -> None:
    evening = make_evening(
        8, until="playing", ends={"ends": "time"}, table_size=4, go_on=2, losers="rest", **KIND
    )
    evening.act(acts.Stop())
    for table, points in ((1, (9, 5, 5, 1)), (2, (9, 5, 3, 1))):
        evening.act(acts.AdjustGame(round=1, table=table, points=points, reason="misread"))
    cuts = f"{address(evening)}cuts/"
    assert desk.post(cuts, {"table": 2, "winner": "1"}).status_code == 400
    assert desk.post(cuts, {"table": 1, "winner": "1"}).status_code == 400
    assert desk.post(cuts, {"table": 1, "winner": "3"}).status_code == 200
    assert evening.round().tables.get(table__number=1).score.through == ("1", "3")
