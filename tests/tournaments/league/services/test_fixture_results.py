"""Results of fixtures out of an evening; with handicaps they wait for the ratings before it."""

from __future__ import annotations

import json

import pytest

from tests.tournaments.a_season import do_all_work
from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.conftest import START
from tests.tournaments.league.people import met, play_out
from tests.tournaments.the_rows import refused
from tournaments.evening import acts
from tournaments.evening.services import results
from tournaments.league import acts as season_acts
from tournaments.league.models import Season
from tournaments.league.services import ledger, tables
from tournaments.league.services.rows import differences, rebuild
from tournaments.league.services.tables import leave_to_evening
from tournaments.work import outbox
from tournaments.work.models import Job
from tournaments.work.runner import run

CODE = "1:1.1"


@pytest.fixture
def played(make_evening: Make) -> AnEvening:
    """An evening of four tables of couples over three rounds, published."""
    return make_evening(players=16, until="published")


def test_an_evening_gives_the_result_of_a_fixture(played: AnEvening) -> None:
    made = met(played)
    made.act(tables.leave_to_evening, code=CODE, evening=played.evening)
    kept = made.seen.state.fixtures[CODE]
    assert kept.status == "played"
    assert kept.evening == f"{played.evening.club.slug}/{played.evening.slug}"
    assert sum(kept.games) >= 2
    assert differences(made.season) == []
    rebuild(made.season)
    assert differences(made.season) == []


def test_an_evening_that_is_not_published_gives_its_result_when_it_is(make_evening: Make) -> None:
    playing = make_evening(players=16, until="playing")
    made = met(playing)
    made.act(tables.leave_to_evening, code=CODE, evening=playing.evening)
    assert made.season.fixtures.get().status == "planned"
    play_out(playing)
    assert made.seen.state.fixtures[CODE].status == "played"
    assert differences(made.season) == []


@pytest.mark.parametrize("stage", ["open", "closed"])
def test_a_corrected_evening_turns_its_fixture_when_it_is_published(played: AnEvening, stage: str) -> None:
    made = met(played)
    made.act(tables.leave_to_evening, code=CODE, evening=played.evening)
    before = made.seen.state.fixtures[CODE]
    if stage == "closed":
        made.act(season_acts.Close())
    length = Season.objects.get(pk=made.season.pk).ledger_length
    tables.follow_publication(played.evening, by="job", at=made.who["at"])
    assert Season.objects.get(pk=made.season.pk).ledger_length == length
    points = (0, 90) if before.winner == "home" else (90, 0)
    played.act(acts.AdjustGame(round=1, table=1, points=points, reason="a torn card"))
    assert made.seen.state.fixtures[CODE] == before
    played.act(results.request_publication)
    played.work()
    assert made.seen.state.fixtures[CODE].points != before.points
    entry = made.season.ledger.latest("sequence")
    assert (entry.act, json.loads(entry.body)["publication"]) == ("move", 2)
    assert differences(made.season) == []


def test_an_evening_that_is_being_corrected_is_waited_for(played: AnEvening) -> None:
    made = met(played)
    played.act(acts.AdjustGame(round=1, table=1, points=(0, 90), reason="a torn card"))
    made.act(tables.leave_to_evening, code=CODE, evening=played.evening)
    played.act(results.request_publication)
    played.work()
    assert made.seen.state.fixtures[CODE].status == "played"


HANDICAP = {"per": 2, "most": 1000, "least_games": 0}


def behind(evening: AnEvening, outcome: str) -> Job:
    asked = ledger.ask_ratings(evening.evening.club, "chantecler", at=START)
    Job.objects.filter(pk=asked.pk).update(outcome=outcome)
    return asked


@pytest.mark.parametrize("stage", ["waiting", "failed"])
def test_a_result_waits_for_the_ratings_its_handicaps_rest_on(make_evening: Make, stage: str) -> None:
    evening = make_evening(players=8, until="playing")
    made = met(evening, handicap=HANDICAP)
    made.act(leave_to_evening, code=CODE, evening=evening.evening)
    asked = behind(evening, stage)
    play_out(evening)
    assert made.seen.state.fixtures[CODE].is_ahead
    mine = made.season.jobs.get()
    assert run(mine.pk, clock=lambda: made.at).outcome == "waiting"  # type: ignore[union-attr]
    assert made.seen.state.fixtures[CODE].is_ahead
    outbox.try_again(job=asked, at=made.at)
    do_all_work(made.at)
    assert made.seen.state.fixtures[CODE].status == "played"
    assert made.season.ledger.order_by("sequence").last().act == "take"  # type: ignore[union-attr]
    made.season.refresh_from_db()
    assert tables.check(made.season) == []


def test_without_handicaps_it_waits_for_nothing(make_evening: Make) -> None:
    evening = make_evening(players=8, until="playing")
    made = met(evening)
    made.act(leave_to_evening, code=CODE, evening=evening.evening)
    behind(evening, "failed")
    play_out(evening)
    assert made.seen.state.fixtures[CODE].status == "played"


@pytest.mark.parametrize(("stage", "code"), [("waiting", "ratings-behind"), ("failed", "ratings-failed")])
def test_who_takes_a_result_meanwhile_is_told_to_wait(make_evening: Make, stage: str, code: str) -> None:
    evening = make_evening(players=8, until="published")
    do_all_work(START)
    made = met(evening, handicap=HANDICAP)
    behind(evening, stage)
    with refused(f"evening {code}"):
        made.act(leave_to_evening, code=CODE, evening=evening.evening)
