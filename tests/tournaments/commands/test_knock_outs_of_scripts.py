"""Knock-outs at tables of three to five, as scripts: small enough to be worked out on paper."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.tournaments.commands.a_script import hand
from tests.tournaments.commands.test_rounds_of_scripts import chamberlain, evening
from tests.tournaments.commands.test_rounds_of_scripts import play as play  # a fixture
from tests.tournaments.commands.test_rounds_of_scripts import refused as refused  # a fixture

pytestmark = pytest.mark.django_db
Play = Callable[..., dict[str, Any]]


def tarot(taker: int, partner: int) -> dict[str, Any]:
    """A hand of five at Chambery Tarot that these two win, and share."""
    return {
        "players": 5,
        "bid": "called_king",
        "declarer": taker,
        "partner": partner,
        "declarer_points": 40,
    }


def knock_out(game: str, sizes: list[int], rounds: list[dict[str, Any]], **told: Any) -> dict[str, Any]:
    """A knock-out at tables of these sizes; `told` are its options, and what else there is to say."""
    options = {name: told.pop(name) for name in ("go_on", "losers", "table_size") if name in told}
    document = evening(
        game,
        sum(sizes),
        sizes[0],
        rounds,
        movement="knock_out",
        movement_options={"losers": "rest", **options},
        **{"counting": "points", "round": {"ends": "time"}, "worth": {"counts": "points"}, **told},
    )
    ids = [player["id"] for player in document["players"]]
    starts = [sum(sizes[:table]) for table in range(len(sizes))]
    document["start"] = [ids[at : at + size] for at, size in zip(starts, sizes, strict=True)]
    return document


def all_to_seat_1(sizes: list[int]) -> dict[str, Any]:
    """A round in which seat 1 of each table makes 6, seat 2 loses 10, and the others have nothing."""
    return {"hands": [hand(table, chamberlain(1, size)) for table, size in enumerate(sizes, start=1)]}


def all_to_1_and_3(tables: int) -> dict[str, Any]:
    """A round in which of each table of four seats 1 and 3 make 6, and 2 and 4 lose 10."""
    return {"hands": [hand(table, chamberlain(seat, 4)) for table in range(1, tables + 1) for seat in (1, 3)]}


def sizes_of(outcome: dict[str, Any]) -> list[list[int]]:
    return [[len(table) for table in round_["seating"]] for round_ in outcome["rounds"]]


def places(outcome: dict[str, Any]) -> dict[str, int]:
    return {line["player"]: line["place"] for line in outcome["standings"]}


def test_nine_at_threes_of_whom_the_best_goes_on(play: Play) -> None:
    threes = [3, 3, 3]
    outcome = play(knock_out("chamberlain", threes, [all_to_seat_1(threes), all_to_seat_1([3])]))
    assert sizes_of(outcome) == [threes, [3]]
    final = outcome["rounds"][1]["seating"][0]
    assert sorted(final) == ["p1", "p4", "p7"]
    assert [places(outcome)[player] for player in (final[0], final[2], final[1])] == [1, 2, 3]
    # Those out in the first round: the thirds seats, level at nothing, before the second seats.
    assert [places(outcome)[f"p{number}"] for number in (3, 6, 9, 2, 5, 8)] == [4, 4, 4, 7, 7, 7]


def test_sixteen_at_fours_of_whom_the_best_two_go_on(play: Play) -> None:
    rounds = [all_to_1_and_3(4), all_to_1_and_3(2), {"hands": [hand(1, chamberlain(1, 4))]}]
    outcome = play(knock_out("chamberlain", [4] * 4, rounds, go_on=2, table_size=4))
    assert sizes_of(outcome) == [[4] * 4, [4, 4], [4]]
    seated = outcome["rounds"][1]["seating"]
    firsts = {frozenset((f"p{number}", f"p{number + 2}")) for number in (1, 5, 9, 13)}
    assert not any(pair <= set(table) for pair in firsts for table in seated)
    final = outcome["rounds"][2]["seating"][0]
    assert places(outcome)[final[0]] == 1
    assert places(outcome)[final[1]] == 4
    assert sorted(places(outcome).values())[4:] == [5] * 4 + [9] * 8


def test_fifteen_at_fives_of_whom_the_best_two_go_on(play: Play) -> None:
    first = {"hands": [hand(table, tarot(2, 4)) for table in (1, 2, 3)]}
    outcome = play(knock_out("chambery_tarot", [5] * 3, [first], go_on=2, table_size=5))
    assert sorted(map(len, outcome["next_seating"])) == [3, 3]
    through = {"p2", "p4", "p7", "p9", "p12", "p14"}
    assert {player for table in outcome["next_seating"] for player in table} == through


@pytest.mark.parametrize(
    ("sizes", "go_on", "following"),
    [
        pytest.param([4, 4, 3], 1, [3], id="eleven"),
        pytest.param([4, 3, 3, 3], 1, [4], id="thirteen"),
        pytest.param([4, 3, 3, 3, 3, 3, 3], 1, [3, 4], id="twenty-two"),
        pytest.param([4, 3], 1, [3], id="seven: somebody comes back in"),
    ],
)
def test_numbers_that_do_not_divide(play: Play, sizes: list[int], go_on: int, following: list[int]) -> None:
    outcome = play(knock_out("chamberlain", sizes, [all_to_seat_1(sizes)], go_on=go_on))
    assert [len(table) for table in outcome["next_seating"]] == following


def test_only_those_level_at_the_border_cut_for_going_on(play: Play) -> None:
    """Of each table seat 1 has 6, seats 3 and 4 have nothing, and of these one goes on."""
    round_ = all_to_seat_1([4, 4])
    cuts = [{"table": 1, "winner": 4}, {"table": 2, "order": [3, 4]}]
    outcome = play(knock_out("chamberlain", [4, 4], [{**round_, "cuts": cuts}], go_on=2, table_size=4))
    assert sorted(outcome["next_seating"][0]) == ["p1", "p4", "p5", "p7"]


def test_a_table_won_by_the_cut_may_need_another_for_going_on(play: Play) -> None:
    """Games count: seats 1 and 3 are level for the game at 6, seats 2 and 4 for going on at -10."""
    cuts = [{"table": 1, "order": [3, 1, 4, 2]}, {"table": 2, "order": [1, 3, 2, 4]}]
    outcome = play(
        knock_out(
            "chamberlain",
            [4, 4],
            [{**all_to_1_and_3(2), "cuts": cuts}],
            go_on=3,
            table_size=4,
            counting="games",
            worth={"counts": "games"},
        )
    )
    assert outcome["rounds"][0]["winners"] == [3, 1]
    through = sorted(player for table in outcome["next_seating"] for player in table)
    assert through == ["p1", "p3", "p4", "p5", "p6", "p7"]


@pytest.mark.parametrize(
    ("told", "faults"),
    [
        pytest.param({"cuts": []}, ["rounds.0.cuts cut-needed"], id="a border that nobody has cut for"),
        pytest.param(
            {"cuts": [{"table": 1, "winner": 1}]}, ["rounds.0.cuts.0.table not-level"], id="a winner"
        ),
        pytest.param(
            {"cuts": [{"table": 1, "order": [3, 1]}]},
            ["rounds.0.cuts.0.table not-the-order"],
            id="a stranger",
        ),
    ],
)
def test_a_cut_that_cannot_be(
    refused: Callable[[dict[str, Any]], list[str]], told: dict[str, Any], faults: list[str]
) -> None:
    document = knock_out("chamberlain", [4], [{**all_to_seat_1([4]), **told}], go_on=2, table_size=4)
    document["players"] += [{"id": f"q{number}", "name": f"Late {number}", "ticket": ""} for number in "1234"]
    document["start"].append(["q1", "q2", "q3", "q4"])
    document["rounds"][0]["hands"] += [hand(2, chamberlain(seat, 4)) for seat in (1, 3)]
    assert refused(document) == faults


def test_more_than_all_but_one_cannot_go_on(refused: Callable[[dict[str, Any]], list[str]]) -> None:
    assert refused(knock_out("chamberlain", [4, 4], [{"hands": []}], go_on=4)) == [
        "evening.movement_options.go_on not-at-these-tables"
    ]
