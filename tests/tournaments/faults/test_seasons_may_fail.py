"""The database may refuse any statement of what a season does: then nothing has happened; done again, it has."""

from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Any

import pytest

from tests.tournaments.a_season import ASeason, league_jobs
from tests.tournaments.an_evening import BY, AnEvening
from tests.tournaments.faults.failing import done_in_the_end, happens_whole_or_not_at_all
from tournaments.club.models import Club
from tournaments.league import acts
from tournaments.league.reads.fixtures import address_of
from tournaments.league.reads.tables import forget
from tournaments.league.services import tables
from tournaments.league.services.ledger import perform
from tournaments.work import runner

pytestmark = pytest.mark.django_db
HANDICAPS: dict[str, Any] = {
    "points": {"by": "score_points"},
    "handicap": {"per": 1, "most": 5, "least_games": 0},
    "categories": [{"name": "rose"}],
}


@pytest.fixture
def season(club: Club) -> ASeason:
    """A season with an evening it has taken, and one that it is to take."""
    season = ASeason.made(club, rules=HANDICAPS)
    season.play(date(2026, 10, 2), colours=("rose", "sage"))
    at = season.at.replace(month=10, day=9)
    second = AnEvening.made(club, 8, at=at, rounds=1, colours=("rose", "sage")).bring_to("published")
    season.evenings.append(second)
    for job in club.jobs.waiting():
        runner.run(job.pk, clock=season.clock)
    return season


def recomputed(season: ASeason) -> Callable[[], object]:
    return partial(tables.recompute, season=season.season, by=BY, at=season.clock())


def given(season: ASeason) -> Callable[[], object]:
    act = acts.GiveBonus(player=season.lines()[0].player_id, points=3, reason="the cake")
    return partial(perform, season=season.season, act=act, by=BY, at=season.clock())


def chosen(season: ASeason) -> Callable[[], object]:
    evening = address_of(season.evenings[0].evening)
    act = acts.Choose(evening=evening, choice="out", reason="a friendly")
    return partial(perform, season=season.season, act=act, by=BY, at=season.clock())


def begun(season: ASeason) -> Callable[[], object]:
    another = ASeason.of(season.season.league, season.at, until="draft", name="Season 2")
    return partial(perform, season=another.season, act=acts.Open(), by=BY, at=season.clock())


def closed(season: ASeason) -> Callable[[], object]:
    return partial(perform, season=season.season, act=acts.Close(), by=BY, at=season.clock())


@pytest.mark.parametrize("act", [recomputed, given, chosen, begun, closed])
def test_an_act_of_a_season_happens_whole_or_not_at_all(
    season: ASeason, act: Callable[[ASeason], Callable[[], object]]
) -> None:
    happens_whole_or_not_at_all(act(season))


def test_work_that_fails_anywhere_has_no_effect_and_is_tried_again(season: ASeason) -> None:
    (key,) = league_jobs().waiting().values_list("pk", flat=True)
    right, place = None, 0
    for place in done_in_the_end(lambda: runner.run(key, clock=season.clock)):
        found = [
            (line.player_id, line.category, line.position, line.total) for line in season.read().lines.all()
        ]
        right = right or found
        assert found == right, f"statement {place} failed"
        if place % 5 == 0:
            forget()
    assert place > 10
