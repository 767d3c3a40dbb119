"""Lots of a season, and match points given or taken off: each with its reason, shown, and withdrawn."""

import json
from typing import Any

import pytest

from tests.tournaments.a_contest import AContest
from tests.tournaments.conftest import START
from tests.tournaments.league.acts.a_record import decided, record_of
from tests.tournaments.the_rows import refused
from tournaments.club.models import Club
from tournaments.league import acts
from tournaments.league.models import Season
from tournaments.league.reads.seasons import promised as promised_of
from tournaments.league.services import tables
from tournaments.league.services.rows import differences, rebuild
from tournaments.league.web.fixture_words import entries_in_words
from tournaments.ranking.fixtures.results import commitment, lots_hold

CHAIN = ("match_points", "drawn_lots")


def level(club: Club) -> AContest:
    """Three who have each won once."""
    made = AContest.made(club, (3,), at=START, tie_breaks=CHAIN)
    for row in made.seen.fixtures:
        if row.away:
            home = (row.home.number - row.away.number) % 3 == 2
            made.result(row.code, 2 if home else 0, 0 if home else 2)
    return made


def order(made: AContest) -> list[str]:
    return [line.entrant for line in made.seen.divisions[0].lines]


def test_lots_part_those_who_are_level_as_was_promised(club: Club) -> None:
    made = level(club)
    assert {line.place for line in made.seen.divisions[0].lines} == {1}
    before = Season.objects.get(pk=made.season.pk)
    promised = promised_of(before)
    entry = made.act(acts.DrawLots(between=("3", "1", "2")))
    drawn = made.seen.lots[entry]
    after = Season.objects.get(pk=made.season.pk)
    assert (drawn.commitment, drawn.seed) == (promised, before.seed)
    assert lots_hold(drawn)
    assert order(made) == list(drawn.order)
    assert after.seed != before.seed
    told = json.loads(made.season.ledger.latest("sequence").body)
    assert told["next_commitment"] == commitment(after.seed) == promised_of(after)
    assert differences(made.season) == []


def test_lots_drawn_by_hand_count_as_they_are_entered_until_they_are_withdrawn(club: Club) -> None:
    made = level(club)
    made.act(acts.RecordLots(between=("2", "3", "1")))
    assert order(made) == ["2", "3", "1"]
    of = made.season.ledger.count()
    made.act(acts.Withdraw(sequence=of, reason="a card was missing"))
    assert {line.place for line in made.seen.divisions[0].lines} == {1}
    assert differences(made.season) == []
    with refused("sequence no-such-entry"):
        made.act(acts.Withdraw(sequence=of, reason="again"))


@pytest.mark.parametrize("act", [acts.DrawLots, acts.RecordLots])
@pytest.mark.parametrize(
    ("between", "fault"),
    [
        ([], "between each-once"),
        (["1"], "between each-once"),
        (["1", "1"], "between each-once"),
        (["1", "9"], "between unknown"),
        (["1", "Ann"], "between unknown"),
        (["1", "9" * 40], "between unknown"),
    ],
)
def test_who_cannot_draw_lots(between: list[str], fault: str, act: Any) -> None:
    assert decided(act(between=tuple(between)), record_of()) == fault


def table(made: AContest) -> list[tuple[str, int, int]]:
    return [
        (made.seen.names[line.entrant], line.match_points, line.adjusted)
        for line in made.seen.divisions[0].lines
    ]


def test_points_off_move_the_table_and_can_be_withdrawn(club: Club) -> None:
    made = AContest.made(club, (3,), at=START)
    made.play_out()
    assert table(made) == [("Ann", 6, 0), ("Ben", 4, 0), ("Cleo", 2, 0)]
    with refused("reason empty"):
        made.act(acts.GivePoints(entrant=1, points=-3, reason="  "))
    entry = made.act(acts.GivePoints(entrant=1, points=-3, reason="An ineligible player"))
    made.act(acts.GivePoints(entrant=3, points=1, reason="A walkover lost"))
    assert table(made) == [("Ben", 4, 0), ("Ann", 3, -3), ("Cleo", 3, 1)]
    told = [(str(one.what), one.reason) for one in entries_in_words(made.season)[:2]]
    assert told == [
        ("Cleo gets ½ point.", "A walkover lost"),
        ("Ann loses 1½ points.", "An ineligible player"),
    ]
    assert tables.check(Season.objects.get(pk=made.season.pk)) == []
    rebuild(made.season)
    assert table(made)[0] == ("Ben", 4, 0)
    made.act(acts.Withdraw(sequence=entry, reason="Was eligible"))
    assert table(made) == [("Ann", 6, 0), ("Ben", 4, 0), ("Cleo", 3, 1)]
    assert tables.check(Season.objects.get(pk=made.season.pk)) == []


@pytest.mark.parametrize(
    ("penalty", "rules", "expected"),
    [
        pytest.param({"entrant": 9}, {}, "entrant unknown", id="nobody"),
        pytest.param({"points": 0}, {}, "points out-of-range", id="no points"),
        pytest.param({}, {"format": "knock_out"}, "season no-table", id="a knock-out"),
    ],
)
def test_what_is_no_penalty(penalty: dict[str, Any], rules: dict[str, Any], expected: str) -> None:
    act = acts.GivePoints(**{"entrant": 1, "points": -2, "reason": "late", **penalty})
    assert decided(act, record_of(**rules)) == expected


def test_who_has_points_off_is_withdrawn_and_not_struck_off(club: Club) -> None:
    """Else whoever is entered next would have the number, and the penalty with it."""
    made = AContest.made(club, (3,), at=START, until="open", format="swiss", rounds=3)
    made.act(acts.GivePoints(entrant=3, points=-2, reason="late"))
    made.act(acts.WithdrawEntrant(number=3))
    assert sorted(made.seen.entrants) == [1, 2, 3]
    assert made.seen.entrants[3].withdrawn_at is not None
