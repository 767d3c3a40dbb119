"""A season of fixtures as visitors read it: tables, brackets, fixtures, why somebody is where, what may still be."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from tests.tournaments.a_contest import AContest
from tests.tournaments.an_evening import AnEvening
from tests.tournaments.conftest import START
from tests.tournaments.evening.web.desk.at_the_desk import words
from tests.tournaments.league.people import met
from tests.tournaments.league.web.pages import page, read, url
from tournaments.club.models import Club
from tournaments.league import acts
from tournaments.league.acts import DeclareFixtureVoid, Forfeit, PostponeFixture, TakeBack, UndoLast
from tournaments.league.reads.fixtures import contest
from tournaments.league.services import entrants, tables
from tournaments.league.services.tables import leave_to_evening
from tournaments.league.web.public.fixtures import crosstable

BORDERS = [{"up": 1, "down": 1, "play_off": 1}]


def test_before_anybody_is_entered_the_pages_say_what_will_be_here(club: Club) -> None:
    made = AContest.made(club, (0,), at=START, until="open")
    assert "Nobody is entered yet" in read(made)
    assert "No fixtures yet" in read(made, "fixtures/")
    assert "Nothing can be said yet" in read(made, "what-if/")
    knock_out = AContest.made(club, (0,), at=START, until="open", format="knock_out")
    assert "As soon as there are entrants and fixtures" in read(knock_out, "what-if/")


def test_the_table_says_who_is_where_and_what_parted_them(club: Club) -> None:
    made = AContest.made(club, (4,), at=START)
    made.play_out()
    said = read(made)
    assert said.index("Ann") < said.index("Ben") < said.index("Cleo") < said.index("Dan")
    assert "Everybody against everybody" in said
    assert "The next lots come from a seed that is promised here" in said


def test_the_crosstable_follows_the_table(club: Club) -> None:
    made = AContest.made(club, (5,), at=START)
    made.play_out()
    (division,) = contest(made.season).divisions
    order = [int(line.entrant) for line in division.lines]
    rows = crosstable(division, order)
    assert [row.number for row in rows] == order
    for at, (row, line) in enumerate(zip(rows, division.lines, strict=True)):
        assert row.cells[at] is None
        met = {order[to]: cell for to, cell in enumerate(row.cells) if cell is not None}
        for other, cell in met.items():
            pair = {row.number, other}
            games = [one for one in division.rows if one.away and {one.home.number, one.away.number} == pair]
            assert [seen.shown.row.pk for seen in cell] == [one.pk for one in games]
            theirs = rows[order.index(other)].cells[at] or ()
            assert [one.score.split(":") for one in cell] == [one.score.split(":")[::-1] for one in theirs]
        outcomes = [seen.outcome for cell in met.values() for seen in cell if seen.is_decided]
        assert (outcomes.count("won"), outcomes.count("lost")) == (line.won, line.lost)


@pytest.mark.parametrize("entrants", [2, 25])
def test_a_division_too_small_or_too_wide_has_no_crosstable(club: Club, entrants: int) -> None:
    (division,) = contest(AContest.made(club, (4,), at=START).season).divisions
    assert crosstable(division, range(1, entrants + 1)) == []


def test_tables_of_two_divisions_have_names_of_their_own_and_say_who_goes_up_and_down(club: Club) -> None:
    made = AContest.made(club, (4, 4), at=START, borders=BORDERS)
    made.play_out()
    names = re.findall(r'role="region" aria-label="([^"]+)"', page(made))
    assert len(set(names)) == len(names) == 4
    said = read(made)
    for expected in ("▼ goes down", "▲ goes up", "◆ plays off", "Division 1", "Division 2"):
        assert expected in said


def test_tie_breaks_that_were_used_are_columns_and_explained(club: Club) -> None:
    made = AContest.made(club, (3,), at=START, tie_breaks=["match_points", "head_to_head", "games_won"])
    for row in made.seen.fixtures:
        if row.away:
            home = (row.home.number - row.away.number) % 3 == 2
            made.result(row.code, 3 if home else row.home.number - 1, row.away.number - 1 if home else 4)
    said = read(made)
    assert "Games won" in said
    assert "decided by: Games won" in said
    assert "Match points among those who were level" in said


def test_why_somebody_is_there_is_told_fixture_by_fixture(club: Club) -> None:
    made = AContest.made(club, (4,), at=START)
    made.play_out()
    said = read(made, "why/2/")
    assert "Why is Ben 2nd?" in said
    assert "Behind Ann" in said
    assert "Ahead of Cleo" in said
    assert "Match points: 3 to 2. This decides." in said
    assert "Nobody is above." in read(made, "why/1/")


def test_nobody_else_has_a_line(client: Client, club: Club) -> None:
    made, knock_out = (
        AContest.made(club, (4,), at=START),
        AContest.made(club, (4,), at=START, format="knock_out"),
    )
    assert client.get(url(made, "why/9/")).status_code == 404
    assert client.get(url(knock_out, "why/1/")).status_code == 404


@pytest.mark.parametrize("form", ["knock_out", "double_knock_out"])
def test_a_knock_out_is_a_bracket(club: Club, form: str) -> None:
    made = AContest.made(club, (5,), at=START, format=form)
    assert "Winner of" in read(made)
    made.play_out()
    assert "Ann has won." in read(made)
    assert "It is over." in read(made, "what-if/")


def test_all_states_of_a_fixture_are_told(club: Club) -> None:
    made = AContest.made(club, (5,), at=START)
    codes = [row.code for row in made.seen.fixtures if row.away]
    made.result(codes[0], 2, 1, (250, 180))
    made.result(codes[1], 2, 2)
    made.act(Forfeit(fixture=codes[2], side="home"))
    made.act(Forfeit(fixture=codes[3], side="both"))
    made.act(PostponeFixture(fixture=codes[4]))
    made.act(DeclareFixtureVoid(fixture=codes[5]))
    said = read(made, "fixtures/")
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


def test_points_show_where_they_were_entered(club: Club) -> None:
    made = AContest.made(club, (3,), at=START)
    made.result("1:1.1", 3, 1)
    assert "points" not in read(made, "fixtures/")
    assert "3:1 – 1" in read(made)
    made.result("1:1.1", 3, 1, (0, 0))
    assert "0 : 0 points" in read(made, "fixtures/")
    assert "3:1 0:0 1" in read(made)


def test_what_may_still_be_is_told_with_names(club: Club) -> None:
    made = AContest.made(club, (4,), at=START)
    made.play_out()
    for row in made.seen.fixtures:
        if row.round == 3:
            made.act(TakeBack(fixture=row.code))
    said = read(made, "what-if/")
    assert "2 fixtures are left to play. All 9 possible outcomes have been checked." in said
    assert "Place 1 can still be reached." in said
    assert "What Ben needs" in (told := read(made, "what-if/", entrant="2", place="1"))
    assert "give it outright" in told
    assert read(made, "what-if/", entrant="x", place="-3", division="9")


def test_where_there_are_too_many_ways_a_bound_is_told(club: Club) -> None:
    made = AContest.made(club, (6,), at=START)
    for query in ({}, {"entrant": "2"}):
        told = read(made, "what-if/", **query)
        assert told.count("with too many outcomes to check them all, so some questions stay open") == 1
        assert "This is a bound" not in told
        assert told.count("Place 1 can still be reached. * a bound") == 6 + len(query)
    made.play_out()
    assert "a bound" not in read(made, "what-if/")


@pytest.mark.parametrize(
    ("divisions", "query", "expected"),
    [
        pytest.param((0,), {}, "As soon as there are entrants and fixtures", id="nobody"),
        pytest.param((3, 0), {"division": "2"}, "Nobody is in “Division 2”.", id="nobody in it"),
        pytest.param((3,), {}, "The fixtures are not made yet.", id="no fixtures"),
        pytest.param((3, 0), {"division": "1"}, "The fixtures are not made yet.", id="none in it"),
        pytest.param((0, 3), {}, "The fixtures are not made yet.", id="the first with anybody"),
    ],
)
def test_what_nothing_can_be_said_of_says_what_it_waits_for(
    club: Club, divisions: tuple[int, ...], query: dict[str, str], expected: str
) -> None:
    made = AContest.made(club, divisions, at=START, until="open", borders=[{}] * (len(divisions) - 1))
    told = read(made, "what-if/", **query)
    assert expected in told
    if query:
        assert "Division 1 Division 2" in told, "the other one can be asked about"


def test_as_long_as_rounds_of_a_swiss_are_to_come_only_bounds_are_told(club: Club) -> None:
    made = AContest.made(club, (4,), at=START, format="swiss", rounds=3)
    assert "2 rounds are not paired yet. Everything here holds whoever meets whom." in read(made, "what-if/")


def test_lots_and_play_offs_are_shown(club: Club) -> None:
    made = AContest.made(club, (3, 3), at=START, borders=[{"up": 0, "down": 0, "play_off": 1}])
    made.play_out()
    made.act(acts.MakePlayOffs())
    made.act(acts.DrawLots(between=("1", "2")))
    assert "Play-offs" in read(made, "fixtures/")
    assert "Lots were drawn; the best first: " in read(made)


def test_the_ledger_tells_every_act_with_names(club: Club) -> None:
    made = AContest.made(club, (4, 2), at=START, borders=[{"up": 0, "down": 0, "play_off": 1}])
    made.result("1:1.1", 3, 1, (250, 180))
    made.act(Forfeit(fixture="1:1.2", side="home"))
    made.act(PostponeFixture(fixture="1:2.1", day=START.date()))
    made.act(DeclareFixtureVoid(fixture="1:2.2"))
    made.act(acts.WithdrawEntrant(number=2))
    made.act(entrants.bring_back, number=2)
    made.play_out()
    made.act(acts.DrawLots(between=("1", "2")))
    made.act(acts.MakePlayOffs())
    made.act(UndoLast())
    said = read(made, "ledger/")
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


def test_a_result_of_an_evening_is_told_as_such(make_evening: Callable[..., AnEvening]) -> None:
    """A reason leads to the fixtures, and to the rounds of their evening."""
    played = make_evening(8, until="finished")
    made = met(played)
    made.act(tables.leave_to_evening, code="1:1.1", evening=played.evening)
    played.step_to("published")
    evening = f"/c/{played.evening.club.slug}/{played.evening.slug}/"
    said = read(made, "ledger/")
    assert f"A result came from the evening “{played.evening.name}” as published (1)." in said
    text = page(made, f"why/{made.seen.divisions[0].lines[0].entrant}/")
    assert f'href="{url(made, "fixtures/")}#f-1-1-1"' in text
    assert f'href="{evening}rounds/1/"' in text
    assert 'id="f-1-1-1"' in page(made, "fixtures/")


def latest(made: AContest) -> str:
    entry = rf'<li id="entry-{made.season.ledger.count()}">.*?<br>(.*?)</li>'
    (found,) = re.findall(entry, page(made, "ledger/"))
    return words(found)


def test_the_ledger_says_what_stood_before(club: Club) -> None:
    made = AContest.made(club, (4,), at=START)
    made.result("1:1.1", 3, 1, (250, 180))
    assert latest(made) == "A result: Ann – Dan: 3 : 1 (250 : 180)"
    made.result("1:1.2", 2, 2)
    made.result("1:1.1", 1, 3, reason="the slip was read upside down")
    assert latest(made) == (
        "A result was corrected: Ann – Dan: 1 : 3, before that 3 : 1 (250 : 180) the slip was read upside down"
    )
    made.act(Forfeit(fixture="1:1.1", side="away"))
    assert latest(made) == "A result was corrected: Ann – Dan, Dan did not play, before that 1 : 3"
    made.act(DeclareFixtureVoid(fixture="1:1.1"))
    assert latest(made) == "A result was corrected: Ann – Dan, void, before that Dan did not play"
    made.act(TakeBack(fixture="1:1.1"))
    assert latest(made) == "A result was taken back: Ann – Dan, before that void"
    made.result("1:1.1", 1, 3)
    assert latest(made) == "A result: Ann – Dan: 1 : 3"
    made.act(acts.WithdrawEntrant(number=2))
    assert "before that" not in latest(made), "what is ahead goes with who withdraws"


def test_an_evening_to_give_a_result_is_named(club: Club, make_evening: Callable[..., AnEvening]) -> None:
    evening = make_evening(8, until="draft").evening
    made = AContest.made(club, (2,), at=START)
    made.act(leave_to_evening, code="1:1.1", evening=evening)
    assert latest(made) == f"An evening is to give a result: Ann – Ben, from the evening “{evening.name}”"
    made.act(TakeBack(fixture="1:1.1"))
    assert latest(made) == "No evening gives this result: Ann – Ben"
