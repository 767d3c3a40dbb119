"""Swiss rounds: like with like, nobody twice, at tables of every kind."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.movement.by_result.evenings import (
    COUPLES,
    FIVES,
    THREES,
    TWOS,
    Evening,
    first_drawn_wins,
    number_of,
    people,
    swiss,
    top_tables,
)
from tests.tournaments.movement.rooms import partners, played, room, words
from tournaments.movement.interface import Moved, Situation, Tables
from tournaments.movement.seating import Couple, PlayedRound, Table


def points(told: str) -> Callable[[str], int]:
    """`points("a5 b3")`: those of each player; nothing for the others."""
    found = {word[0]: int(word[1:]) for word in told.split()}
    return lambda player: found.get(player, 0)


def met_again(evening: Evening) -> int:
    """How often two sat at one table again."""
    met = Counter(
        frozenset(pair)
        for seating in [*(round_.seating for round_ in evening.played), evening.seating]
        for table in seating.tables
        for pair in combinations(table, 2)
    )
    return sum(times - 1 for times in met.values())


@pytest.mark.parametrize(
    ("tables", "unit", "order", "scored", "found"),
    [
        pytest.param(TWOS, "individuals", "abcd", "a5 c4 b1 d1", "ac db", id="two by two"),
        pytest.param(TWOS, "individuals", "abcde", "a5 c4 b3 d2", "ac be | d", id="the lowest sits out"),
        pytest.param(
            COUPLES, "pairs", "abcdefgh", "a5 c5 e3 g3 b1 d1", "aecg bfdh", id="couples against couples"
        ),
        pytest.param(COUPLES, "pairs", "abcdef", "a5 c5", "aecf | bd", id="the last two drawn are a couple"),
        pytest.param(COUPLES, "pairs", "abcdefg", "a5 c5", "aecf | bdg", id="one alone waits for a partner"),
        pytest.param(
            COUPLES,
            "individuals",
            "abcdefgh",
            "a9 e8 b7 f6 c4 g3 d2 h1",
            "aefb cghd",
            id="four who have not been partners",
        ),
        pytest.param(THREES, "individuals", "abcdef", "a9 d8 b7 e6", "bad efc", id="threes"),
    ],
)
def test_the_second_round(tables: Tables, unit: str, order: str, scored: str, found: str) -> None:
    evening = Evening(swiss(tables, unit), list(order))
    evening.score(points(scored))
    assert words(evening.move().seating) == found


@pytest.mark.parametrize("substitutes", ["s", "ts"], ids=["one", "one after the other"])
def test_a_substitute_goes_on_with_the_score_and_the_partner_of_the_ticket(substitutes: str) -> None:
    evening = Evening(swiss(COUPLES, "pairs"), list("abcdefgh"))
    evening.play(lambda _: "A")
    evening.move()
    assert words(evening.seating) == "aecg bfdh"
    for replaced, substitute in pairwise(f"a{substitutes}"):
        evening.replace(replaced, substitute)
    evening.play(lambda _: "A")
    assert words(evening.move().seating) == "sfch bedg"


def test_two_left_alone_are_a_couple_from_then_on() -> None:
    evening = Evening(swiss(COUPLES, "pairs"), list("abcdefgh"))
    evening.play(lambda _: "A")
    found = evening.move(leaving="ae")
    assert frozenset("cg") in partners(evening.seating) | {frozenset(evening.seating.sitting_out)}
    assert "c and g play together from now on." in map(str, found.reasons)
    evening.play(lambda _: "A")
    evening.move()
    assert frozenset("cg") in partners(evening.seating) | {frozenset(evening.seating.sitting_out)}


def test_one_who_comes_late_begins_with_nothing_and_has_met_nobody() -> None:
    evening = Evening(swiss(TWOS), list("abc"))
    evening.play(lambda _: "A")
    evening.move(arriving="z")
    assert words(evening.seating) == "ca zb"


def test_where_points_count_the_difference_parts_those_who_are_level() -> None:
    before = PlayedRound(room("abc def"), (), ((5, 5, 0), (5, 1, 1)))
    situation = Situation([before], "a seed", "abcdef")
    told = swiss(Tables((3,))).next_round(situation)
    assert set(told.seating.tables[0]) >= {"d", "a"}


def test_every_table_is_told_why() -> None:
    moved: Moved = swiss(COUPLES, "pairs").next_round(
        Situation(played(("abcd efgh", "", "AA")), "a seed", "abcdefgh")
    )
    assert [str(reason) for reason in moved.reasons] == [
        "a with c, e with g: scores so far 2, 2, earlier meetings 0.",
        "b with d, f with h: scores so far 0, 0, earlier meetings 0.",
    ]


def test_who_sits_out_is_told_why() -> None:
    moved = swiss(TWOS).next_round(Situation(played(("ab", "c", "A")), "a seed", "abc"))
    assert [str(reason) for reason in moved.reasons] == [
        "c against a: scores so far 0, 1, earlier meetings 0.",
        "b sits out (sat out so far: 0; score so far: 0).",
    ]


@pytest.mark.parametrize("tables", [TWOS, THREES, Tables((4,))])
@pytest.mark.parametrize("movement", [swiss, top_tables])
def test_couples_ask_for_tables_of_four_with_partners(
    movement: Callable[..., object], tables: Tables
) -> None:
    with pytest.raises(ValueError, match="couples play at tables of four"):
        movement(tables, "pairs")


@pytest.mark.parametrize(
    ("tables", "players", "rounds", "most"),
    [
        pytest.param(COUPLES, 16, 3, 8, id="16 partners, 3 rounds"),
        pytest.param(COUPLES, 40, 6, 12, id="40 partners, 6 rounds"),
        pytest.param(FIVES, 30, 4, 12, id="30 in fives, 4 rounds"),
        pytest.param(THREES, 24, 5, 4, id="24 in threes, 5 rounds"),
    ],
)
def test_people_at_larger_tables_meet_again_seldom(
    tables: Tables, players: int, rounds: int, most: int
) -> None:
    evening = Evening(swiss(tables), list(people(players)))
    for _ in range(rounds - 1):
        evening.score(lambda player: (7 * int(player[1:])) % 11)
        evening.move()
    assert met_again(evening) <= most


def by_bits(bits: int, table: Table) -> Couple:
    return "A" if bits * number_of(table[0]) & 8 else "B"


@given(st.integers(2, 30), st.integers(1, 8), st.integers(0, 2**16))
@settings(max_examples=100)
def test_nobody_meets_again_while_they_are_many_enough(players: int, rounds: int, bits: int) -> None:
    evening = Evening(swiss(TWOS), list(people(players)))
    # Dirac: as long as everybody has met fewer than half of those who can be there, somebody new is left.
    for number in range(min(rounds, (players - 1) // 2)):
        evening.play(partial(by_bits, bits >> number))
        evening.move()
        assert not met_again(evening)


@given(st.integers(3, 25).map(lambda half: 2 * half + 1))
@settings(max_examples=20)
def test_nobody_sits_out_twice_before_everybody_has_where_many_are_left_to_meet(players: int) -> None:
    evening = Evening(swiss(TWOS), list(people(players)))
    seen = list(evening.seating.sitting_out)
    for _ in range(players // 3):
        evening.play(first_drawn_wins)
        evening.move()
        seen += evening.seating.sitting_out
    assert len(set(seen)) == len(seen)


def test_couples_stay_together_all_evening() -> None:
    evening = Evening(swiss(COUPLES, "pairs"), list(people(18)))
    first = partners(evening.seating) | {frozenset(evening.seating.sitting_out)}
    for _ in range(6):
        evening.play(first_drawn_wins)
        evening.move()
        assert partners(evening.seating) | {frozenset(evening.seating.sitting_out)} == first
