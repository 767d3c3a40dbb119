"""A season of fixtures is checked by its ledger, also one of before points that nobody entered were none."""

import json
from collections.abc import Callable
from datetime import timedelta
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
from tournaments.league.models import Fixture, Season
from tournaments.league.services.rows import differences, rebuild
from tournaments.league.services.tables import check
from tournaments.ranking.fixtures.record import KeptFixture


@pytest.fixture
def made(club: Club) -> AContest:
    """A season played out, with lots drawn by two seeds and by hand."""
    made = AContest.made(club, (4,), at=START, tie_breaks=["match_points", "drawn_lots"])
    made.play_out()
    made.act(acts.DrawLots(between=("1", "2")))
    made.act(acts.RecordLots(between=("3", "4")))
    made.act(acts.DrawLots(between=("1", "4")))
    return made


def season(made: AContest) -> Season:
    return Season.objects.get(pk=made.season.pk)


def test_a_clock_that_is_put_back_stops_no_season(made: AContest) -> None:
    made.at = START - timedelta(days=1)
    made.act(acts.DrawLots(between=("2", "3")))
    moments = list(made.season.ledger.order_by("sequence").values_list("at", flat=True))
    assert moments == sorted(moments)
    assert moments[-1] > moments[-2]
    assert check(season(made)) == []


@pytest.mark.parametrize(
    ("spoil", "expected"),
    [
        (lambda found: found.fixtures.filter(code="1:1.1").update(games_home=99), ["fixtures: 1:1.1"]),
        (lambda found: found.fixtures.filter(code="1:1.1").delete(), ["fixtures: 1:1.1"]),
        (lambda found: found.entrants.filter(number=2).update(name="Somebody"), ["entrants: 2"]),
        (lambda found: found.divisions.update(name="Another"), ["divisions: 1"]),
    ],
    ids=["a result", "a fixture", "a name", "a division"],
)
def test_spoilt_rows_are_seen(made: AContest, spoil: Callable[[Season], object], expected: list[str]) -> None:
    spoil(made.season)
    assert check(season(made)) == expected
    rebuild(season(made))
    assert check(season(made)) == []


def test_a_chain_that_does_not_reach_the_head_is_found(made: AContest) -> None:
    Season.objects.filter(pk=made.season.pk).update(ledger_head="0" * 64)
    assert len(check(season(made))) == 1


def test_a_seed_that_was_not_promised_is_found(made: AContest) -> None:
    Season.objects.filter(pk=made.season.pk).update(seed="another one")
    made.act(acts.DrawLots(between=("1", "3")))
    (finding,) = check(season(made))
    assert finding.endswith("the lots are not those that were promised")


def test_the_command_tells_and_mends(made: AContest, capsys: pytest.CaptureFixture[str]) -> None:
    made.season.fixtures.filter(code="1:1.1").update(points_home=7, points_away=5)
    with pytest.raises(SystemExit):
        call_command("rebuild", "--check")
    assert capsys.readouterr().out == "rooster-club/winter-league/2026: fixtures: 1:1.1\n"
    call_command("rebuild")
    call_command("rebuild", "--check")
    assert capsys.readouterr().out == ""


MIGRATION = import_module("tournaments.migrations.former.0014_points_that_nobody_entered")


@pytest.mark.parametrize("points", [None, (0, 0), (250, 180), (-20, 0)], ids=str)
def test_points_are_kept_as_they_were_entered(club: Club, points: tuple[int, int] | None) -> None:
    made = AContest.made(club, (2,), at=START)
    made.result("1:1.1", 3, 1, points)
    entry = made.season.ledger.latest("sequence")
    assert json.loads(entry.body)["fixtures"][0]["scored"] == (points and list(points))
    for _ in range(2):
        assert made.seen.state.fixtures["1:1.1"].points == points
        assert differences(made.season) == []
        rebuild(made.season)


def test_what_is_ahead_forfeited_or_void_has_no_points(club: Club) -> None:
    made = AContest.made(club, (4,), at=START)
    for code in ("1:1.1", "1:1.2", "1:2.1"):
        made.result(code, 3, 1, (250, 180))
    made.act(Forfeit(fixture="1:1.1", side="home"))
    made.act(DeclareFixtureVoid(fixture="1:1.2"))
    made.act(TakeBack(fixture="1:2.1"))
    assert {one.points for one in made.seen.state.fixtures.values()} == {None}


class AsThen(acts.Result):
    """A result as its entry told it then."""

    told: dict[str, Any]

    def decide(self, record: SeasonRecord, now: acts.Now) -> Body:
        return {"fixtures": [self.told]}


def as_it_was_written(fixture: KeptFixture) -> dict[str, object]:
    """A fixture as entries told it before points that nobody entered were told apart."""
    data = fixture.as_data()
    points = data.pop("scored") or [0, 0]
    return {**data, "points": points}


@pytest.mark.parametrize("points", [None, (250, 180)], ids=str)
def test_a_ledger_of_before_agrees_with_its_rows(club: Club, points: tuple[int, int] | None) -> None:
    made = AContest.made(club, (2,), at=START)
    before = as_it_was_written(made.seen.state.fixtures["1:1.1"])
    home, away = points or (0, 0)
    told = {**before, "status": "played", "winner": "home", "games": [6, 2], "points": [home, away]}
    made.act(AsThen(told=told))
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
