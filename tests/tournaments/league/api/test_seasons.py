"""Leagues over REST, for everybody: tables, why, rules, ratings, what may still become of seasons and evenings."""

from datetime import date, timedelta
from typing import Any

import pytest

from tests.tournaments.a_season import ASeason, do_all_work
from tests.tournaments.an_evening import Make
from tests.tournaments.conftest import START
from tests.tournaments.evening.api.callers import Caller, address, fault, held
from tournaments.club.models import Club
from tournaments.league import acts
from tournaments.league.api import seasons, what_if

FIRST = date(2026, 10, 2)
CATEGORIES = [{"name": "rose", "by": "colour"}, {"name": "sage", "by": "colour"}]


def played(club: Club, evenings: int = 1, players: int = 8, league: str = "Friday", **rules: Any) -> ASeason:
    season = ASeason.made(club, rules=rules, league=league)
    for week in range(evenings):
        season.play(FIRST + timedelta(weeks=week), players, colours=("rose", "sage"), name=f"{league} {week}")
    return season


def at(season: ASeason, page: str) -> str:
    row = season.season
    return f"/api/v1/clubs/{row.league.club.slug}/leagues/{row.league.slug}/{row.slug}/{page}"


def test_leagues_are_listed_with_their_seasons_without_drafts(club: Club, home: str, anybody: Caller) -> None:
    season = ASeason.made(club)
    ASeason.of(season.season.league, START, until="draft", name="Next")
    ASeason.made(club, league="Set up", until="draft")
    (league,) = held(anybody.get(f"{home}leagues/"), seasons.Leagues)["leagues"]
    assert (league["host"], league["slug"], league["name"]) == (club.slug, "friday-league", "Friday league")
    (only,) = league["seasons"]
    assert (only["slug"], only["kind"], only["stage"]) == ("season-1", "evenings", "open")


def test_the_table_is_that_of_the_page_with_its_explanations(club: Club, anybody: Caller) -> None:
    season = played(club, 2, of=5, minimum=2, categories=CATEGORIES)
    found = held(anybody.get(at(season, "standings/")), seasons.SeasonStandings)
    assert (found["evenings"], found["unit"], found["is_current"]) == (2, 2, True)
    assert [table["category"] for table in found["tables"]] == ["", "rose", "sage"]
    for table in found["tables"]:
        rows = season.lines(table["category"])
        assert [line["player"] for line in table["lines"]] == [row.player_id for row in rows]
        assert [line["total"] for line in table["lines"]] == [row.total for row in rows]
        assert all(line["text"] for line in table["lines"][1:])


def test_why_somebody_stands_there_adds_up(club: Club, anybody: Caller) -> None:
    season = played(club, 2, best=1, categories=CATEGORIES)
    evenings = {one.evening.slug for one in season.evenings}
    for category in ("", "rose"):
        above, line, *_ = season.lines(category)
        page = at(season, f"why/{line.player_id}/?category={category}")
        found = held(anybody.get(page), seasons.SeasonWhy)
        assert sum(one["units"] for one in found["evenings"] if one["counts"]) == found["total"] == line.total
        assert (found["above"]["player"], found["category"]) == (above.player_id, category)
        assert found["below"]["text"]
        assert {one["evening"] for one in found["evenings"]} == evenings


def test_the_rules_are_told_as_data_and_in_words_in_the_readers_language(club: Club, anybody: Caller) -> None:
    season = played(club, 0, of=5)
    found = held(anybody.get(at(season, "rules/")), seasons.SeasonRulesTold)
    assert found["version"] == season.season.rules_version
    assert found["rules"] == season.season.rules
    assert {"season.games", "season.points"} <= {one["id"] for one in found["paragraphs"]}
    assert all(one["text"] for one in found["paragraphs"])


def test_nonsense(club: Club, home: str, anybody: Caller) -> None:
    ASeason.made(club)
    for page, expected in (
        ("leagues/friday-league/season-1/standings/?sort=name", (400, "sort", "unknown-parameter")),
        ("leagues/friday-league/season-1/why/1/?category=a&category=b", (400, "category", "given-twice")),
        ("leagues/friday-league/season-1/why/999999/", (404, "", "not-found")),
        ("leagues/friday-league/season-1/nothing/", (404, "", "not-found")),
        ("ratings/bridge/", (404, "", "not-found")),
    ):
        assert fault(anybody.get(f"{home}{page}")) == expected, page


def test_ratings_list_the_surest_first(club: Club, home: str, anybody: Caller, make_evening: Make) -> None:
    assert held(anybody.get(f"{home}ratings/chantecler/"), seasons.Ratings)["ratings"] == []
    make_evening(8, rounds=1, until="published")
    do_all_work(START)
    rated = held(anybody.get(f"{home}ratings/chantecler/"), seasons.Ratings)["ratings"]
    assert [one["rated_games"] for one in rated] == [1] * 8
    assert [one["sure"] for one in rated] == sorted((one["sure"] for one in rated), reverse=True)


