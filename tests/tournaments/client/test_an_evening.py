"""By the client alone, on a house with its worker: an evening to an archive that verifies, a season to its end."""

import json
import time
from pathlib import Path
from typing import Final, cast

import pytest

from tests.browser.house import House
from tests.tournaments.an_evening import a_hand
from tournaments.client.head_table import Evening, HeadTable, HeadTableError, Impact, SeasonStandings

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


def play_evening(house: House, desk: HeadTable, name: str, date: str) -> str:
    """A new evening up to the end of its last round; what its address calls it."""
    slug = desk.make_evening(CLUB, name=name, date=date, plan=PLAN)["slug"]
    desk.open_doors(CLUB, slug)
    desk.add_names(CLUB, names=list(PEOPLE))
    ids = [player["id"] for player in desk.iter_players(CLUB, limit=10) if player["name"] in PEOPLE]
    desk.check_in(CLUB, slug, players=[{"player": player} for player in ids])
    desk.draw(CLUB, slug)
    desk.start(CLUB, slug)
    play_round(house, desk, slug, 1)
    until(desk, slug, "drafted")
    desk.publish_move(CLUB, slug)
    desk.start(CLUB, slug)
    play_round(house, desk, slug, 2)
    return slug


def end_evening(desk: HeadTable, slug: str) -> None:
    desk.finish(CLUB, slug)
    desk.publish(CLUB, slug)
    until(desk, slug, "published")


def test_an_evening_is_played_and_verified(running: House, desk: HeadTable, tmp_path: Path) -> None:
    assert CLUB in [club["slug"] for club in desk.list_clubs()["clubs"]]
    slug = play_evening(running, desk, "By client", "2026-11-27")
    with pytest.raises(HeadTableError) as error:
        desk.open_doors(CLUB, slug)
    assert error.value.status == 409

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

    end_evening(desk, slug)
    acts = [str(entry["act"]) for entry in desk.iter_ledger(CLUB, slug, limit=7)]
    assert (acts[0], acts.count("enter_hand"), acts.count("correct_hand")) == ("make", 8, 1)

    anybody = HeadTable(running.url)
    assert len(anybody.show_result(CLUB, slug)["standings"]) == len(PEOPLE)
    archive = tmp_path / "archive.json"
    archive.write_text(json.dumps(anybody.show_archive(CLUB, slug)))
    assert "agrees" in running.manage("verify_archive", str(archive))
    assert running.disasters() == []


LEAGUE = "by-client"
STARTS, ENDS = "2027-01-01", "2027-03-31"
EVENINGS = ("2027-01-08", "2027-01-15")


@pytest.fixture(scope="module", autouse=True)
def league(desk: HeadTable) -> None:
    desk.make_league(CLUB, name="By client")


def counted(desk: HeadTable, season: str, evenings: int) -> SeasonStandings:
    """The standings once the worker has counted so many evenings."""
    deadline = time.monotonic() + PATIENCE
    while True:
        found = desk.season_standings(CLUB, LEAGUE, season)
        if found["is_current"] and found["evenings"] == evenings:
            return found
        assert time.monotonic() < deadline, found
        time.sleep(0.2)


def test_a_season_of_evenings_is_set_up_played_and_closed(running: House, desk: HeadTable) -> None:
    rules = {"games": ["chantecler"]}
    season = desk.make_season(
        CLUB, LEAGUE, name="Winter", kind="evenings", preset="best", rules=rules, starts=STARTS, ends=ENDS
    )["slug"]
    anybody = HeadTable(running.url)
    with pytest.raises(HeadTableError) as error:
        anybody.season_standings(CLUB, LEAGUE, season)
    assert error.value.status == 404

    desk.open_season(CLUB, LEAGUE, season)
    for count, date in enumerate(EVENINGS, 1):
        end_evening(desk, play_evening(running, desk, f"Winter {count}", date))
        (table,) = counted(desk, season, count)["tables"]
        assert len(table["lines"]) == len(PEOPLE)
    assert {line["attended"] for line in table["lines"]} == {len(EVENINGS)}
    why = anybody.season_why(CLUB, LEAGUE, season, table["lines"][0]["player"])
    assert len(why["evenings"]) == len(EVENINGS)
    assert desk.close_season(CLUB, LEAGUE, season)["stage"] == "closed"
    assert running.disasters() == []
