"""Points of a fixture that nobody entered are none; points of nought to nought are points."""

from __future__ import annotations

import json
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command

from tests.tournaments.a_contest import AContest
from tests.tournaments.conftest import START
from tournaments.club.models import Club
from tournaments.league import acts
from tournaments.league.acts import DeclareFixtureVoid, Forfeit, TakeBack
from tournaments.league.acts.act import Body, SeasonRecord
from tournaments.league.models import Fixture
from tournaments.league.services.ledger import perform
from tournaments.league.services.rows import differences, rebuild
from tournaments.ranking.fixtures.record import KeptFixture

MIGRATION = import_module("tournaments.migrations.former.0014_points_that_nobody_entered")


@pytest.mark.parametrize("points", [None, (0, 0), (250, 180), (-20, 0)], ids=str)
def test_points_are_kept_as_they_were_entered(club: Club, points: tuple[int, int] | None) -> None:
    made = AContest.made(club, (2,), at=START)
    made.result("1:1.1", 3, 1, points)
    entry = made.season.ledger.order_by("sequence").last()
    assert entry is not None
    assert json.loads(entry.body)["fixtures"][0]["scored"] == (points and list(points))
    for _ in range(2):
        assert made.seen.state.fixtures["1:1.1"].points == points
        assert differences(made.season) == []
        rebuild(made.season)


def test_what_is_ahead_forfeited_or_void_has_no_points(club: Club) -> None:
    made = AContest.made(club, (4,), at=START)
    for code in ("1:1.1", "1:1.2", "1:2.1"):
        made.result(code, 3, 1, (250, 180))
    perform(season=made.season, act=Forfeit(fixture="1:1.1", side="home"), **made.who)
    perform(season=made.season, act=DeclareFixtureVoid(fixture="1:1.2"), **made.who)
    perform(season=made.season, act=TakeBack(fixture="1:2.1"), **made.who)
    assert {one.points for one in made.seen.state.fixtures.values()} == {None}


def test_totals_add_up_what_was_entered(club: Club) -> None:
    made = AContest.made(club, (3,), at=START)
    codes = {
        frozenset((row.home.name, row.away.name)): row for row in made.seen.fixtures if row.away is not None
    }
    row = codes[frozenset(("Ann", "Ben"))]
    made.result(row.code, 3, 1, (250, 180) if row.home.name == "Ann" else (180, 250))
    made.result(codes[frozenset(("Ben", "Cleo"))].code, 2, 2)
    names, (division,) = made.seen.names, made.seen.divisions
    assert {names[line.entrant]: line.points for line in division.lines} == {
        "Ann": (250, 180),
        "Ben": (180, 250),
        "Cleo": None,
    }


class AsThen(acts.Result):
    """A result as its entry told it then."""

    told: dict[str, Any]

    def decide(self, record: SeasonRecord, now: acts.Now) -> Body:
        """That."""
        return {"fixtures": [self.told]}


def as_it_was_written(fixture: KeptFixture) -> dict[str, object]:
    """A fixture as entries told it before points that nobody entered were told apart."""
    data = fixture.as_data()
    points = data.pop("scored") or [0, 0]
    return {**data, "points": points}


@pytest.mark.parametrize("points", [None, (250, 180)], ids=str)
def test_a_ledger_of_before_is_read_and_agrees_with_its_rows(
    club: Club, points: tuple[int, int] | None
) -> None:
    made = AContest.made(club, (2,), at=START)
    before = as_it_was_written(made.seen.state.fixtures["1:1.1"])
    home, away = points or (0, 0)
    told = {**before, "status": "played", "winner": "home", "games": [6, 2], "points": [home, away]}
    perform(season=made.season, act=AsThen(told=told), **made.who)
    Fixture.objects.filter(code="1:1.1").update(points_home=home, points_away=away)
    MIGRATION.forget(apps, None)
    call_command("rebuild", "--check")
    for _ in range(2):
        assert made.seen.state.fixtures["1:1.1"].points == points
        assert differences(made.season) == []
        rebuild(made.season)


def test_the_way_back_is_there(club: Club) -> None:
    AContest.made(club, (3,), at=START)
    MIGRATION.remember(apps, None)
    assert set(Fixture.objects.values_list("points_home", "points_away")) == {(0, 0)}
