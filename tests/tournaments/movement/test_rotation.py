"""Fixed and drawn seats: what holds on every evening, whoever comes and goes."""

from collections import Counter
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.movement.by_result.evenings import Evening, people
from tests.tournaments.movement.rooms import partners, room, words
from tournaments.movement.draw import Drawn, Fixed
from tournaments.movement.history import sat_out
from tournaments.movement.interface import NextRound, Situation, Tables
from tournaments.movement.options import PointsOptions
from tournaments.movement.seating import PlayedRound, Seating

TABLES = st.sampled_from(
    [
        Tables((2,)),
        Tables((4,), partnership=True),
        Tables((3, 4)),
        Tables((3, 4), preferred_size=4),
        Tables((5, 4, 3)),
    ]
)


def seatings(
    kind: type[Fixed | Drawn], tables: Tables, players: int, rounds: int, seed: str = "a seed"
) -> list[Seating]:
    """Those of an evening on which everybody stays from the first round to the last."""
    evening = Evening(kind(tables, PointsOptions()), list(people(players)), seed)
    found = [evening.seating]
    while len(found) < rounds:
        evening.score(lambda _: 0)
        found.append(evening.move().seating)
    return found


@given(TABLES, st.integers(5, 40), st.integers(1, 9))
def test_with_fixed_seats_nobody_gets_up_but_to_sit_out(tables: Tables, players: int, rounds: int) -> None:
    for before, after in pairwise(seatings(Fixed, tables, players, rounds)):
        for old, new in zip(before.tables, after.tables, strict=True):
            for was, sits in zip(old, new, strict=True):
                assert was == sits or (was in after.sitting_out and sits in before.sitting_out)


@given(TABLES, st.integers(12, 40), st.text("0123456789abcdef", min_size=1, max_size=4))
def test_a_second_draw_brings_fewer_together_again_than_staying_would(
    tables: Tables, players: int, seed: str
) -> None:
    both = seatings(Drawn, tables, players, 2, seed)
    assert _again(both) < sum(len(list(combinations(table, 2))) for table in both[0].tables)


def _again(played: list[Seating]) -> int:
    met = Counter(
        frozenset(pair) for seating in played for table in seating.tables for pair in combinations(table, 2)
    )
    return sum(count - 1 for count in met.values())


@pytest.mark.parametrize(
    ("players", "tables", "rounds_played", "most"),
    [
        pytest.param(16, Tables((4,), partnership=True), 3, 6, id="16 in fours, 3 rounds"),
        pytest.param(15, Tables((5, 4, 3)), 2, 6, id="15 in fives, 2 rounds"),
        pytest.param(24, Tables((3, 4)), 5, 2, id="24 in threes, 5 rounds"),
        pytest.param(20, Tables((2,)), 9, 0, id="20 in pairs, 9 rounds"),
        pytest.param(100, Tables((4,)), 6, 0, id="100 in fours, 6 rounds"),
    ],
)
def test_people_meet_again_seldom(players: int, tables: Tables, rounds_played: int, most: int) -> None:
    assert _again(seatings(Drawn, tables, players, rounds_played)) <= most


def test_partners_change_as_long_as_there_is_somebody_new() -> None:
    evening = seatings(Drawn, Tables((4,), partnership=True), 4, 3)
    assert len(set().union(*map(partners, evening))) == 6


def test_seats_change_so_that_everybody_deals_first_once() -> None:
    evening = seatings(Drawn, Tables((3, 4)), 3, 3)
    assert {seating.tables[0][0] for seating in evening} == set(people(3))


THREES = Tables((3, 4))


def go_on(
    before: Seating,
    movement: type[Fixed] = Fixed,
    tables: Tables = THREES,
    *,
    leaving: str = "",
    arriving: str = "",
    order: str = "abcdefghij",
) -> NextRound:
    """The round after `before`, which is the only one so far."""
    situation = Situation(
        [PlayedRound(before)],
        "a seed",
        tuple(order),
        leaving=frozenset(leaving),
        arriving=tuple(arriving),
    )
    return movement(tables, PointsOptions()).next_round(situation)


@pytest.mark.parametrize(
    ("before", "leaving", "arriving", "after"),
    [
        pytest.param("abc def", "", "g", "abc defg", id="one more makes a table of four"),
        pytest.param("abcd efg", "d", "", "abc efg", id="one fewer makes a table of three"),
        pytest.param("abcd efg", "d", "h", "abch efg", id="who comes takes the seat of who goes"),
        pytest.param("abc def", "", "ghi", "abc def ghi", id="three more open a table"),
        pytest.param("abc def ghi", "abc", "", "ghi def", id="an empty table is filled from the foot"),
        pytest.param("abc def ghi", "beh", "", "agc dif", id="those of a table broken up fill the seats"),
        pytest.param("abc def ghi", "be", "", "agc dfhi", id="the tables change sizes"),
    ],
)
def test_who_comes_and_goes_with_fixed_seats(before: str, leaving: str, arriving: str, after: str) -> None:
    assert words(go_on(room(before), leaving=leaving, arriving=arriving).seating) == after


def test_tables_keep_their_sizes_where_these_seat_as_many() -> None:
    by_hand = room("abcde fgh")
    fives = Tables((5, 4, 3))
    assert fives.sizes(8) == (4, 4)
    assert list(map(len, go_on(by_hand, tables=fives).seating.tables)) == [5, 3]


def test_who_comes_late_is_not_the_first_to_sit_out() -> None:
    played = [room("abcd", "e"), room("ebcd", "a"), room("eacd", "b"), room("eabd", "c")]
    situation = Situation(
        [PlayedRound(seating) for seating in played], "a seed", tuple("abcdez"), arriving=("z",)
    )
    found = Fixed(Tables((4,)), PointsOptions()).next_round(situation).seating
    # Everybody but d has sat out once; the one who comes counts as somebody who has not, and one of the two does.
    assert set(found.sitting_out) <= set("dz")
    assert len(found.sitting_out) == 2


def test_a_substitute_goes_on_with_the_sit_outs_of_the_player_replaced() -> None:
    played = [room("abcd", "e"), room("ebcd", "a"), room("ezcd", "b")]
    assert sat_out(played, {"z": "a"}) == {"a": 1, "b": 1, "c": 0, "d": 0, "e": 1, "z": 1}
    assert sat_out(played, {})["z"] == 0


def test_too_few_for_a_table_wait() -> None:
    found = go_on(room("abc"), leaving="c")
    assert found.seating == Seating((), ("a", "b"))
    assert [reason.rule for reason in found.reasons] == ["left", "remark.no-table", "sits-out", "sits-out"]


def test_the_reasons_say_who_has_met_and_who_sits_out() -> None:
    found = go_on(room("abc", "d"), Drawn, Tables((3,)), order="abcd")
    rules = [reason.rule for reason in found.reasons]
    assert rules == ["drawn.table", "sits-out"]
    assert str(found.reasons[0]).endswith("earlier meetings among them 1.")
    assert found.reasons[1].players == found.seating.sitting_out
