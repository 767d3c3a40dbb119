"""A season of fixtures as visitors read it: tables, brackets, fixtures, why somebody is where, what may still be."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.a_contest import AContest
from tests.tournaments.an_evening import AnEvening
from tests.tournaments.conftest import START
from tests.tournaments.evening.web.desk.at_the_desk import words
from tests.tournaments.the_rows import asked
from tournaments.club.models import Club
from tournaments.evening.web.public.caching import PAGES
from tournaments.league import acts
from tournaments.league.acts import DeclareFixtureVoid, Forfeit, PostponeFixture, SetDays, TakeBack, UndoLast
from tournaments.league.reads.fixtures import contest
from tournaments.league.services import entrants, tables
from tournaments.league.services.ledger import perform
from tournaments.league.web.public.fixtures import crosstable

See = Callable[..., str]
BORDERS = [{"up": 1, "down": 1, "play_off": 1}]


@pytest.fixture
def see(client: Client, club: Club) -> See:
    """Reads a page of a season: `see(made, "fixtures/")`."""

    def read(made: AContest, page: str = "", **query: str) -> str:
        season = made.season
        answer = client.get(f"/c/{club.slug}/leagues/{season.league.slug}/{season.slug}/{page}", query)
        assert answer.status_code == 200, answer.status_code
        return " ".join(words(answer.content.decode()).split())

    return read


def test_before_anybody_is_entered_the_pages_say_what_will_be_here(see: See, club: Club) -> None:
    made = AContest.made(club, (0,), at=START, until="open")
    assert "Nobody is entered yet" in see(made)
    assert "No fixtures yet" in see(made, "fixtures/")
    assert "Nothing can be said yet" in see(made, "what-if/")


def test_the_table_says_who_is_where_and_what_parted_them(see: See, club: Club) -> None:
    made = AContest.made(club, (4,), at=START)
    made.play_out()
    said = see(made)
    assert said.index("Ann") < said.index("Ben") < said.index("Cleo") < said.index("Dan")
    assert "The next lots come from a seed that is promised here" in said


def test_the_crosstable_has_everybody_against_everybody_in_the_order_of_the_table(club: Club) -> None:
    made = AContest.made(club, (5,), at=START)
    made.play_out()
    (division,) = contest(made.season).divisions
    order = [int(line.entrant) for line in division.lines]
    rows = crosstable(division, order)
    assert [row.number for row in rows] == order
    for at, row in enumerate(rows):
        assert row.cells[at] is None
        met = {order[to]: cell for to, cell in enumerate(row.cells) if cell is not None}
        for other, cell in met.items():
            fixtures = [
                one
                for one in division.rows
                if one.away and {one.home.number, one.away.number} == {row.number, other}
            ]
            assert [seen.shown.row.pk for seen in cell] == [one.pk for one in fixtures]
        line = next(line for line in division.lines if int(line.entrant) == row.number)
        outcomes = [seen.outcome for cell in met.values() for seen in cell if seen.is_decided]
        assert (outcomes.count("won"), outcomes.count("lost")) == (line.won, line.lost)


def test_a_score_in_the_crosstable_has_the_own_games_first(club: Club) -> None:
    made = AContest.made(club, (4,), at=START)
    made.play_out()
    (division,) = contest(made.season).divisions
    rows = {row.number: row for row in crosstable(division, [1, 2, 3, 4])}
    for number in (1, 2, 3, 4):
        for other in {1, 2, 3, 4} - {number}:
            own, theirs = rows[number].cells[other - 1], rows[other].cells[number - 1]
            assert own is not None
            assert theirs is not None
            assert [one.score.split(":") for one in own] == [one.score.split(":")[::-1] for one in theirs]


@pytest.mark.parametrize("entrants", [2, 25])
def test_a_division_too_small_or_too_wide_has_no_crosstable(club: Club, entrants: int) -> None:
    (division,) = contest(AContest.made(club, (4,), at=START).season).divisions
    assert crosstable(division, range(1, entrants + 1)) == []


@pytest.mark.parametrize(("entrants", "is_there"), [(2, False), (3, True)])
def test_the_page_has_the_crosstable_where_there_is_one(
    see: See, club: Club, entrants: int, is_there: bool
) -> None:
    made = AContest.made(club, (entrants,), at=START)
    assert ("Everybody against everybody" in see(made)) == is_there


def test_who_goes_up_and_down_is_said_in_words(see: See, club: Club) -> None:
    made = AContest.made(club, (4, 4), at=START, borders=BORDERS)
    made.play_out()
    said = see(made)
    for expected in ("▼ goes down", "▲ goes up", "◆ plays off", "Division 1", "Division 2"):
        assert expected in said


def test_each_table_of_a_page_has_a_name_of_its_own(client: Client, club: Club) -> None:
    season = AContest.made(club, (4, 4), at=START).season
    page = client.get(f"/c/{club.slug}/leagues/{season.league.slug}/{season.slug}/").content.decode()
    names = re.findall(r'role="region"\s+aria-label="([^"]+)"', page)
    assert len(set(names)) == len(names) == 4


def test_tie_breaks_that_were_used_are_columns_and_explained(see: See, club: Club) -> None:
    made = AContest.made(club, (3,), at=START, tie_breaks=["match_points", "head_to_head", "games_won"])
    for row in made.seen.fixtures:
        if row.away:
            home = (row.home.number - row.away.number) % 3 == 2
            made.result(row.code, 3 if home else row.home.number - 1, row.away.number - 1 if home else 4)
    said = see(made)
    assert "Games won" in said
    assert "separated by: Games won" in said
    assert "Match points among those who were level" in said


def test_why_somebody_is_there_is_told_fixture_by_fixture(see: See, club: Club) -> None:
    made = AContest.made(club, (4,), at=START)
    made.play_out()
    said = see(made, "why/2/")
    assert "Why is Ben in place 2?" in said
    assert "Behind Ann" in said
    assert "Before Cleo" in said
    assert "Match points: 3 to 2. This decides." in said
    assert "Nobody is above." in see(made, "why/1/")


def test_nobody_else_has_a_line(client: Client, club: Club) -> None:
    made = AContest.made(club, (4,), at=START)
    page = f"/c/{club.slug}/leagues/{made.season.league.slug}/{made.season.slug}/why/"
    assert client.get(f"{page}9/").status_code == 404
    knockout = AContest.made(club, (4,), at=START, format="knock_out")
    page = f"/c/{club.slug}/leagues/{knockout.season.league.slug}/{knockout.season.slug}/why/"
    assert client.get(f"{page}1/").status_code == 404


@pytest.mark.parametrize("form", ["knock_out", "double_knock_out"])
def test_a_knock_out_is_a_bracket(see: See, club: Club, form: str) -> None:
    made = AContest.made(club, (5,), at=START, format=form)
    assert "Winner of" in see(made)
    made.play_out()
    assert "Ann has won." in see(made)
    assert "It is over." in see(made, "what-if/")


def test_all_states_of_a_fixture_are_told(see: See, club: Club) -> None:
    made = AContest.made(club, (5,), at=START)
    codes = [row.code for row in made.seen.fixtures if row.away]
    who: dict[str, Any] = {"season": made.season}
    made.result(codes[0], 2, 1, (250, 180))
    made.result(codes[1], 2, 2)
    perform(act=Forfeit(fixture=codes[2], side="home"), **who, **made.who)
    perform(act=Forfeit(fixture=codes[3], side="both"), **who, **made.who)
    perform(act=PostponeFixture(fixture=codes[4]), **who, **made.who)
    perform(act=DeclareFixtureVoid(fixture=codes[5]), **who, **made.who)
    said = see(made, "fixtures/")
    for expected in (
        "2 : 1",
        "250 : 180 points",
        "a draw",
        "did not play",
        "neither side played",
        "postponed",
        "void",
        "bye",
    ):
        assert expected in said


def test_points_show_where_they_were_entered(see: See, club: Club) -> None:
    made = AContest.made(club, (3,), at=START)
    made.result("1:1.1", 3, 1)
    assert "points" not in see(made, "fixtures/")
    assert "3:1 – 1" in see(made)
    made.result("1:1.1", 3, 1, (0, 0))
    assert "0 : 0 points" in see(made, "fixtures/")
    assert "3:1 0:0 1" in see(made)


def test_what_may_still_be_is_told_with_names(see: See, club: Club) -> None:
    made = AContest.made(club, (4,), at=START)
    made.play_out()
    for row in made.seen.fixtures:
        if row.round == 3:
            perform(season=made.season, act=TakeBack(fixture=row.code), **made.who)
    said = see(made, "what-if/")
    assert "2 fixtures are left to play. All 9 possible outcomes have been checked." in said
    assert "Place 1 can still be reached." in said
    assert "What must happen for Ben" in (told := see(made, "what-if/", entrant="2", place="1"))
    assert "give it outright" in told
    assert see(made, "what-if/", entrant="x", place="-3", division="9")


def test_where_there_are_too_many_ways_a_bound_is_told(see: See, club: Club) -> None:
    made = AContest.made(club, (6,), at=START)
    for query in ({}, {"entrant": "2"}):
        told = see(made, "what-if/", **query)
        assert told.count("with too many outcomes to check them all, so some questions stay open") == 1
        assert "This is a bound" not in told
        assert told.count("Place 1 can still be reached. * a bound") == 6 + len(query)
    made.play_out()
    assert "a bound" not in see(made, "what-if/")


@pytest.mark.parametrize(
    ("divisions", "until", "query", "expected"),
    [
        pytest.param((0,), "open", {}, "As soon as there are entrants and fixtures", id="nobody"),
        pytest.param((3, 0), "open", {"division": "2"}, "Nobody is in “Division 2”.", id="nobody in it"),
        pytest.param((3,), "open", {}, "The fixtures are not made yet.", id="no fixtures"),
        pytest.param((3, 0), "open", {"division": "1"}, "The fixtures are not made yet.", id="none in it"),
        pytest.param((0, 3), "open", {}, "The fixtures are not made yet.", id="the first with anybody"),
    ],
)
def test_what_nothing_can_be_said_of_says_what_it_waits_for(
    see: See, club: Club, divisions: tuple[int, ...], until: str, query: dict[str, str], expected: str
) -> None:
    made = AContest.made(club, divisions, at=START, until=until, borders=[{}] * (len(divisions) - 1))
    told = see(made, "what-if/", **query)
    assert expected in told
    if query:
        assert "Division 1 Division 2" in told, "the other one can be asked about"


def test_a_knock_out_of_nobody_waits_for_entrants(see: See, club: Club) -> None:
    made = AContest.made(club, (0,), at=START, until="open", format="knock_out")
    assert "As soon as there are entrants and fixtures" in see(made, "what-if/")


def test_as_long_as_rounds_of_a_swiss_are_to_come_only_bounds_are_told(see: See, club: Club) -> None:
    made = AContest.made(club, (4,), at=START, format="swiss", rounds=3)
    assert "2 rounds are not paired yet. Everything here holds whoever meets whom." in see(made, "what-if/")


def test_lots_and_play_offs_are_shown(see: See, club: Club) -> None:
    made = AContest.made(club, (3, 3), at=START, borders=[{"up": 0, "down": 0, "play_off": 1}])
    made.play_out()
    perform(season=made.season, act=acts.MakePlayOffs(), **made.who)
    perform(season=made.season, act=acts.DrawLots(between=("1", "2")), **made.who)
    assert "Play-offs" in see(made, "fixtures/")
    assert "Lots were drawn; the best first: " in see(made)


@pytest.mark.parametrize("page", ["", "fixtures/", "why/1/", "what-if/"])
def test_the_pages_ask_as_often_for_many_as_for_few(see: See, club: Club, page: str) -> None:
    few = AContest.made(club, (3,), at=START)
    many = AContest.made(club, (6, 6), at=START)
    many.play_out()
    perform(season=few.season, act=acts.WithdrawEntrant(number=2), **few.who)
    perform(season=many.season, act=SetDays(days={1: START.date()}), **many.who)
    see(few, page)
    PAGES.clear()  # what has been seen already is answered from memory
    assert len(asked(lambda: see(many, page))) == len(asked(lambda: see(few, page)))


def test_a_season_being_set_up_is_nobody_elses(client: Client, club: Club) -> None:
    made = AContest.made(club, (4,), at=START, until="draft")
    for page in ("", "fixtures/", "what-if/", "why/1/"):
        path = f"/c/{club.slug}/leagues/{made.season.league.slug}/{made.season.slug}/{page}"
        assert client.get(path).status_code == 404


def test_the_ledger_tells_every_act_with_names(see: See, club: Club) -> None:
    made = AContest.made(club, (4, 2), at=START, borders=[{"up": 0, "down": 0, "play_off": 1}])
    who: dict[str, Any] = {"season": made.season}
    made.result("1:1.1", 3, 1, (250, 180))
    perform(act=Forfeit(fixture="1:1.2", side="home"), **who, **made.who)
    perform(act=PostponeFixture(fixture="1:2.1", day=START.date()), **who, **made.who)
    perform(act=DeclareFixtureVoid(fixture="1:2.2"), **who, **made.who)
    perform(act=acts.WithdrawEntrant(number=2), **who, **made.who)
    entrants.bring_back(number=2, **who, **made.who)
    made.play_out()
    perform(act=acts.DrawLots(between=("1", "2")), **who, **made.who)
    perform(act=acts.MakePlayOffs(), **who, **made.who)
    perform(act=UndoLast(), **who, **made.who)
    said = see(made, "ledger/")
    for expected in (
        "Entered: Ann, Ben, Cleo, Dan.",
        "The divisions were made: Division 1, Division 2.",
        "7 fixtures were made.",
        "Ann – Dan: 3 : 1 (250 : 180)",
        "Ben did not play",
        "postponed, 20 November 2026",
        ", void",
        "Ben has withdrawn.",
        "Ben plays on.",
        "1 play-off was made.",
        "1 fixture was undone.",
        "in this order: ",
    ):
        assert expected in said, expected


def test_what_comes_from_an_evening_is_told_in_the_ledger(
    see: See, club: Club, make_evening: Callable[..., AnEvening]
) -> None:
    played = make_evening(8, until="finished")
    made = AContest.made(club, (2,), at=START)
    seats = played.evening.rounds.get(number=1).seats.order_by("table_round", "seat")
    for entrant, seat in zip(made.season.entrants.order_by("number"), list(seats)[:2], strict=True):
        entry = entrants.WantedEntrant([seat.ticket.player], entrant.name)
        entrants.change_entrant(season=made.season, number=entrant.number, entry=entry, **made.who)
    tables.leave_to_evening(season=made.season, code="1:1.1", evening=played.evening, **made.who)
    played.step_to("published")
    said = see(made, "ledger/")
    assert f"A result came from the evening “{played.evening.name}” as published (1)." in said


def test_a_reason_leads_to_the_fixtures_and_the_rounds_of_their_evening(
    client: Client, club: Club, make_evening: Callable[..., AnEvening]
) -> None:
    played = make_evening(8, until="published").evening
    made = AContest.made(club, (2,), at=START)
    seats = list(played.rounds.get(number=1).seats.order_by("table_round", "seat"))
    for entrant, seat in zip(made.season.entrants.order_by("number"), seats[:2], strict=True):
        entry = entrants.WantedEntrant([seat.ticket.player], entrant.name)
        entrants.change_entrant(season=made.season, number=entrant.number, entry=entry, **made.who)
    tables.leave_to_evening(season=made.season, code="1:1.1", evening=played, **made.who)
    first = made.seen.divisions[0].lines[0].entrant
    season = made.season
    page = f"/c/{club.slug}/leagues/{season.league.slug}/{season.slug}"
    text = client.get(f"{page}/why/{first}/").content.decode()
    assert f'href="{page}/fixtures/#f-1-1-1"' in text
    assert f'href="/c/{club.slug}/{played.slug}/rounds/1/"' in text
    assert 'id="f-1-1-1"' in client.get(f"{page}/fixtures/").content.decode()
