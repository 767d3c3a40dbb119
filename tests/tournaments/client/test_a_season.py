"""Whole seasons by the client alone: of evenings, to a table that is final, and of fixtures."""

from __future__ import annotations

import time

import pytest

from tests.browser.house import House
from tests.tournaments.client.test_an_evening import CLUB, PATIENCE, PEOPLE, end_evening, play_evening
from tournaments.client.head_table import HeadTable, HeadTableError, SeasonStandings

pytestmark = pytest.mark.services
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


def test_a_season_of_fixtures_is_drawn_played_and_closed(running: House, desk: HeadTable) -> None:
    rules = {"games": ["chantecler"]}
    made = desk.make_season(
        CLUB,
        LEAGUE,
        name="Fixtures",
        kind="fixtures",
        preset="everybody",
        rules=rules,
        starts=STARTS,
        ends=ENDS,
    )
    season = made["slug"]
    desk.enter_names(CLUB, LEAGUE, season, names=list(PEOPLE[:4]))
    desk.open_season(CLUB, LEAGUE, season)
    desk.make_fixtures(CLUB, LEAGUE, season)
    fixtures = desk.league_fixtures(CLUB, LEAGUE, season)["fixtures"]
    assert len(fixtures) == 6
    for fixture in fixtures:
        desk.enter_league_result(CLUB, LEAGUE, season, fixture["code"], games=[4, 2])
    (division,) = HeadTable(running.url).league_tables(CLUB, LEAGUE, season)["divisions"]
    assert [line["place"] for line in division["lines"]].count(1) == 1
    assert desk.close_season(CLUB, LEAGUE, season)["stage"] == "closed"
