"""The database may refuse any statement of what a season does: then nothing has happened; done again, it has."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Any

import pytest
from django.db import OperationalError

from tests.tournaments.a_season import ASeason
from tests.tournaments.an_evening import BY, AnEvening
from tests.tournaments.faults.test_any_statement_may_fail import failing_at, failures
from tests.tournaments.the_rows import Rows, everything, undone
from tournaments.models import Club, Recomputation
from tournaments.queries.leagues.tables import forget
from tournaments.services.leagues import adjustments, evenings, seasons, tables, workers

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
    for row in Recomputation.objects.filter(club=club, stage="waiting"):
        workers.run(row.pk, clock=season.clock)
    return season


def recomputed(season: ASeason) -> Callable[[], object]:
    return partial(tables.recompute, season=season.season, by=BY, at=season.clock())


def given(season: ASeason) -> Callable[[], object]:
    about: dict[str, Any] = {"player": season.lines()[0].player, "points": 3, "reason": "the cake"}
    return partial(adjustments.give_bonus, season=season.season, by=BY, at=season.clock(), **about)


def chosen(season: ASeason) -> Callable[[], object]:
    about: dict[str, Any] = {"evening": season.evenings[0].evening, "choice": "out", "reason": "a friendly"}
    return partial(evenings.choose, season=season.season, by=BY, at=season.clock(), **about)


def begun(season: ASeason) -> Callable[[], object]:
    another = ASeason.of(season.season.league, season.at, until="draft", name="Season 2")
    return partial(seasons.begin, season=another.season, by=BY, at=season.clock())


def closed(season: ASeason) -> Callable[[], object]:
    return partial(seasons.close, season=season.season, by=BY, at=season.clock())


@pytest.mark.parametrize("act", [recomputed, given, chosen, begun, closed])
def test_an_act_of_a_season_happens_whole_or_not_at_all(
    season: ASeason, act: Callable[[ASeason], Callable[[], object]]
) -> None:
    do = act(season)
    as_it_was, tried = everything(), 0
    for tried in failures(do):
        assert everything() == as_it_was, f"statement {tried} failed"
    assert tried >= 3
    do()
    assert everything() != as_it_was


def but_work(rows: Rows) -> Rows:
    return {name: found for name, found in rows.items() if name != "Recomputation"}


def test_work_that_fails_anywhere_has_no_effect_and_is_tried_again(season: ASeason) -> None:
    (key,) = Recomputation.objects.filter(stage="waiting").values_list("pk", flat=True)
    as_it_was, right = but_work(everything()), None
    place, done = 0, False
    while not done:
        place += 1
        with undone():
            with failing_at(place) as seen:
                try:
                    tried = workers.run(key, clock=season.clock)
                except OperationalError:
                    tried = None  # it was the noting down of the failure that failed
            done = len(seen) < place
            if not done and (tried is None or tried.stage == "waiting"):
                assert but_work(everything()) == as_it_was, f"statement {place} failed"
                tried = workers.run(key, clock=season.clock)
            assert tried is not None
            assert tried.stage == "done"
            found = [
                (line.player_id, line.category, line.position, line.total)
                for line in season.read().lines.all()
            ]
            right = right or found
            assert found == right
            if place % 5 == 0:
                forget()
    assert place > 10
