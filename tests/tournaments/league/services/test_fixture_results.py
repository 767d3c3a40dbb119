"""Results of fixtures: entered, forfeited, postponed, void, taken back, or out of an evening."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Literal

import pytest

from tests.tournaments.a_contest import AContest
from tests.tournaments.an_evening import STEPS, AnEvening
from tests.tournaments.conftest import START
from tests.tournaments.the_rows import refused
from tournaments.club.models import Club
from tournaments.evening import acts
from tournaments.evening.services import results
from tournaments.league import acts as season_acts
from tournaments.league.acts import EnterResult, Forfeit, MakeFixtures, PostponeFixture, TakeBack
from tournaments.league.models import Season
from tournaments.league.services import entrants, tables
from tournaments.league.services.entrants import WantedEntrant
from tournaments.league.services.ledger import perform
from tournaments.league.services.rows import differences, rebuild
from tournaments.ranking.fixtures.results import Winner


@pytest.mark.parametrize(
    ("games", "points", "winner", "draws", "expected"),
    [
        pytest.param((4, 2), (0, 0), "", True, "home", id="more games"),
        pytest.param((1, 2), (90, 10), "", True, "away", id="games before points"),
        pytest.param((3, 3), (90, 10), "", True, "draw", id="as many games, and draws"),
        pytest.param((3, 3), (90, 10), "", False, "home", id="as many games, and no draws"),
        pytest.param((0, 0), (0, 0), "away", False, "away", id="by the secretary's word"),
        pytest.param((4, 2), (0, 0), "away", True, "away", id="by the secretary's word against the games"),
    ],
)
def test_who_has_won(
    club: Club,
    games: tuple[int, int],
    points: tuple[int, int],
    winner: Winner | Literal[""],
    draws: bool,
    expected: str,
) -> None:
    made = AContest.made(club, (2,), at=START, draws=draws)
    perform(
        season=made.season,
        act=EnterResult(fixture="1:1.1", games=games, points=points, winner=winner),
        **made.who,
    )
    kept = made.seen.state.fixtures["1:1.1"]
    assert (kept.winner, kept.games, kept.points, kept.status) == (expected, games, points, "played")
    assert differences(made.season) == []


@pytest.mark.parametrize(
    ("games", "points", "winner", "draws", "fault"),
    [
        ((3, 3), (9, 9), "", False, "winner no-draws"),
        ((3, 3), (9, 9), "draw", False, "winner no-draws"),
        ((3, 3), (9, 9), "nobody", True, "winner no-draws"),
        ((-1, 3), (0, 0), "", True, "games out-of-range"),
        ((3, 2001), (0, 0), "", True, "games out-of-range"),
        ((3, 2), (0, 1_000_001), "", True, "points out-of-range"),
    ],
)
def test_what_no_result_can_be(
    club: Club,
    games: tuple[int, int],
    points: tuple[int, int],
    winner: Winner | Literal[""],
    draws: bool,
    fault: str,
) -> None:
    made = AContest.made(club, (2,), at=START, draws=draws)
    with refused(fault):
        perform(
            season=made.season,
            act=EnterResult(fixture="1:1.1", games=games, points=points, winner=winner),
            **made.who,
        )


@pytest.mark.parametrize(("side", "winner"), [("home", "away"), ("away", "home"), ("both", "nobody")])
def test_who_does_not_play_has_lost(club: Club, side: str, winner: str) -> None:
    made = AContest.made(club, (2,), at=START)
    perform(season=made.season, act=Forfeit(fixture="1:1.1", side=side), **made.who)
    kept = made.seen.state.fixtures["1:1.1"]
    assert (kept.status, kept.forfeit, kept.winner) == ("forfeited", side, winner)
    perform(season=made.season, act=TakeBack(fixture="1:1.1"), **made.who)
    assert made.seen.state.fixtures["1:1.1"].status == "planned"


@pytest.mark.parametrize(
    ("code", "fault"),
    [("1:9.9", "fixture unknown"), ("1:1.1", "fixture no-result"), ("1:1.2", "fixture a-bye")],
)
def test_what_is_not_taken_back(club: Club, code: str, fault: str) -> None:
    made = AContest.made(club, (3,), at=START)
    with refused(fault):
        perform(season=made.season, act=TakeBack(fixture=code), **made.who)


def test_what_has_a_result_is_not_postponed(club: Club) -> None:
    made = AContest.made(club, (2,), at=START)
    made.result("1:1.1", 2, 0)
    with refused("fixture has-a-result"):
        perform(season=made.season, act=PostponeFixture(fixture="1:1.1"), **made.who)


def test_in_a_play_off_somebody_has_to_win(club: Club) -> None:

    borders = [{"up": 0, "down": 0, "play_off": 1}]
    made = AContest.made(club, (2, 2), at=START, borders=borders)
    made.play_out()
    perform(season=made.season, act=season_acts.MakePlayOffs(), **made.who)
    with refused("winner no-draws"):
        made.result("1:P1", 2, 2)


Making = Callable[..., AnEvening]


@pytest.fixture
def played(make_evening: Making) -> AnEvening:
    """An evening of four tables of couples over three rounds, published."""
    return make_evening(players=16, until="published")


def met(played: AnEvening) -> AContest:
    """A season in which two who sat against each other in the first round of `played` have a fixture."""
    evening = played.evening
    made = AContest.made(evening.club, (0,), at=START, until="draft")
    round_ = evening.rounds.get(number=1)
    seats = list(round_.seats.filter(table_round__table__number=1).order_by("seat"))
    pair = [seats[0].ticket.player, seats[1].ticket.player]
    entrants.enter(season=made.season, entries=[WantedEntrant([player]) for player in pair], **made.who)
    perform(season=made.season, act=season_acts.Open(), **made.who)
    perform(season=made.season, act=MakeFixtures(), **made.who)
    return made


def test_an_evening_gives_the_result_of_a_fixture(played: AnEvening) -> None:
    made = met(played)
    tables.leave_to_evening(season=made.season, code="1:1.1", evening=played.evening, **made.who)
    kept = made.seen.state.fixtures["1:1.1"]
    assert kept.status == "played"
    assert kept.evening == f"{played.evening.club.slug}/{played.evening.slug}"
    assert sum(kept.games) >= 2
    assert differences(made.season) == []
    rebuild(made.season)
    assert differences(made.season) == []


def test_an_evening_at_which_they_have_not_met_gives_none(club: Club, played: AnEvening) -> None:
    made = AContest.made(club, (2,), at=START)
    with refused("evening no-result"):
        tables.leave_to_evening(season=made.season, code="1:1.1", evening=played.evening, **made.who)


def test_an_evening_of_another_game_gives_none(club: Club, played: AnEvening) -> None:
    made = AContest.made(club, (2,), at=START, games=["ascot"])
    with refused("evening another-game"):
        tables.leave_to_evening(season=made.season, code="1:1.1", evening=played.evening, **made.who)


def test_an_evening_that_is_not_published_gives_its_result_when_it_is(make_evening: Making) -> None:
    playing = make_evening(players=16, until="playing")
    made = met(playing)
    tables.leave_to_evening(season=made.season, code="1:1.1", evening=playing.evening, **made.who)
    assert made.season.fixtures.get().status == "planned"
    for step in STEPS[STEPS.index("playing") + 1 :]:
        playing.step_to(step)
    assert made.seen.state.fixtures["1:1.1"].status == "played"
    assert differences(made.season) == []


def test_a_corrected_evening_moves_its_fixture_even_when_the_season_is_over(played: AnEvening) -> None:
    made = met(played)
    tables.leave_to_evening(season=made.season, code="1:1.1", evening=played.evening, **made.who)
    first = made.seen.state.fixtures["1:1.1"]
    perform(season=made.season, act=season_acts.Close(), **made.who)
    length = Season.objects.get(pk=made.season.pk).ledger_length
    tables.follow_publication(played.evening, by="job", at=made.who["at"])
    assert Season.objects.get(pk=made.season.pk).ledger_length == length
    points = (0, 90) if first.winner == "home" else (90, 0)
    played.act(acts.AdjustGame(round=1, table=1, points=points, reason="a torn card"))
    played.act(results.request_publication)
    played.work()
    assert made.seen.state.fixtures["1:1.1"].points != first.points
    assert made.season.ledger.order_by("sequence").last().act == "move"  # type: ignore[union-attr]


def test_a_correction_at_the_evening_turns_its_fixture_when_it_is_published(played: AnEvening) -> None:
    made = met(played)
    tables.leave_to_evening(season=made.season, code="1:1.1", evening=played.evening, **made.who)
    before = made.seen.state.fixtures["1:1.1"]
    points = (0, 90) if before.winner == "home" else (90, 0)
    played.act(acts.AdjustGame(round=1, table=1, points=points, reason="a torn card"))
    assert made.seen.state.fixtures["1:1.1"] == before
    played.act(results.request_publication)
    played.work()
    after = made.seen.state.fixtures["1:1.1"]
    assert after.points != before.points
    entry = made.season.ledger.order_by("sequence").last()
    assert entry is not None
    assert (entry.act, json.loads(entry.body)["publication"]) == ("move", 2)
    assert differences(made.season) == []


def test_an_evening_that_is_being_corrected_is_waited_for(played: AnEvening) -> None:
    made = met(played)
    played.act(acts.AdjustGame(round=1, table=1, points=(0, 90), reason="a torn card"))
    tables.leave_to_evening(season=made.season, code="1:1.1", evening=played.evening, **made.who)
    played.act(results.request_publication)
    played.work()
    assert made.seen.state.fixtures["1:1.1"].status == "played"
