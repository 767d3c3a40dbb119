"""Files that other programs read: every column is what the pages show, whoever adds it up."""

import csv
import io
from collections import defaultdict
from typing import Any

import pytest
import trf
from django.test import Client
from openpyxl import load_workbook

from tests.tournaments.a_contest import AContest
from tests.tournaments.a_season import ASeason
from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.conftest import START
from tests.tournaments.evening.web.desk.at_the_desk import html
from tests.tournaments.league.web.pages import url
from tournaments.club.models import Club
from tournaments.evening import acts
from tournaments.evening.models import Standing
from tournaments.league.acts import EnterResult, Forfeit, GivePoints

pytestmark = pytest.mark.django_db
Row = dict[str, str]
REPORT = """\
012 Winter League, 2026
042 2026/10/01
052 2027/03/31
062 5
092 Individual: swiss
142 2
182 Head Table
162  W 1.0    D 0.5    L 0.0    A 0.0    P 1.0
001    1      Ann                                                                0.5    3     3 w 1
001    2      Ben                                                                0.0    4     4 w -
001    3      Cleo                                                               0.0    4     1 b 0
001    4      Dan                                                                1.0    1     2 b +
001    5      Eve                                                                1.0    1  0000 - U
299          -0.5  000    1
### match points of 1: -0.5, came late
"""
"""By the columns of the definition: number, name, points, rank, then opponent, colour and result of each round."""


def rows(answer: Any) -> list[Row]:
    assert answer.status_code == 200
    return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))


def standings(room: AnEvening) -> dict[str, Standing]:
    return {str(row.ticket.number): row for row in room.evening.standings.select_related("ticket")}


@pytest.fixture
def room(make_evening: Make) -> AnEvening:
    return make_evening(9, until="published")


def test_the_rows_of_all_rounds_add_up_to_the_standings(room: AnEvening, visit: Any) -> None:
    table = rows(visit(room, "rounds.csv"))
    points, won = defaultdict[str, int](int), defaultdict[str, int](int)
    for row in table:
        points[row["ticket"]] += int(row["points"] or 0)
        won[row["ticket"]] += row["result"] == "won"
    for ticket, line in standings(room).items():
        assert (points[ticket], 2 * won[ticket]) == (line.points_for, line.won_halves)
    assert {row["result"] for row in table} == {"won", "lost", "sat_out"}
    assert {row["seat"] for row in table if row["result"] == "sat_out"} == {""}


def test_the_wide_table_has_a_column_for_each_round(room: AnEvening, visit: Any) -> None:
    table = rows(visit(room, "by-round.csv"))
    places = standings(room)
    for row in table:
        given = sum(int(cell or 0) for name, cell in row.items() if name.endswith(" points"))
        assert (row["place"], given) == (str(places[row["ticket"]].place), places[row["ticket"]].points_for)
    assert len(table) == len(places)
    sheet = load_workbook(io.BytesIO(visit(room, "by-round.xlsx").content)).active
    heads, *lines = sheet.iter_rows(values_only=True)
    assert [dict(zip(heads, map(as_text, line), strict=True)) for line in lines] == table


def as_text(cell: object) -> str:
    """A cell of a spreadsheet as the file of text has it."""
    return "" if cell is None else str(cell)


def test_what_is_not_public_yet_is_in_no_file(make_evening: Make, visit: Any) -> None:
    room = make_evening(8, until="settled", beside={"before_publication": "nothing"})
    for file in ("rounds.csv", "by-round.csv", "bridgewebs.csv"):
        assert rows(visit(room, file)) == [], file


def test_sites_of_bridge_clubs_get_places_names_and_scores(room: AnEvening, visit: Any) -> None:
    table = rows(visit(room, "bridgewebs.csv"))
    assert [(row["Position"], float(row["Score"])) for row in table] == [
        (str(line.place), line.won_halves / 2) for line in room.evening.standings.all()
    ]


def test_a_division_is_a_tournament_report_with_what_was_irregular(club: Club) -> None:
    contest = AContest.made(club, (5,), at=START, format="swiss", rounds=2)
    contest.act(EnterResult(fixture=contest.seen.fixtures[0].code, winner="home", games=(2, 0)))
    contest.act(Forfeit(fixture=contest.seen.fixtures[1].code, side="home"))
    contest.act(GivePoints(entrant=1, points=-1, reason="came late"))
    answer = Client().get(f"{url(contest.season)}division-1.trf")
    text = answer.content.decode()
    assert text == REPORT.replace("\n", "\r\n")
    read = trf.loads(REPORT)
    told = [
        (one.name, one.points, one.rank, one.games[0].startrank, one.games[0].result) for one in read.players
    ]
    assert told == [
        ("Ann", 0.5, 3, 3, "1"),
        ("Ben", 0, 4, 4, "-"),
        ("Cleo", 0, 4, 1, "0"),
        ("Dan", 1, 1, 2, "+"),
        ("Eve", 1, 1, 0, "U"),
    ]


def test_the_tables_of_a_season_add_up_to_its_points(club: Club) -> None:
    season = ASeason.made(club)
    season.play()
    season.work()
    page = url(season.season)
    totals = {row["player"]: row["points"] for row in rows(Client().get(f"{page}table.csv"))}
    wide = rows(Client().get(f"{page}by-evening.csv"))
    given = defaultdict[str, float](float)
    for row in rows(Client().get(f"{page}evenings.csv")):
        given[row["player"]] += float(row["points"]) * int(row["counts"])
    assert {row["player"]: row["points"] for row in wide} == totals
    assert given == {player: float(points) for player, points in totals.items()}
    assert all(row["2026-10-02"] for row in wide if float(row["points"]))


def test_a_line_says_how_it_stands(room: AnEvening, visit: Any) -> None:
    answer = visit(room, "line/")
    assert answer["Content-Type"].startswith("text/plain")
    text = answer.content.decode()
    assert text.startswith(f"Rooster Club, {room.evening.name}; ")
    assert text.count("\n") == 1
    assert "; 1. " in text


def test_the_stream_is_the_wall_without_a_background(make_evening: Make, visit: Any) -> None:
    room = make_evening(8, until="playing")
    page = html(visit(room, "stream/"))
    assert "screen-stream" in page
    assert 'hx-get="/c/rooster-club/' in page
    assert page.count("wall-tables__names") == html(visit(room, "wall/")).count("wall-tables__names") == 2


def test_a_frame_that_follows_has_scripts_of_its_own_house_alone(make_evening: Make, visit: Any) -> None:
    room = make_evening(8, until="playing")
    answer = visit(room, "embed/live/")
    policy = dict(part.split(" ", 1) for part in answer["Content-Security-Policy"].split("; "))
    assert (policy["script-src"], policy["frame-ancestors"]) == ("'self'", "*")
    page = html(answer)
    assert f'data-version-url="/c/rooster-club/{room.evening.slug}/version"' in page
    room.act(acts.Stop())
    assert f'data-version="{room.evening.version}"' in html(visit(room, "embed/live/"))
