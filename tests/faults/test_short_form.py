"""Every fault in its short form; `./run test-faults` has the long counts."""

from __future__ import annotations

import os

import pytest

from tests.faults.__main__ import PLACES, scratch, wishes

pytestmark = pytest.mark.services
FEW = ["--kills=1", "--hands=100", "--twice=48", "--crashes=1", "--fillings=1", "--locks=1"]
SHORT = ["--hostile-seconds=1", "--held-seconds=2", "--full-seconds=1"]


@pytest.mark.parametrize("place", PLACES)
def test_no_acknowledged_hand_is_lost_twice_or_torn(place: str) -> None:
    if place == "disk" and os.geteuid():
        pytest.skip("only root makes a disk of its own")
    with scratch() as folder:
        results = list(PLACES[place](wishes([*FEW, *SHORT]), folder))
    assert [result.faults + result.refusals for result in results] == [[]] * len(results)
    assert all("201: " in result.figures["answers"] for result in results)
