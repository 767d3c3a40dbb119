"""Evenings on which everybody counts their own points: all games, from the draw to the verified archive."""

from __future__ import annotations

import json
from contextlib import nullcontext
from typing import Any

import pytest

from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.evening.services.test_memory import clabberjass
from tests.tournaments.the_rows import refused
from tournaments import script as scripts
from tournaments.club.models import Club
from tournaments.evening import acts
from tournaments.evening import new_plans as plans
from tournaments.evening.models import Hand, Standing
from tournaments.evening.reads.facts import prizes_of, seatings
from tournaments.evening.services import evenings
from tournaments.publishing import publish
from tournaments.publishing.verdict import findings
from tournaments.script import read_script

GAMES = [
    pytest.param("ascot", 11, "fixed", (3, 4, 4), id="Ascot, eleven players"),
    pytest.param("chamberlain", 7, "drawn", (3, 4), id="Chamberlain, seven players"),
    pytest.param("chambery_tarot", 13, "fixed", (5, 4, 4), id="Chambery Tarot, thirteen players"),
    pytest.param("clabberjass", 7, "drawn", (2, 2, 2), id="Clabberjass, seven players"),
    pytest.param("chantecler", 9, "fixed", (4, 4), id="Chantecler without the bell, nine players"),
    pytest.param("euchre", 8, "drawn", (4, 4), id="Euchre without the bell, eight players"),
    pytest.param("whist", 10, "fixed", (4, 4), id="Whist, ten players"),
    pytest.param("points", 11, "fixed", (4, 4, 3), id="a points game, eleven players"),
    pytest.param("points_couples", 10, "drawn", (4, 4), id="a points game for couples, ten players"),
]


def sizes(evening: AnEvening) -> tuple[int, ...]:
    seating = seatings([evening.round()])[evening.round().pk]
    return tuple(len(table) for table in seating.tables)


def play(evening: AnEvening, rounds_: int) -> None:
    """Play rounds of two hands a table to the end, and publish."""
    for number in range(1, rounds_ + 1):
        evening.act(acts.Start())
        evening.play_hands(2)
        evening.act(acts.Close())
        evening.go_on_to("moved" if number < rounds_ else "published")


@pytest.mark.parametrize(("game", "players", "movement", "expected"), GAMES)
def test_a_whole_evening_holds_together_and_its_rows_are_made_again_from_the_ledger(
    make_evening: Make, game: str, players: int, movement: str, expected: tuple[int, ...]
) -> None:
    evening = make_evening(players, game=game, movement=movement, hands_per_round=2)
    assert sizes(evening) == expected
    play(evening, 3)
    assert findings(json.loads(evening.evening.publications.get().archive)) == []
    lines = list(Standing.objects.filter(evening=evening.evening))
    assert len(lines) == players
    assert {line.played + line.sat_out for line in lines} == {3}
    assert max(line.sat_out for line in lines) <= 1
    before = list(Standing.objects.order_by("ticket").values("ticket", "place", "points_for"))
    evening.evening.rounds.update(stopped_at=None, closed_at=None)
    for round_ in evening.evening.rounds.all():
        round_.tables.update(seat_points=[0, 0])
        round_.seats.all().delete()
    assert publish.check_rows(evening.read())
    version = evening.read().version
    publish.rebuild(evening=evening.evening, at=evening.clock())
    assert evening.read().version > version, "pages ask again"
    assert list(Standing.objects.order_by("ticket").values("ticket", "place", "points_for")) == before


def test_points_are_added_up_seat_by_seat(make_evening: Make) -> None:
    evening = make_evening(2, game="clabberjass", movement="fixed", until="playing")
    hand = clabberjass(2, (41, 70), 2)
    first, second = evening.enter(1, hand), evening.enter(1, hand)
    assert (first["points"], first["running"], first["target"]) == ([41, 80], [41, 80], None)
    assert second["running"] == [82, 160]
    assert evening.round().tables.get().points == (82, 160)
    assert [hand.points for hand in Hand.objects.all()] == [(41, 80), (41, 80)]


