"""Fixtures are made for all divisions; knock-outs go on by themselves, and what is not played is undone."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from tests.tournaments.a_contest import AContest
from tests.tournaments.conftest import START
from tests.tournaments.the_rows import refused
from tournaments.club.models import Club
from tournaments.league import acts
from tournaments.league.acts import (
    DeclareFixtureVoid,
    MakeFixtures,
    PostponeFixture,
    SetDays,
    TakeBack,
    UndoLast,
)
from tournaments.league.services.ledger import perform
from tournaments.league.services.rows import differences


@pytest.mark.parametrize(
    ("form", "divisions", "expected"),
    [
        ("round_robin", (4,), 6),
        ("round_robin", (5,), 15),
        ("double_round_robin", (4, 3), 12 + 12),
        ("knock_out", (5,), 1),
        ("double_knock_out", (4,), 2),
    ],
)
def test_all_that_can_be_made_is_made_at_once(
    club: Club, form: str, divisions: tuple[int, ...], expected: int
) -> None:
    made = AContest.made(club, divisions, at=START, format=form)
    # Of five in a knock-out six to eight seeds are nobody: three of the second round are known at once, two meet.
    assert len(made.seen.fixtures) == expected + (form == "knock_out")
    assert differences(made.season) == []


@pytest.mark.parametrize(
    "form", ["round_robin", "double_round_robin", "swiss", "knock_out", "double_knock_out"]
)
@pytest.mark.parametrize("divisions", [(2,), (5,), (4, 3)], ids=str)
def test_every_season_can_be_played_to_its_end(club: Club, form: str, divisions: tuple[int, ...]) -> None:
    rounds: dict[str, Any] = {"rounds": 1 if divisions == (2,) else 2} if form == "swiss" else {}
    made = AContest.made(club, divisions, at=START, format=form, **rounds)
    made.play_out()
    if rounds.get("rounds") == 2:
        assert not made.seen.is_played_out
        perform(season=made.season, act=MakeFixtures(), **made.who)
        made.play_out()
    assert made.seen.is_played_out
    assert differences(made.season) == []


def test_a_swiss_waits_for_its_results(club: Club) -> None:
    made = AContest.made(club, (4,), at=START, format="swiss", rounds=2)
    with refused("round results-missing"):
        perform(season=made.season, act=MakeFixtures(), **made.who)
    perform(season=made.season, act=MakeFixtures(anyway=True), **made.who)
    made.play_out()
    with refused("round the-last"):
        perform(season=made.season, act=MakeFixtures(), **made.who)


def test_in_a_swiss_nobody_meets_twice_and_winners_meet(club: Club) -> None:
    made = AContest.made(club, (4,), at=START, format="swiss", rounds=3)
    made.play_out()
    perform(season=made.season, act=MakeFixtures(), **made.who)
    winners = {1, 2}
    assert any({row.home.number, row.away and row.away.number} == winners for row in made.seen.fixtures[2:])
    pairs = [frozenset((row.home.number, row.away.number)) for row in made.seen.fixtures if row.away]
    assert len(set(pairs)) == len(pairs)


def test_who_has_withdrawn_is_not_paired(club: Club) -> None:
    made = AContest.made(club, (4,), at=START, format="swiss", rounds=3)
    made.play_out()
    perform(season=made.season, act=acts.WithdrawEntrant(number=2), **made.who)
    perform(season=made.season, act=MakeFixtures(), **made.who)
    assert 2 not in {row.home.number for row in made.seen.fixtures if row.round == 2}
    assert any(row.away is None for row in made.seen.fixtures if row.round == 2)


def test_what_is_made_twice_is_refused(club: Club) -> None:
    made = AContest.made(club, (4,), at=START)
    with refused("fixtures made"):
        perform(season=made.season, act=MakeFixtures(), **made.who)


@pytest.mark.parametrize("divisions", [(0,), (1,), (3, 1)])
def test_one_alone_meets_nobody(club: Club, divisions: tuple[int, ...]) -> None:
    made = AContest.made(club, divisions, at=START, until="open")
    with refused("entrants too-few"):
        perform(season=made.season, act=MakeFixtures(), **made.who)


def test_fixtures_are_made_when_the_season_is_open(club: Club) -> None:
    made = AContest.made(club, (4,), at=START, until="draft")
    with refused("season.stage not-now"):
        perform(season=made.season, act=MakeFixtures(), **made.who)


def test_rounds_have_days_and_a_postponed_fixture_has_its_own(club: Club) -> None:
    made = AContest.made(club, (4,), at=START, until="open")
    first, second, later = date(2026, 10, 2), date(2026, 10, 9), date(2026, 12, 1)
    perform(season=made.season, act=MakeFixtures(days={1: first}), **made.who)
    perform(season=made.season, act=PostponeFixture(fixture="1:1.1", day=later), **made.who)
    perform(season=made.season, act=SetDays(days={1: second, 2: second, 3: None}), **made.who)
    days = [(row.code, row.date) for row in made.seen.fixtures]
    assert days == [
        ("1:1.1", later),
        ("1:1.2", second),
        ("1:2.1", second),
        ("1:2.2", second),
        ("1:3.1", None),
        ("1:3.2", None),
    ]
    assert differences(made.season) == []


def test_what_was_made_last_is_undone_while_nothing_is_played(club: Club) -> None:
    made = AContest.made(club, (4,), at=START, format="swiss", rounds=3)
    made.play_out()
    perform(season=made.season, act=MakeFixtures(), **made.who)
    perform(season=made.season, act=UndoLast(), **made.who)
    assert made.seen.divisions[0].last_round == 1
    with refused("fixtures played"):
        perform(season=made.season, act=UndoLast(), **made.who)
    assert differences(made.season) == []


def test_a_knock_out_goes_on_by_itself_and_back(club: Club) -> None:
    made = AContest.made(club, (4,), at=START, format="knock_out")
    made.result("1:W1.1", 3, 1)
    made.result("1:W1.2", 3, 1)
    assert made.told() == ["1: Ann – Dan played", "1: Ben – Cleo played", "2: Ann – Ben planned"]
    made.result("1:W1.1", 1, 3)
    assert made.told()[2:] == ["2: Dan – Ben planned"]
    perform(season=made.season, act=TakeBack(fixture="1:W1.1"), **made.who)
    assert made.told() == ["1: Ann – Dan planned", "1: Ben – Cleo played"]
    assert differences(made.season) == []


def test_a_result_on_which_another_rests_stays(club: Club) -> None:
    made = AContest.made(club, (4,), at=START, format="knock_out")
    made.play_out()
    with refused("fixture played-since"):
        made.result("1:W1.1", 1, 3)
    # The same winner with other games changes nothing further on.
    made.result("1:W1.1", 3, 2)


@pytest.mark.parametrize("how", ["draw", "void"])
def test_what_settles_nothing_in_a_knock_out_is_played_again(club: Club, how: str) -> None:
    made = AContest.made(club, (2,), at=START, format="knock_out")
    if how == "draw":
        made.result("1:W1.1", 2, 2)
    else:
        perform(season=made.season, act=DeclareFixtureVoid(fixture="1:W1.1"), **made.who)
    assert [row.code for row in made.seen.fixtures] == ["1:W1.1", "1:W1.1/2"]
    made.result("1:W1.1", 3, 1)
    assert [row.code for row in made.seen.fixtures] == ["1:W1.1"]
    assert differences(made.season) == []


def test_who_has_left_a_knock_out_forfeits_what_would_come(club: Club) -> None:
    made = AContest.made(club, (4,), at=START, format="double_knock_out")
    made.result("1:W1.1", 3, 1)
    perform(season=made.season, act=acts.WithdrawEntrant(number=1), **made.who)
    made.play_out()
    assert made.seen.is_played_out
    knockout = made.seen.divisions[0].knockout
    assert knockout is not None
    assert knockout.champion == "2"
    assert differences(made.season) == []
