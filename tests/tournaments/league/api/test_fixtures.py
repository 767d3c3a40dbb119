"""Seasons of fixtures over the REST door: read by everybody, results by the officers of the host club."""

import json
from typing import Any

import pytest

from tests.tournaments.a_contest import AContest
from tests.tournaments.conftest import START
from tests.tournaments.evening.api.callers import Caller, fault, held
from tournaments.club.models import Club
from tournaments.league import acts
from tournaments.league.api import fixtures as answers
from tournaments.league.reads.persons import WHY
from tournaments.league.services.rows import differences


def address(made: AContest) -> str:
    season = made.season
    return f"/api/v1/clubs/{season.league.club.slug}/leagues/{season.league.slug}/{season.slug}/"


def read(caller: Caller, made: AContest, page: str, model: Any) -> Any:
    return held(caller.get(f"{address(made)}{page}"), model)


@pytest.fixture
def made(club: Club) -> AContest:
    """Four who have met, and one division below them."""
    return AContest.made(club, (4, 3), at=START, borders=[{"up": 1, "down": 1}])


@pytest.mark.parametrize(
    ("form", "over"),
    [("round_robin", False), ("swiss", True), ("knock_out", False), ("double_knock_out", True)],
)
def test_tables_and_fixtures_are_everybodys(anybody: Caller, club: Club, form: str, over: bool) -> None:
    made = AContest.made(club, (5,), at=START, format=form, rounds=1 if form == "swiss" else None)
    if over:
        made.play_out()
    tables = read(anybody, made, "tables/", answers.LeagueTables)
    (division,) = tables["divisions"]
    assert len(division["lines"]) == (5 if form in ("round_robin", "swiss") else 0)
    assert division["champion"] == (1 if over and "knock_out" in form else None)
    fixtures = read(anybody, made, "fixtures/", answers.LeagueFixtures)
    assert len(fixtures["entrants"]) == 5
    assert {one["code"] for one in fixtures["fixtures"]} == set(made.seen.state.fixtures)


def test_the_table_says_what_parted_whom_and_where_it_leads(anybody: Caller, made: AContest) -> None:
    made.play_out()
    upper, lower = read(anybody, made, "tables/", answers.LeagueTables)["divisions"]
    assert [line["name"] for line in upper["lines"]] == ["Ann", "Ben", "Cleo", "Dan"]
    assert [line["leads"] for line in upper["lines"] + lower["lines"]] == ["", "", "", "down", "up", "", ""]
    assert upper["lines"][0]["tie_breaks"] == [{"tie_break": "match_points", "value": "3"}]


def test_what_may_still_be_is_told(anybody: Caller, made: AContest) -> None:
    told = read(anybody, made, "prospects/?division=2&entrant=5", answers.LeagueProspects)
    assert (told["exact"], told["ways"], told["ahead"]) == (True, "27", 3)
    assert {one["verdict"] for one in told["prospects"]} == {"possible"}
    assert any("Eve beats" in words for words in told["must"]["enough"])


def test_a_result_is_entered_corrected_and_taken_back(desk: Caller, made: AContest) -> None:
    path = f"{address(made)}fixtures/1:1.1/result/"
    answer = desk.ask("PUT", path, {"games": [6, 3], "points": [250, 180], "reason": "on Sunday"})
    assert answer.status_code == 200, answer.content
    answers.LeagueFixture.model_validate_json(answer.content, strict=True)
    assert (answer.json()["winner"], answer.json()["games"]) == ("home", [6, 3])
    assert desk.ask("PUT", path, {"forfeit": "home"}).json()["status"] == "forfeited"
    old_way = desk.ask("DELETE", path)
    assert old_way.json()["status"] == "planned"
    assert old_way.headers["Deprecation"]
    assert f"<{path.replace('result', 'take-back')}>" in old_way.headers["Link"]
    assert differences(made.season) == []
    nowhere = desk.ask("PUT", path.replace("1:1.1", "1:9.9"), {"games": [6, 3]})
    assert fault(nowhere) == (404, "", "not-found")


def test_a_round_drawn_elsewhere_and_points_off_go_in(desk: Caller, anybody: Caller, club: Club) -> None:
    made = AContest.made(club, (4,), at=START, until="open", format="swiss", rounds=2)
    pairings = [{"home": 1, "away": 3, "games": [3, 1]}, {"home": 4, "away": 2}]
    answer = desk.post(f"{address(made)}pairings/", {"pairings": pairings})
    assert (answer.status_code, answer.json()) == (200, {"codes": ["1:1.1", "1:1.2"]})
    refused = desk.post(f"{address(made)}pairings/", {"pairings": [{"home": 1, "away": 9}], "anyway": True})
    assert fault(refused) == (400, "pairings.0", "unknown")
    answer = desk.post(f"{address(made)}points/", {"entrant": 1, "points": -1, "reason": "late"})
    assert answer.status_code == 200
    (division,) = read(anybody, made, "tables/", answers.LeagueTables)["divisions"]
    first = next(line for line in division["lines"] if line["entrant"] == 1)
    assert (first["match_points"], first["adjusted"], first["games"]) == (1, -1, [3, 1])
    assert differences(made.season) == []


def test_points_that_nobody_entered_are_null(desk: Caller, anybody: Caller, made: AContest) -> None:
    path = f"{address(made)}fixtures/1:1.1/result/"
    assert desk.ask("PUT", path, {"games": [6, 3]}).json()["points"] is None
    lines = read(anybody, made, "tables/", answers.LeagueTables)["divisions"][0]["lines"]
    assert {json.dumps(line["points"]) for line in lines} == {"null"}
    assert desk.ask("PUT", path, {"games": [6, 3], "points": [0, 0]}).json()["points"] == [0, 0]
    assert desk.ask("PUT", path, {"games": [6, 3], "points": None}).json()["points"] is None
    lines = read(anybody, made, "fixtures/", answers.LeagueFixtures)["fixtures"]
    assert {json.dumps(one["points"]) for one in lines} == {"null"}


def test_a_result_is_taken_back_for_a_reason(desk: Caller, made: AContest) -> None:
    path = f"{address(made)}fixtures/1:1.1/"
    desk.ask("PUT", f"{path}result/", {"games": [6, 3]})
    assert fault(desk.post(f"{path}take-back/", {"reason": " "})) == (400, "reason", "empty")
    assert desk.post(f"{path}take-back/", {"reason": "of another fixture"}).json()["status"] == "planned"
    latest = made.season.ledger.annotate(why=WHY).latest("sequence")
    assert latest.why == "of another fixture"
    possible = desk.get(address(made)).json()["addresses"]
    assert possible["take_result_back"].endswith("fixtures/{code}/take-back/")
    made.act(acts.Close())
    assert fault(desk.ask("PUT", f"{path}result/", {"games": [2, 0]})) == (409, "season.stage", "not-now")


def test_prospects_are_those_of_a_table(anybody: Caller, club: Club) -> None:
    made = AContest.made(club, (4,), at=START, format="knock_out")
    assert anybody.get(f"{address(made)}prospects/").status_code == 404
