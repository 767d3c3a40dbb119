"""Every fault in its short form; `./run test-faults` has the long counts."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.browser.conftest import worker_number
from tests.browser.house import running_house, services
from tests.faults import schema_cases
from tests.faults.__main__ import PLACES, scratch, wishes

pytestmark = pytest.mark.services
FEW = ["--kills=1", "--hands=100", "--twice=48", "--crashes=1", "--fillings=1", "--locks=1"]
SHORT = ["--hostile-seconds=1", "--held-seconds=2", "--full-seconds=1"]


@pytest.mark.parametrize("place", ["sqlite", "disk", "postgresql"])
def test_no_acknowledged_hand_is_lost_twice_or_torn(place: str) -> None:
    if place == "disk" and os.geteuid():
        pytest.skip("only root makes a disk of its own")
    with scratch() as folder:
        results = list(PLACES[place](wishes([*FEW, *SHORT]), folder))
    assert [result.faults + result.refusals for result in results] == [[]] * len(results)
    assert all("201: " in result.figures["answers"] for result in results)


def test_what_is_made_up_from_the_schema_is_answered_as_the_schema_says(tmp_path: Path) -> None:
    number = worker_number()
    with (
        services(f"head_table_schema_{number}", 8 + number) as settings,
        running_house(tmp_path / "data", settings) as house,
    ):
        made, _ = schema_cases.prepared(house, tmp_path)
        asked = schema_cases.run(
            house, made, tmp_path, 1, phases="examples,fuzzing,stateful", askers=("nobody", "table")
        )
    assert asked.faults == []
    assert int(asked.figures["requests"].replace(",", "")) > 400
