"""A round that was drawn elsewhere is entered by hand or from lines, and checked."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from tests.tournaments.a_contest import AContest
from tests.tournaments.conftest import START
from tests.tournaments.the_rows import refused
from tournaments.club.models import Club
from tournaments.league.acts import EnterLines, LeaveOut
from tournaments.league.services import entrants, tables
from tournaments.league.services.ledger import draw_fixtures, perform
from tournaments.league.web.fixture_words import entries_in_words

FOUR = 4


def swiss(club: Club, players: int = FOUR, **rules: Any) -> AContest:
    rules = {"format": "swiss", "rounds": 5, **rules}
    return AContest.made(club, (players,), at=START, until="open", **rules)


def entered(made: AContest, *lines: str, **more: Any) -> list[str]:
    """The fixtures of the round that these lines make."""
    codes = draw_fixtures(season=made.season, act=EnterLines(lines=lines, **more), **made.who)
    rows = {row.code: row for row in made.seen.fixtures}
    return [
        f"{rows[code].home.name} – {rows[code].away.name if rows[code].away else 'bye'}"  # type: ignore[union-attr]
        for code in codes
    ]


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param(["Ann – Ben", "Cleo - Dan"], id="names"),
        pytest.param(["1 v 2", "", "3 vs. 4"], id="seeds"),
        pytest.param(["ann;ben", "Cleo\tDAN"], id="columns"),
        pytest.param(["Ann, Ben", "Cleo : Dan"], id="commas"),
    ],
)
def test_a_round_is_entered_in_the_ways_people_write_it(club: Club, lines: list[str]) -> None:
    made = swiss(club)
    assert entered(made, *lines) == ["Ann – Ben", "Cleo – Dan"]
    assert made.seen.divisions[0].last_round == 1
    said = str(entries_in_words(made.season)[0].what)
    assert said.startswith("2 fixtures of a round drawn elsewhere were entered.")
    assert tables.check(made.seen.season) == []


def test_results_of_a_match_of_several_games_come_with_it(club: Club) -> None:
    """1½ to ½ is won; 1 to 1 is a draw."""
    made = swiss(club)
    entered(made, "Ann; Ben; 1½:½", "Cleo; Dan; 1-1", day=date(2026, 11, 1))
    assert "Ann – Ben, 1 November 2026" in entries_in_words(made.season)[2].what
    rows = made.seen.fixtures
    assert [(row.winner, row.games_home, row.games_away) for row in rows] == [("home", 3, 1), ("draw", 2, 2)]
    assert {str(row.date) for row in rows} == {"2026-11-01"}
    scores = {made.seen.names[line.entrant]: line.match_points for line in made.seen.divisions[0].lines}
    assert scores == {"Ann": 2, "Cleo": 1, "Dan": 1, "Ben": 0}


def test_whoever_alone_is_not_named_has_the_bye(club: Club) -> None:
    made = swiss(club, 5)
    assert entered(made, "Ann – Ben", "Cleo – Dan") == ["Ann – Ben", "Cleo – Dan", "Eve – bye"]
    made.play_out()
    perform(season=made.season, act=LeaveOut(entrant=2, counts="draw"), **made.who)
    assert entered(made, "Eve – Cleo", "Dan – Ann") == ["Eve – Cleo", "Dan – Ann", "Ben – bye"]
    assert made.seen.fixtures[-1].winner == "draw"


@pytest.mark.parametrize(
    ("lines", "field", "code"),
    [
        pytest.param([], "pairings", "empty", id="nothing"),
        pytest.param(["Ann – Ben", "Cleo – Zoe"], "pairings.1", "unknown", id="a stranger"),
        pytest.param(["", "Ann – Ben", "Ann – Cleo"], "pairings.2", "twice", id="twice"),
        pytest.param(["Ann – Ann"], "pairings.0", "twice", id="themselves"),
        pytest.param(["Ann – Ben"], "pairings", "not-named", id="two left over"),
        pytest.param(["Ann – Ben – Cleo – Dan"], "pairings.0", "unreadable", id="four in a line"),
        pytest.param(["Ann; Ben; won", "Cleo; Dan"], "pairings.0", "unreadable", id="no result"),
        pytest.param(["Ann; Ben", "Cleo; bye", "Dan; bye"], "pairings", "byes", id="two byes"),
    ],
)
def test_what_is_no_round_is_refused(club: Club, lines: list[str], field: str, code: str) -> None:
    made = swiss(club)
    with refused(f"{field} {code}"):
        entered(made, *lines)
    assert made.seen.fixtures == []


def test_what_is_unusual_is_asked_about_and_can_be_meant(club: Club) -> None:
    made = swiss(club, 5)
    entered(made, "Ann – Ben", "Cleo – Dan")
    with refused("round results-missing"):
        entered(made, "Eve – Ann", "Dan – Cleo")
    made.play_out()
    with refused("pairings.0 met-before"):
        entered(made, "Ben – Ann", "Dan – Eve")
    with refused("pairings.2 another-bye"):
        entered(made, "Ann – Cleo", "Ben – Dan", "Eve; bye")
    assert entered(made, "Ann – Cleo", "Eve – Ben", anyway=True)[-1] == "Dan – bye"
    made.play_out()
    with refused("pairings.0 too-often"):
        entered(made, "Ann – Eve", "Ben – Dan")


def test_names_with_signs_in_them_are_found(club: Club) -> None:
    made = swiss(club, 2)
    entrants.enter_names(
        season=made.season, lines=["Brighton & Hove Albion", "Bourg – en – Bresse"], **made.who
    )
    told = entered(made, "Brighton & Hove Albion – Ann", "Ben – Bourg – en – Bresse")
    assert told == ["Brighton & Hove Albion – Ann", "Ben – Bourg – en – Bresse"]


def test_a_round_robin_is_entered_round_by_round(club: Club) -> None:
    made = AContest.made(club, (3,), at=START, until="open")
    for lines in (["Ann – Ben"], ["Cleo – Ann"], ["Ben – Cleo"]):
        entered(made, *lines)
        made.play_out()
    assert made.seen.is_played_out
    with refused("round the-last"):
        entered(made, "Ann – Ben")
    knock_out = AContest.made(club, (2,), at=START, until="open", format="knock_out")
    with refused("season no-table"):
        entered(knock_out, "Ann – Ben")


@pytest.mark.django_db(transaction=True)
def test_lines_are_entered_in_a_transaction_of_their_own(club: Club) -> None:
    """As a request has none around it."""
    made = swiss(club)
    assert entered(made, "Ann – Ben", "Cleo – Dan") == ["Ann – Ben", "Cleo – Dan"]
