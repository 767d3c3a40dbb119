"""The words of a room, who has to cut, and the reasons as they are kept and read."""

import json

import pytest

from scoring.faults import Faults
from tests.tournaments.movement.rooms import EXCHANGE, KEEP, LETTERS, move, played, room
from tournaments.movement.interface import Reason
from tournaments.movement.seating import PlayedRound, check_cuts, couple_of, level_tables, may_ring, position


def test_seats_1_and_3_are_the_head_couple_and_2_and_4_the_side_couple() -> None:
    assert [couple_of(seat) for seat in (1, 2, 3, 4)] == ["A", "B", "A", "B"]
    with pytest.raises(ValueError, match="seat 5"):
        couple_of(5)


@pytest.mark.parametrize(
    ("player", "expected"),
    [("a", (1, 1)), ("h", (2, 4)), ("i", None)],
    ids=["table 1, seat 1", "table 2, seat 4", "sits out"],
)
def test_where_somebody_sits(player: str, expected: tuple[int, int] | None) -> None:
    assert position(room("abcd efgh", "ij"), player) == expected
    with pytest.raises(ValueError, match="z is not in the room"):
        position(room("abcd efgh", "ij"), "z")


@pytest.mark.parametrize(
    ("tables", "out"),
    [("abca", ""), ("abcd efga", ""), ("abcd", "a")],
    ids=["twice at a table", "at two tables", "seated and sitting out"],
)
def test_nobody_has_two_places(tables: str, out: str) -> None:
    with pytest.raises(ValueError, match="exactly one seat"):
        room(tables, out)


def test_every_table_of_a_played_round_has_been_won() -> None:
    with pytest.raises(ValueError, match="2 tables have 1 winners"):
        PlayedRound(room("abcd efgh"), ("A",))


def test_two_people_change_places() -> None:
    assert room("abcd", "e").renamed({"b": "e", "e": "b"}) == room("aecd", "b")


def test_any_table_or_the_head_table_alone_rings_at_the_target() -> None:
    assert may_ring(2, (42, 30), target=42)
    assert not may_ring(2, (41, 30), target=42)
    assert not may_ring(2, (42, 30), target=42, bell="head_table")
    assert may_ring(1, (30, 42), target=42, bell="head_table")
    assert not may_ring(2, (42, 30), target=None)


def test_level_tables_have_to_cut() -> None:
    assert level_tables([(42, 3), (7, 7), (0, 0), (-3, 2)]) == (2, 3)
    check_cuts({1: False, 2: True, 3: True}, [3, 2])


def test_cuts_belong_to_level_tables_and_to_no_others() -> None:
    with pytest.raises(Faults) as refused:
        check_cuts({1: False, 2: True}, {1, 0})
    assert [(fault.field, fault.code) for fault in refused.value.faults] == [
        ("cuts.0", "no-such-table"),
        ("cuts.1", "cut-not-needed"),
        ("cuts.2", "cut-needed"),
    ]
    assert all(fault.message for fault in refused.value.faults)


NAMES = {"a": "Ada", "b": "Bill", "c": "Cora", "d": "Dan", "e": "Eve", "m": "Mo"}


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        pytest.param(
            "partners.keep",
            "Ada with Cora, f with h: at the head table the winners keep their seats, and those who come up "
            "stay partners too.",
            id="the head table",
        ),
        pytest.param(
            "partners.seat",
            "Eve with i, g with k: both ways were equal, so the newcomer from the lower seat joins seat 1.",
            id="the seat decides",
        ),
        pytest.param(
            "sits-out",
            "l sits out: lost at table 3, seat 4 (sat out so far: 0; rounds played in a row: 1).",
            id="a sit-out",
        ),
        pytest.param("seat.taken", "Mo takes seat 1 at table 3.", id="a return"),
    ],
)
def test_a_reason_reads_as_a_sentence(rule: str, expected: str) -> None:
    reasons = move(played(("abcd efgh ijkl", "m", "ABA")), KEEP, start_order=LETTERS[:13]).reasons
    assert str(next(reason for reason in reasons if reason.rule == rule).named(NAMES)) == expected


def test_coming_going_opening_and_breaking_up_are_told() -> None:
    first = played(("abcd efgh ijkl", "", "ABA"))
    opened = move(first, EXCHANGE, start_order=LETTERS[:16], arriving=("m", "n", "o", "p")).reasons
    broken = move(first, EXCHANGE, start_order=LETTERS[:12], leaving=("b", "d")).reasons
    assert [str(reason) for reason in opened[3:]] == [
        *(f"{player} has come and waits with those sitting out." for player in "mnop"),
        "Four were waiting: table 4 opens.",
    ]
    assert [str(reason) for reason in broken[3:]] == [
        "b leaves.",
        "d leaves.",
        "Too few are left for table 3: it is broken up, and its players may come back first.",
        "The movement is meant for three tables or more.",
    ]


def test_reasons_are_kept_as_data_and_read_again() -> None:
    rounds = played(("abcd efgh ijkl", "m", "ABA"))
    for reason in move(rounds, KEEP, start_order=LETTERS[:13], leaving=("a",)).reasons:
        assert Reason.from_data(json.loads(json.dumps(reason.as_data()))) == reason