@pytest.mark.parametrize(
    ("until", "act", "code"),
    [
        pytest.param("playing", acts.Ring(table=1), "no-bell", id="the bell"),
        pytest.param("bell", acts.Cut(table=1, winner="A"), "no-cut", id="a cut"),
        pytest.param("bell", acts.Cut(table=1, how="seed"), "no-cut", id="a cut by the seed"),
    ],
)
def test_there_is_nothing_to_ring_or_cut_for(
    make_evening: Make, until: str, act: acts.Act, code: str
) -> None:
    evening = make_evening(6, game="ascot", movement="drawn", until=until)
    with refused(f"table {code}"):
        evening.act(act)


@pytest.mark.parametrize(
    ("tables", "faults"),
    [
        pytest.param([4, 4], [], id="four and four"),
        pytest.param([5, 3], [], id="five and three"),
        pytest.param([4, 2], ["start.1 not-a-table-size", "start wrong-number-seated"], id="two"),
        pytest.param([4], ["start wrong-number-seated"], id="a table forgotten"),
    ],
)
def test_by_hand_the_director_may_choose_among_the_sizes(
    make_evening: Make, tables: list[int], faults: list[str]
) -> None:
    evening = make_evening(8, game="chambery_tarot", movement="fixed", until="check_in")
    waiting = list(evening.evening.tickets.values_list("code", flat=True))
    placed = [[waiting.pop() for _ in range(size)] for size in tables]
    arguments = {"tables": placed, "sitting_out": waiting}
    with refused(*faults) if faults else nullcontext():
        evening.act(evenings.seat_by_hand, **arguments)
    assert faults or sizes(evening) == tuple(tables)


def test_late_arrivals_leavers_and_substitutes_are_seated_at_the_next_round(make_evening: Make) -> None:
    evening = make_evening(7, game="chamberlain", movement="fixed", hands_per_round=1)
    evening.go_on_to("settled")
    codes = {ticket.number: ticket for ticket in evening.evening.tickets.all()}
    evening.act(acts.Leave(ticket=codes[1].code))
    evening.act(evenings.arrive_guest, name="Late Comer", colour="")
    evening.act(evenings.arrive_guest, name="Later Comer", colour="")
    evening.act(evenings.substitute_guest, ticket=codes[2], name="Stand In")
    evening.go_on_to("playing")
    assert sizes(evening) == (4, 4)
    evening.go_on_to("drafted")


def test_a_hand_too_many_in_a_script_is_refused_in_its_place(club: Club) -> None:
    hand = clabberjass(1, (70, 41), 1)
    told = {
        "evening": {
            "name": "Pairs of players",
            "date": "2026-11-20",
            "game": "clabberjass",
            "movement": "fixed",
            "movement_options": {"hands_per_round": 1},
        },
        "players": [{"id": letter, "name": f"Player {letter}"} for letter in "ab"],
        "start": [["a", "b"]],
        "rounds": [{"hands": [{"table": 1, "hand": hand}] * 2}],
    }
    with refused("rounds.0.hands.1 after-the-bell"):
        scripts.play(script=read_script(json.dumps(told)), club=club)


@pytest.mark.parametrize(
    ("plan", "fault"),
    [
        ({}, "game not-for-this-movement"),
        (
            {"movement": "drawn", "movement_options": {"table_size": 5}},
            "movement_options.table_size not-a-table-size",
        ),
    ],
    ids=["by the bell", "at fives"],
)
def test_a_plan_that_does_not_fit_the_game_is_refused(db: None, plan: dict[str, Any], fault: str) -> None:
    with refused(f"plan.{fault}"):
        plans.checked_plan({"game": "ascot", **plan})


@pytest.mark.parametrize(("of", "unplayed"), [([1, 1], []), ([1, 2], [1]), ([1, 4], []), ([2, 4], [1])])
def test_prizes_of_rounds_that_were_not_played_are_not_given(
    make_evening: Make, of: list[int], unplayed: list[int]
) -> None:
    prizes = {"best": 1, "others": [{"rounds": of, "best": 1}]}
    evening = make_evening(4, game="whist", movement="fixed", hands_per_round=2, rounds=4, prizes=prizes)
    play(evening, 1)
    body = json.loads(evening.evening.ledger.get(act="finish").body)
    assert body.get("prizes_unplayed", []) == unplayed
    assert any(prize.other for prize in prizes_of(evening.read())) is not bool(unplayed)
    assert findings(json.loads(evening.evening.publications.get().archive)) == []
