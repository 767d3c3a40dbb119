"""A knock-out at tables of four on a real evening: who goes on, by points, by a cut, by the director's word."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.the_rows import refused
from tournaments.club.services import clubs
from tournaments.evening import acts
from tournaments.evening.models import TableRound
from tournaments.evening.reads.facts import seating_of, standings_of
from tournaments.evening.services import evenings
from tournaments.publishing.verdict import findings

REASON = "misread"


@pytest.fixture
def stopped(make_evening: Make) -> AnEvening:
    """Eight at tables of four of whom the best two go on, each counting their own points; nobody has played yet."""
    evening = make_evening(
        8,
        rounds=2,
        game="chamberlain",
        movement="knock_out",
        counting="points",
        ends={"ends": "time"},
        table_size=4,
        go_on=2,
        losers="rest",
        until="playing",
    )
    evening.act(acts.Stop())
    return evening


def game(evening: AnEvening, table: int) -> TableRound:
    return TableRound.objects.get(round=evening.round(), table__number=table)


def points(evening: AnEvening, table: int, *own: int, **told: Any) -> None:
    evening.act(acts.AdjustGame(round=1, table=table, points=own, reason=REASON, **told))


def following(evening: AnEvening) -> set[str]:
    """The seats of round 1, by table and seat, of those who are in the next round."""
    first = seating_of(evening.evening.rounds.get(number=1))
    seat = {
        code: f"{table}.{place}"
        for table, codes in enumerate(first.tables, start=1)
        for place, code in enumerate(codes, start=1)
    }
    (final,) = seating_of(evening.evening.rounds.get(number=2)).tables
    return {seat[code] for code in final}


def test_several_who_are_level_cut_one_place_after_the_other(stopped: AnEvening) -> None:
    points(stopped, 1, 9, 9, 9, 0)
    points(stopped, 2, 9, 5, 5, 5)
    with refused("winner not-level"):
        stopped.act(acts.Cut(table=1, winner="4"))
    stopped.act(acts.Cut(table=1, winner="3"))
    assert game(stopped, 2).score.level_at == 5
    assert (game(stopped, 1).score.level, game(stopped, 1).score.through) == (("1", "2"), ("3",))
    stopped.act(acts.Cut(table=1, winner="2"))
    entry = stopped.evening.ledger.order_by("sequence").last()
    assert entry is not None
    told = str(acts.Cut.describe(json.loads(entry.body), {}))
    assert told.endswith("seat 3 won the cut. The order of the cut: 3, 2.")
    with refused("tables.2 level-needs-a-cut"):
        stopped.act(acts.Close())
    stopped.act(acts.Cut(table=2, how="seed"))
    stopped.go_on_to("drafted")
    assert following(stopped) >= {"1.2", "1.3", "2.1"}


def test_a_table_that_did_not_play_is_drawn_by_the_seed(stopped: AnEvening) -> None:
    stopped.act(acts.NotPlayed(round=1, table=1, reason=REASON))
    points(stopped, 2, 9, 5, 3, 1)
    stopped.go_on_to("playing")
    assert game(stopped, 1).go_on == 1, "the last table is the final"
    stopped.step_to("bell")
    stopped.cut_where_level()
    stopped.go_on_to("finished")
    assert findings(stopped.archive_by_seed()) == []


def test_a_correction_that_changes_who_goes_on_takes_the_next_seats_back(stopped: AnEvening) -> None:
    points(stopped, 1, 9, 5, 3, 1)
    points(stopped, 2, 9, 5, 3, 1)
    stopped.go_on_to("moved")
    assert following(stopped) == {"1.1", "1.2", "2.1", "2.2"}
    points(stopped, 1, 9, 6, 3, 1)
    assert stopped.evening.status == "moved", "the same two go on"
    with refused("cut level-needs-a-cut"):
        points(stopped, 1, 9, 3, 3, 1)
    points(stopped, 1, 9, 3, 3, 1, cut="3")
    assert stopped.evening.status == "settled"
    stopped.act(acts.DraftMove())
    assert following(stopped) == {"1.1", "1.3", "2.1", "2.2"}


def test_who_leaves_is_out_and_who_comes_late_is_not_in_it(stopped: AnEvening) -> None:
    points(stopped, 1, 9, 5, 3, 1)
    points(stopped, 2, 9, 5, 3, 1)
    comer = clubs.add_player(club=stopped.evening.club, name="Lat Ecomer", at=stopped.clock())
    late = stopped.act(evenings.arrive, player=comer, colour="")
    best = seating_of(stopped.round()).tables[0][0]
    stopped.step_to("settled")
    stopped.act(acts.Leave(ticket=best))
    stopped.go_on_to("playing")
    assert following(stopped) == {"1.2", "2.1", "2.2"}
    assert late.code in seating_of(stopped.round()).sitting_out
    stopped.act(acts.Stop())
    stopped.act(acts.AdjustGame(round=2, table=1, points=(9, 5, 3), reason=REASON))
    stopped.go_on_to("drafted")
    (final,) = seating_of(stopped.round()).tables
    lines = standings_of(stopped.evening)
    assert [line.player for line in lines[:4]] == [*final, best]
    assert [line.place for line in lines[:4]] == [1, 2, 3, 4]
    assert lines[-1].player == late.code
