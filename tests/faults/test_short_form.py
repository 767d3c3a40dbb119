"""Every fault in its short form; `./run test-faults` has the long counts."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import worker_number
from tests.browser.house import House, running_house, services
from tests.faults import mutated, schema_cases
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


Asked = tuple[House, dict[str, Any], dict[str, Any], Path]


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    """A house with something of everything, what was made there, the schema, and a folder."""
    number, folder = worker_number(), tmp_path_factory.mktemp("schema")
    with (
        services(f"head_table_schema_{number}", 8 + number) as settings,
        running_house(folder / "data", settings) as house,
    ):
        yield house, *schema_cases.prepared(house, folder), folder


@pytest.mark.parametrize(
    ("asker", "phases", "part", "least"),
    [
        ("nobody", "examples,coverage", 30, 100),
        ("table", "examples,coverage", 30, 100),
        ("officer", "examples,coverage,fuzzing", 30, 200),
    ],
)
def test_what_is_made_up_from_the_schema_is_answered_as_the_schema_says(
    asked: Asked, asker: str, phases: str, part: int, least: int
) -> None:
    house, made, api, folder = asked
    names = sorted(one["operationId"] for path in api["paths"].values() for one in path.values())
    found = schema_cases.run(house, made, folder, 1, phases=phases, askers=(asker,), only=names[::part])
    assert found.faults == []
    assert int(found.figures["cases"].replace(",", "")) > least


def test_what_links_lead_to_is_answered_as_the_schema_says(asked: Asked) -> None:
    house, made, _, folder = asked
    walked = schema_cases.walk(house.url, folder, made, "officer", 200)
    assert walked.faults == []
    assert len(walked.links) > 1


def test_bodies_that_were_changed_are_no_fault_of_the_server(asked: Asked) -> None:
    house, made, api, _ = asked
    assert mutated.in_pairs(house, made, api, 40, seed=mutated.SEED).faults == []
    assert mutated.run(house, made, api, 300).faults == []