@pytest.mark.parametrize(
    ("rules", "query", "expected"),
    [
        pytest.param({"of": 2}, "", (1, "rules", True), id="one left, exact"),
        pytest.param({}, "", (None, "unknown", False), id="nobody has said"),
        pytest.param({}, "?left=3", (3, "asked", False), id="three, as asked"),
        pytest.param({"points": {"by": "games_won"}}, "?most=6&left=1", (1, "asked", False), id="games won"),
    ],
)
def test_who_can_still_win_is_told_with_what_it_rests_on(
    club: Club, anybody: Caller, rules: dict[str, Any], query: str, expected: tuple[int, str, bool]
) -> None:
    season = played(club, 1, **rules)
    found = held(anybody.get(at(season, f"what-if/{query}")), what_if.SeasonWhatIf)
    assert (found["evenings_left"], found["left_by"], found["exact"]) == expected
    lines = [] if found["left_by"] == "unknown" else season.lines()
    assert [one["player"] for one in found["prospects"]] == [line.player_id for line in lines]
    assert found["must"] is None


def test_what_must_happen_is_told_case_by_case(club: Club, anybody: Caller) -> None:
    season = played(club, 1, of=2)
    last = season.lines()[-1]
    found = held(anybody.get(at(season, f"what-if/?place=4&of={last.player_id}")), what_if.SeasonWhatIf)
    assert found["asked_place"] == 4
    assert found["must"]["name"] == last.player.name
    first = found["must"]["cases"][0]
    assert first["takes"] == 1
    assert first["text"].startswith(f"If {last.player.name} takes place 1:")


def test_a_closed_season_has_its_winners(club: Club, anybody: Caller) -> None:
    season = played(club, 1, of=4)
    season.act(acts.Close())
    found = held(anybody.get(at(season, "what-if/")), what_if.SeasonWhatIf)
    assert (found["left_by"], found["evenings_left"]) == ("closed", 0)
    assert found["winners"] == [line.player_id for line in season.lines() if line.place == 1]
    assert {one["verdict"] for one in found["prospects"]} == {"clinched", "impossible"}


def test_no_question(club: Club, anybody: Caller) -> None:
    season = played(club, 1, of=2)
    for query, field, code in (
        ("place=9", "place", "out-of-range"),
        ("category=blue", "category", "unknown-category"),
        ("left=2", "left", "known"),
        ("most=5", "most", "known"),
        ("of=999999", "of", "unknown-player"),
    ):
        assert fault(anybody.get(at(season, f"what-if/?{query}"))) == (400, field, code)
    season = played(club, 1, league="Points", points={"by": "score_points"})
    refused = anybody.get(at(season, "what-if/?least=5&most=4"))
    assert fault(refused) == (400, "most", "out-of-range")


def test_before_the_last_round_everybody_is_told_with_their_ways(anybody: Caller, make_evening: Make) -> None:
    room = make_evening(8, rounds=1, until="playing")
    found = held(anybody.get(f"{address(room)}what-if/?of=3"), what_if.EveningWhatIf)
    assert (found["why_not"], found["last_round"], found["ways"]) == (None, 1, "4")
    assert {(one["outright"], one["level"]) for one in found["prospects"]} == {("0", "2")}
    assert found["must"]["number"] == 3
    assert {case["wins"] for case in found["must"]["cases"]} == {True, False}


def test_where_points_count_everybody_ends_between_two(anybody: Caller, make_evening: Make) -> None:
    room = make_evening(8, rounds=1, until="playing", movement="drawn", counting="points", hands_per_round=2)
    found = held(anybody.get(f"{address(room)}what-if/?of=3"), what_if.EveningWhatIf)
    assert (found["why_not"], found["ways"]) == (None, None)
    assert {(one["points"], one["least"], one["most"]) for one in found["prospects"]} == {(0, -28, 28)}
    games = {(one["won_halves"], one["outright"], one["level"]) for one in found["prospects"]}
    assert games == {(None, None, None)}
    assert found["must"]["cases"] == []
    assert len(found["must"]["needed"]) == 6


def test_why_not_to_ask_is_told_and_of_nobody_and_of_a_draft_nothing(
    anybody: Caller, make_evening: Make
) -> None:
    over = make_evening(8, rounds=1, until="published", name="Over")
    found = held(anybody.get(f"{address(over)}what-if/"), what_if.EveningWhatIf)
    assert (found["why_not"], found["prospects"]) == ("over", [])
    assert found["text"]
    room, draft = make_evening(8, rounds=1, until="playing"), make_evening(8, until="draft", name="Draft")
    assert fault(anybody.get(f"{address(room)}what-if/?of=99")) == (400, "of", "unknown-ticket")
    assert fault(anybody.get(f"{address(draft)}what-if/"))[0] == 404
