"""Lots of a season: promised before they are drawn, shown after, drawn by hand, withdrawn."""

from __future__ import annotations

import json

import pytest

from tests.tournaments.a_contest import AContest
from tests.tournaments.conftest import START
from tests.tournaments.the_rows import refused
from tournaments.club.models import Club
from tournaments.league import acts
from tournaments.league.models import Season
from tournaments.league.reads.seasons import promised as promised_of
from tournaments.league.services.ledger import perform
from tournaments.league.services.rows import differences
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


def last(made: AContest) -> dict[str, object]:
    entry = made.season.ledger.order_by("sequence").last()
    assert entry is not None
    found: dict[str, object] = json.loads(entry.body)
    return found


def test_lots_part_those_who_are_level_as_was_promised(club: Club) -> None:
    made = level(club)
    assert {line.place for line in made.seen.divisions[0].lines} == {1}
    before = Season.objects.get(pk=made.season.pk)
    promised = promised_of(before)
    entry = perform(season=made.season, act=acts.DrawLots(between=("3", "1", "2")), **made.who)
    drawn = made.seen.lots[entry]
    after = Season.objects.get(pk=made.season.pk)
    assert (drawn.commitment, drawn.seed) == (promised, before.seed)
    assert lots_hold(drawn)
    assert order(made) == list(drawn.order)
    assert after.seed != before.seed
    assert last(made)["next_commitment"] == commitment(after.seed) == promised_of(after)
    assert differences(made.season) == []


def test_lots_drawn_by_hand_count_as_they_are_entered_until_they_are_withdrawn(club: Club) -> None:
    made = level(club)
    perform(season=made.season, act=acts.RecordLots(between=("2", "3", "1")), **made.who)
    assert order(made) == ["2", "3", "1"]
    of = made.season.ledger.count()
    perform(season=made.season, act=acts.Withdraw(sequence=of, reason="a card was missing"), **made.who)
    assert {line.place for line in made.seen.divisions[0].lines} == {1}
    assert differences(made.season) == []
    with refused("sequence no-such-entry"):
        perform(season=made.season, act=acts.Withdraw(sequence=of, reason="again"), **made.who)


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
def test_who_cannot_draw_lots(club: Club, between: list[str], fault: str) -> None:
    made = level(club)
    with refused(fault):
        perform(season=made.season, act=acts.DrawLots(between=tuple(between)), **made.who)
    with refused(fault):
        perform(season=made.season, act=acts.RecordLots(between=tuple(between)), **made.who)


def test_lots_are_withdrawn_for_a_reason(club: Club) -> None:
    made = level(club)
    perform(season=made.season, act=acts.DrawLots(between=("1", "2")), **made.who)
    with refused("reason empty"):
        perform(
            season=made.season, act=acts.Withdraw(sequence=made.season.ledger.count(), reason=" "), **made.who
        )
