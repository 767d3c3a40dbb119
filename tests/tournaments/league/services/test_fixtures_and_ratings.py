"""Fixtures with handicaps rest on ratings: while those are not worked out, results of evenings wait for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.tournaments.a_contest import AContest
from tests.tournaments.a_season import do_all_work
from tests.tournaments.an_evening import STEPS, AnEvening
from tests.tournaments.conftest import START
from tests.tournaments.the_rows import refused
from tournaments.league import acts
from tournaments.league.acts import MakeFixtures
from tournaments.league.services import entrants, ledger, tables
from tournaments.league.services.entrants import WantedEntrant
from tournaments.league.services.ledger import perform
from tournaments.league.services.tables import leave_to_evening
from tournaments.work import outbox
from tournaments.work.models import Job
from tournaments.work.runner import run

Making = Callable[..., AnEvening]
HANDICAP = {"per": 2, "most": 1000, "least_games": 0}
CODE = "1:1.1"


def met(evening: AnEvening, **rules: Any) -> AContest:
    """Two who sit against each other in the first round have a fixture."""
    made = AContest.made(evening.evening.club, (0,), at=START, until="draft", **rules)
    seats = evening.evening.rounds.get(number=1).seats.filter(table_round__table__number=1).order_by("seat")
    entrants.enter(
        season=made.season, entries=[WantedEntrant([seat.ticket.player]) for seat in seats[:2]], **made.who
    )
    perform(season=made.season, act=acts.Open(), **made.who)
    perform(season=made.season, act=MakeFixtures(), **made.who)
    return made


def played(evening: AnEvening) -> None:
    for step in STEPS[STEPS.index("playing") + 1 :]:
        evening.step_to(step)


def behind(evening: AnEvening, outcome: str) -> Job:
    """The ratings before the evening are not worked out, or could not be."""
    asked = ledger.ask_ratings(evening.evening.club, "chantecler", at=START)
    Job.objects.filter(pk=asked.pk).update(outcome=outcome)
    return asked


@pytest.mark.parametrize("stage", ["waiting", "failed"])
def test_a_result_waits_for_the_ratings_its_handicaps_rest_on(make_evening: Making, stage: str) -> None:
    evening = make_evening(players=8, until="playing")
    made = met(evening, handicap=HANDICAP)
    leave_to_evening(season=made.season, code=CODE, evening=evening.evening, **made.who)
    asked = behind(evening, stage)
    played(evening)
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


def test_without_handicaps_it_waits_for_nothing(make_evening: Making) -> None:
    evening = make_evening(players=8, until="playing")
    made = met(evening)
    leave_to_evening(season=made.season, code=CODE, evening=evening.evening, **made.who)
    behind(evening, "failed")
    played(evening)
    assert made.seen.state.fixtures[CODE].status == "played"


@pytest.mark.parametrize(("stage", "code"), [("waiting", "ratings-behind"), ("failed", "ratings-failed")])
def test_who_takes_a_result_from_an_evening_meanwhile_is_told_to_wait(
    make_evening: Making, stage: str, code: str
) -> None:
    evening = make_evening(players=8, until="published")
    do_all_work(START)
    made = met(evening, handicap=HANDICAP)
    behind(evening, stage)
    with refused(f"evening {code}"):
        leave_to_evening(season=made.season, code=CODE, evening=evening.evening, **made.who)
