"""A season of fixtures is checked by its ledger: rows, chain and lots; and made again from it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.management import call_command

from tests.tournaments.a_contest import AContest
from tests.tournaments.conftest import START
from tournaments.club.models import Club
from tournaments.league import acts
from tournaments.league.models import Season
from tournaments.league.services.ledger import perform
from tournaments.league.services.rows import rebuild
from tournaments.league.services.tables import check


@pytest.fixture
def made(club: Club) -> AContest:
    """A season played out, with lots drawn by two seeds and by hand."""
    made = AContest.made(club, (4,), at=START, tie_breaks=["match_points", "drawn_lots"])
    made.play_out()
    perform(season=made.season, act=acts.DrawLots(between=("1", "2")), **made.who)
    perform(season=made.season, act=acts.RecordLots(between=("3", "4")), **made.who)
    perform(season=made.season, act=acts.DrawLots(between=("1", "4")), **made.who)
    return made


def season(made: AContest) -> Season:
    return Season.objects.get(pk=made.season.pk)


def test_what_the_services_have_written_is_whole(made: AContest) -> None:
    assert check(season(made)) == []


def test_a_clock_that_is_put_back_stops_no_season(made: AContest) -> None:
    perform(
        season=made.season, act=acts.DrawLots(between=("2", "3")), by="user:1", at=START - timedelta(days=1)
    )
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
def test_rows_that_were_spoilt_are_found_and_made_again(
    made: AContest, spoil: Callable[[Season], object], expected: list[str]
) -> None:
    spoil(made.season)
    assert check(season(made)) == expected
    rebuild(season(made))
    assert check(season(made)) == []


def test_a_chain_that_does_not_reach_the_head_is_found(made: AContest) -> None:
    Season.objects.filter(pk=made.season.pk).update(ledger_head="0" * 64)
    assert len(check(season(made))) == 1


def test_a_seed_that_was_not_promised_is_found(made: AContest) -> None:
    Season.objects.filter(pk=made.season.pk).update(seed="another one")
    perform(season=made.season, act=acts.DrawLots(between=("1", "3")), **made.who)
    (finding,) = check(season(made))
    assert finding.endswith("the lots are not those that were promised")


def test_the_command_says_what_differs_and_mends_it(
    made: AContest, capsys: pytest.CaptureFixture[str]
) -> None:
    made.season.fixtures.filter(code="1:1.1").update(points_home=7, points_away=5)
    with pytest.raises(SystemExit):
        call_command("rebuild", "--check")
    assert capsys.readouterr().out == "rooster-club/winter-league/2026: fixtures: 1:1.1\n"
    call_command("rebuild")
    call_command("rebuild", "--check")
    assert capsys.readouterr().out == ""
