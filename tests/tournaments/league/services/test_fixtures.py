"""Fixtures are made for all divisions or entered as drawn elsewhere; knock-outs go on by themselves."""

from datetime import date
from typing import Any

import pytest

from tests.tournaments.a_contest import AContest
from tests.tournaments.conftest import START
from tests.tournaments.the_rows import refused
from tournaments.club.models import Club
from tournaments.league import acts
from tournaments.league.acts.entrants import EntrantPlace
from tournaments.league.models import Season
from tournaments.league.services import entrants, tables
from tournaments.league.services.ledger import draw_fixtures
from tournaments.league.services.rows import differences, rebuild
from tournaments.league.web.fixture_words import entries_in_words
from tournaments.ranking.fixtures.results import LeftOut

ALL_AT_ONCE = {"round_robin": 1, "double_round_robin": 2}


@pytest.mark.parametrize(
    "form", ["round_robin", "double_round_robin", "swiss", "knock_out", "double_knock_out"]
)
def test_every_season_can_be_played_to_its_end(club: Club, form: str) -> None:
    rounds: dict[str, Any] = {"rounds": 2} if form == "swiss" else {}
    made = AContest.made(club, (3, 2), at=START, format=form, **rounds)
    if form in ALL_AT_ONCE:  # three who meet, and each has a bye; the two others meet once
        assert len(made.seen.fixtures) == ALL_AT_ONCE[form] * 7
    made.play_out()
    if rounds:
        assert not made.seen.is_played_out
        made.act(acts.MakeFixtures())
        made.play_out()
    assert made.seen.is_played_out
    assert differences(made.season) == []


def test_who_has_left_a_knock_out_forfeits_what_would_come(club: Club) -> None:
    made = AContest.made(club, (4,), at=START, format="double_knock_out")
    made.result("1:W1.1", 3, 1)
    made.act(acts.WithdrawEntrant(number=1))
    made.play_out()
    assert made.seen.is_played_out
    knockout = made.seen.divisions[0].knockout
    assert knockout is not None
    assert knockout.champion == "2"
    assert differences(made.season) == []


def swiss(club: Club, players: int = 4, **rules: Any) -> AContest:
    rules = {"format": "swiss", "rounds": 5, **rules}
    return AContest.made(club, (players,), at=START, until="open", **rules)


def entered(made: AContest, *lines: str, **more: Any) -> list[str]:
    codes = made.act(draw_fixtures, act=acts.EnterLines(lines=lines, **more))
    rows = {row.code: row for row in made.seen.fixtures}
    return [
        f"{rows[code].home.name} – {rows[code].away.name if rows[code].away else 'bye'}"  # type: ignore[union-attr]
        for code in codes
    ]


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
    made.act(acts.LeaveOut(entrant=2, counts="draw"))
    assert entered(made, "Eve – Cleo", "Dan – Ann") == ["Eve – Cleo", "Dan – Ann", "Ben – bye"]
    assert made.seen.fixtures[-1].winner == "draw"


def test_a_round_robin_is_entered_round_by_round(club: Club) -> None:
    made = AContest.made(club, (3,), at=START, until="open")
    for lines in (["Ann – Ben"], ["Cleo – Ann"], ["Ben – Cleo"]):
        entered(made, *lines)
        made.play_out()
    assert made.seen.is_played_out
    with refused("round the-last"):
        entered(made, "Ann – Ben")


@pytest.mark.django_db(transaction=True)
def test_lines_are_entered_in_a_transaction_of_their_own(club: Club) -> None:
    made = swiss(club)
    assert entered(made, "Ann – Ben", "Cleo – Dan") == ["Ann – Ben", "Cleo – Dan"]


def left_out(made: AContest, number: int, counts: LeftOut = "nobody") -> None:
    made.act(acts.LeaveOut(entrant=number, counts=counts))


def draw(made: AContest) -> list[str]:
    """The next round, everything before it played; `home – away winner`."""
    made.play_out()
    made.act(acts.MakeFixtures())
    last = made.seen.divisions[0].last_round
    return [
        f"{row.home.name} – {row.away.name if row.away else row.winner or 'bye'}"
        for row in made.seen.fixtures
        if row.round == last
    ]


def points(made: AContest) -> dict[str, int]:
    """Match points in halves, by name."""
    return {made.seen.names[line.entrant]: line.match_points for line in made.seen.divisions[0].lines}


def agrees(made: AContest) -> bool:
    """Whether the ledger tells what the rows have, also when they are made again."""
    found = tables.check(Season.objects.get(pk=made.season.pk))
    rebuild(made.season)
    return found == tables.check(Season.objects.get(pk=made.season.pk)) == []


def test_a_round_left_out_counts_as_agreed_and_brings_no_bye(club: Club) -> None:
    made = swiss(club, 6, rounds=4, match_points={"won": 6, "drawn": 3, "lost": 2, "bye": 6, "missing": 0})
    left_out(made, 1, "draw")
    left_out(made, 2, "nobody")
    told = draw(made)
    assert {"Ann – draw", "Ben – nobody"} < set(told)
    assert [line for line in told if "bye" in line] == [], "the four others meet"
    assert (points(made)["Ann"], points(made)["Ben"]) == (3, 2)
    assert agrees(made)


def test_an_entrant_told_anew_or_seeded_anew_is_left_out_all_the_same(club: Club) -> None:
    made = AContest.made(club, (4,), at=START, until="draft", format="swiss", rounds=2)
    left_out(made, 1)
    player = made.seen.entrants[1].members.get().player
    made.act(entrants.change_entrant, number=1, entry=entrants.WantedEntrant([player], "The Ace"))
    places = {1: EntrantPlace(4, 1), 4: EntrantPlace(1, 1)}
    made.act(acts.Arrange(places=places))
    assert made.seen.divisions[0].left_out == {"4": "nobody"}
    assert agrees(made)
