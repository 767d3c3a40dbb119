"""Match points given to entrants and taken off, each with its reason, and withdrawn again."""

from __future__ import annotations

import pytest

from tests.tournaments.a_contest import AContest
from tests.tournaments.conftest import START
from tests.tournaments.the_rows import refused
from tournaments.club.models import Club
from tournaments.league import acts
from tournaments.league.models import Season
from tournaments.league.services import tables
from tournaments.league.services.ledger import perform
from tournaments.league.services.rows import rebuild
from tournaments.league.web.fixture_words import entries_in_words


def table(made: AContest) -> list[tuple[str, int, int]]:
    """Names, match points in halves, and what was given or taken off."""
    return [
        (made.seen.names[line.entrant], line.match_points, line.adjusted)
        for line in made.seen.divisions[0].lines
    ]


def test_points_off_move_the_table_and_can_be_withdrawn(club: Club) -> None:
    made = AContest.made(club, (3,), at=START)
    made.play_out()
    assert table(made) == [("Ann", 6, 0), ("Ben", 4, 0), ("Cleo", 2, 0)]
    entry = perform(
        season=made.season,
        act=acts.GivePoints(entrant=1, points=-3, reason="An ineligible player"),
        **made.who,
    )
    perform(
        season=made.season, act=acts.GivePoints(entrant=3, points=1, reason="A walkover lost"), **made.who
    )
    assert table(made) == [("Ben", 4, 0), ("Ann", 3, -3), ("Cleo", 3, 1)]
    told = [(str(one.what), one.reason) for one in entries_in_words(made.season)[:2]]
    assert told == [
        ("Cleo gets ½ point.", "A walkover lost"),
        ("Ann loses 1½ points.", "An ineligible player"),
    ]
    assert tables.check(Season.objects.get(pk=made.season.pk)) == []
    rebuild(made.season)
    assert table(made)[0] == ("Ben", 4, 0)
    perform(season=made.season, act=acts.Withdraw(sequence=entry, reason="Was eligible"), **made.who)
    assert table(made) == [("Ann", 6, 0), ("Ben", 4, 0), ("Cleo", 3, 1)]
    assert tables.check(Season.objects.get(pk=made.season.pk)) == []


@pytest.mark.parametrize(
    ("number", "points", "reason", "code"),
    [
        pytest.param(9, -2, "late", "entrant unknown", id="nobody"),
        pytest.param(1, 0, "late", "points out-of-range", id="no points"),
        pytest.param(1, -2, "  ", "reason empty", id="no reason"),
    ],
)
def test_what_is_no_penalty(club: Club, number: int, points: int, reason: str, code: str) -> None:
    made = AContest.made(club, (2,), at=START)
    with refused(code):
        perform(
            season=made.season, act=acts.GivePoints(entrant=number, points=points, reason=reason), **made.who
        )


def test_a_knock_out_has_no_points_to_take_off(club: Club) -> None:
    made = AContest.made(club, (2,), at=START, format="knock_out")
    with refused("season no-table"):
        perform(season=made.season, act=acts.GivePoints(entrant=1, points=-2, reason="late"), **made.who)


def test_who_has_points_off_is_withdrawn_and_not_struck_off(club: Club) -> None:
    """Else whoever is entered next would have the number, and the penalty with it."""
    made = AContest.made(club, (3,), at=START, until="open", format="swiss", rounds=3)
    perform(season=made.season, act=acts.GivePoints(entrant=3, points=-2, reason="late"), **made.who)
    perform(season=made.season, act=acts.WithdrawEntrant(number=3), **made.who)
    assert sorted(made.seen.entrants) == [1, 2, 3]
    assert made.seen.entrants[3].withdrawn_at is not None
