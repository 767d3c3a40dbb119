"""Every movement of the catalogue on a real evening: who comes, leaves, goes on; a ledger that holds."""

import json
from typing import Any

import pytest

from scoring.faults import Faults
from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.the_rows import refused, said
from tournaments.club.services import clubs
from tournaments.evening import acts
from tournaments.evening import new_plans as plans
from tournaments.evening.models import TableRound
from tournaments.evening.reads.facts import seating_of, standings_of
from tournaments.evening.services import evenings
from tournaments.movement.catalogue import MOVEMENTS
from tournaments.publishing.verdict import findings

COLOURS = ("ladies", "gents")
TWOS = ("ladder", "knock_out")
"""The movements in which one meets one, where points are counted."""


@pytest.mark.parametrize(
    ("slug", "counting"), [*((slug, "games") for slug in MOVEMENTS), *((slug, "points") for slug in TWOS)]
)
def test_people_come_and_go_and_everybody_has_a_place(make_evening: Make, slug: str, counting: str) -> None:
    twos = counting == "points"
    game = "clabberjass" if twos else "chantecler"
    evening = make_evening(9, movement=slug, counting=counting, game=game, until="playing")
    evening.act(evenings.arrive_guest, name="Lat Ecomer", colour="")
    leaving = evening.evening.tickets.get(code=seating_of(evening.round()).tables[0][1])
    evening.act(acts.Leave(ticket=leaving.code))
    evening.go_on_to("moved")
    seating = seating_of(evening.evening.rounds.get(number=2))
    there = set(evening.evening.tickets.filter(left_in__isnull=True).values_list("code", flat=True))
    assert set(seating.players()) == there
    assert len(seating.tables) == (4 if twos else 2)
    assert evening.evening.rounds.get(number=2).reasons


@pytest.mark.parametrize(
    ("game", "plan"),
    [
        ("ascot", {"movement": "swiss", "movement_options": {"unit": "pairs"}}),
        ("chamberlain", {"movement": "ladder"}),
        ("clabberjass", {"movement": "top_tables", "movement_options": {"unit": "pairs"}}),
        ("chamberlain", {"movement": "progressive", "counting": "games", "round": {"ends": "time"}}),
    ],
    ids=[
        "couples at Ascot",
        "a ladder of threes",
        "couples at tables of two",
        "partners where nobody has one",
    ],
)
def test_a_movement_that_the_tables_do_not_allow_is_refused(game: str, plan: dict[str, Any]) -> None:
    with pytest.raises(Faults) as refused:
        plans.checked_plan({"game": game, "counting": "points", **plan})
    assert [fault.code for fault in refused.value.faults] == ["not-at-these-tables"]


def colours_of(evening: AnEvening, number: int) -> list[list[str]]:
    """The ticket colours at the tables of a round, seat by seat."""
    held = dict(evening.evening.tickets.values_list("code", "colour"))
    tables = seating_of(evening.evening.rounds.get(number=number)).tables
    return [[held[code] for code in table] for table in tables]


def test_each_seat_is_of_one_colour_from_the_first_round_on(make_evening: Make) -> None:
    evening = make_evening(12, movement="by_colour", colours=COLOURS, until="playing")
    first, *others = colours_of(evening, 1)
    assert all(table == first for table in others)
    assert first[0] == first[1] != first[2] == first[3]
    before = seating_of(evening.evening.rounds.get(number=1)).tables
    evening.go_on_to("moved")
    after = seating_of(evening.evening.rounds.get(number=2)).tables
    for seat, colour in enumerate(first):
        ring = [table[seat] for table in before]
        moved = ring[1:] + ring[:1] if colour == "ladies" else ring[-1:] + ring[:-1]
        assert [table[seat] for table in after] == moved


def test_of_seven_of_each_colour_one_of_each_sits_out(make_evening: Make) -> None:
    evening = make_evening(14, movement="by_colour", colours=COLOURS, until="playing", rounds=6)
    held = dict(evening.evening.tickets.values_list("code", "colour"))
    for _ in range(4):
        evening.go_on_to("playing")
    rounds = [seating_of(row) for row in evening.evening.rounds.order_by("number")]
    assert all({*map(held.__getitem__, row.sitting_out)} == {*COLOURS} for row in rounds)


def test_the_first_two_colours_go_apart_where_nothing_is_said(make_evening: Make) -> None:
    made = make_evening(0, movement="by_colour", colours=("red", "blue", "green"), until="draft")
    assert made.evening.plan["movement_options"]["by_colour"] == {"red": -1, "blue": 1}
    none = make_evening(0, movement="by_colour", until="draft", name="Saturday")
    assert none.evening.plan["movement_options"]["by_colour"] == {}


@pytest.mark.parametrize("colours", [COLOURS, ()])
def test_a_colour_that_the_evening_has_not_cannot_move(make_evening: Make, colours: tuple[str, ...]) -> None:
    with pytest.raises(Faults) as refused:
        make_evening(0, movement="by_colour", colours=colours, by_colour={"gent": 1}, until="draft")
    assert said(refused.value) == ["plan.movement_options.by_colour not-a-colour"]


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
