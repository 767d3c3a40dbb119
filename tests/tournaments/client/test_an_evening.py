"""A whole evening by the client alone, from the plan to an archive that verifies, on a house with its worker."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final, cast

import pytest

from tests.browser.conftest import worker_number
from tests.browser.house import House, running_house, services
from tests.tournaments.an_evening import a_hand
from tournaments.client.head_table import Evening, HeadTable, HeadTableError, Impact

pytestmark = pytest.mark.services
CLUB: Final = "demo"
PATIENCE: Final = 120
PEOPLE: Final = ("Ann Lee", "Bo Day", "Cy Fox", "Di Wu", "Ed Orr", "Flo May", "Gus Ray", "Hal Kay")
PLAN: Final = {
    "game": "chantecler",
    "house_rules": {"target": 28},
    "rounds": 2,
    "prizes": {"ties": "shared"},
}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    number = worker_number()
    with (
        services(f"head_table_client_{number}", 8 + number) as settings,
        running_house(tmp_path_factory.mktemp("client"), settings) as running,
    ):
        yield running


@pytest.fixture(scope="module")
def desk(house: House) -> HeadTable:
    return HeadTable(house.url, house.manage("api_token", "--name", "the client").split()[-1])


def until(desk: HeadTable, slug: str, status: str) -> Evening:
    """The evening once the worker has brought it there."""
    deadline = time.monotonic() + PATIENCE
    while (evening := desk.show_evening(CLUB, slug))["status"] != status:
        assert time.monotonic() < deadline, evening["status"]
        time.sleep(0.2)
    return evening


def play_round(house: House, desk: HeadTable, slug: str, number: int) -> None:
    """Table 1 plays to its target and rings; the other table, which has entered one hand each way, is cut for."""
    links = {link["table"]: link["token"] for link in desk.list_table_links(CLUB, slug)["links"]}
    one, two = (HeadTable(house.url, links[table]) for table in (1, 2))
    assert one.preview_hand(CLUB, slug, 1, hand=a_hand())["scores"] == [14, 0, 14, 0]
    for _ in range(2):
        assert one.enter_hand(CLUB, slug, 1, hand=a_hand())["scores"] == [14, 0, 14, 0]
    for bidder, couple in ((1, "A"), (2, "B")):
        two.enter_hand(CLUB, slug, 2, hand=a_hand(bidder, couple=couple))
    with pytest.raises(HeadTableError) as error:
        two.show_table(CLUB, slug, 1)
    assert error.value.status == 404
    assert one.show_table(CLUB, slug, 1)["may_ring"]
    one.ring_at_table(CLUB, slug, 1)
    assert desk.show_evening(CLUB, slug)["status"] == "bell"
    desk.cuts(CLUB, slug, table=2, how="seed")
    desk.close(CLUB, slug)
    assert desk.show_round(CLUB, slug, number)["tables"][0]["hands"] == 2


def test_an_evening_is_played_corrected_published_and_verified(
    house: House, desk: HeadTable, tmp_path: Path
) -> None:
    assert CLUB in [club["slug"] for club in desk.list_clubs()["clubs"]]
    slug = desk.make_evening(CLUB, name="By client", date="2026-11-27", plan=PLAN)["slug"]
    desk.open_doors(CLUB, slug)
    desk.check_in(CLUB, slug, guests=[{"name": name} for name in PEOPLE])
    desk.draw(CLUB, slug)
    with pytest.raises(HeadTableError) as error:
        desk.finish(CLUB, slug)
    assert error.value.status == 409

    desk.start(CLUB, slug)
    play_round(house, desk, slug, 1)
    until(desk, slug, "drafted")
    desk.publish_move(CLUB, slug)
    desk.start(CLUB, slug)
    play_round(house, desk, slug, 2)

    version = desk.show_hand(CLUB, slug, 1, 1, 1)["versions"][-1]
    misdealt = {"round": 1, "table": 1, "number": 1, "of": version["entry"], "hand": None}
    impact = cast(
        "Impact",
        desk.correct_hand(CLUB, slug, **misdealt, reason="misdealt", preview=True),  # type: ignore[arg-type]
    )
    assert [(game["round"], game["table"]) for game in impact["games"]] == [(1, 1)]
    assert desk.show_hand(CLUB, slug, 1, 1, 1)["versions"][-1] == version
    desk.correct_hand(CLUB, slug, **misdealt, reason="misdealt")  # type: ignore[arg-type]
    assert len(desk.show_hand(CLUB, slug, 1, 1, 1)["versions"]) == 2

    desk.finish(CLUB, slug)
    desk.publish(CLUB, slug)
    until(desk, slug, "published")
    acts = [entry["act"] for entry in desk.iter_ledger(CLUB, slug, limit=7)]
    assert (acts[0], acts.count("enter_hand"), acts.count("correct_hand")) == ("make", 8, 1)

    anybody = HeadTable(house.url)
    assert len(anybody.show_result(CLUB, slug)["standings"]) == len(PEOPLE)
    archive = tmp_path / "archive.json"
    archive.write_text(json.dumps(anybody.show_archive(CLUB, slug)))
    assert "agrees" in house.manage("verify_archive", str(archive))
    assert house.disasters() == []
