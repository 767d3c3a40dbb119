"""The ladder: one up, one down, and partners change."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.movement.by_result.evenings import COUPLES, THREES, TWOS, Evening, ladder, people
from tests.tournaments.movement.rooms import partners, played, room, winners_from_bits, words
from tournaments.movement.interface import Moved, Situation, Tables
from tournaments.movement.seating import PlayedRound, Seating


def after(
    tables: str,
    winners: str,
    out: str = "",
    *,
    leaving: str = "",
    arriving: str = "",
    options: str = "any",
    colours: str = "",
) -> Moved:
    order = sorted({*tables.replace(" ", ""), *out, *arriving})
    situation = Situation(
        played((tables, out, winners)),
        "a seed",
        order,
        leaving=frozenset(leaving),
        arriving=tuple(arriving),
        colours=dict.fromkeys(colours, "red") | {player: "blue" for player in order if player not in colours},
    )
    of = TWOS if len(tables.split()[0]) == 2 else COUPLES
    return ladder(of, options).next_round(situation)


@pytest.mark.parametrize(
    ("tables", "winners", "out", "found"),
    [
        pytest.param("abcd", "A", "", "acbd", id="one table: partners change"),
        pytest.param("abcd efgh", "AA", "", "aceg hfbd", id="two tables"),
        pytest.param("abcd efgh ijkl", "AAA", "", "aceg bdik ljfh", id="three tables, couples A win"),
        pytest.param("abcd efgh ijkl", "BAB", "", "dbeg acjl ikfh", id="three tables, B, A and B win"),
        pytest.param("ab cd ef gh", "ABAB", "", "ad be ch gf", id="tables of two"),
        pytest.param("abcd", "A", "e", "acbe", id="who sat out takes the seat nearest the foot"),
    ],
)
def test_winners_go_up_and_losers_down(tables: str, winners: str, out: str, found: str) -> None:
    assert words(after(tables, winners, out).seating).split(" | ")[0] == found


@pytest.mark.parametrize(
    ("leaving", "arriving", "found"),
    [
        pytest.param("", "ijkl", "aceg hfbd ijkl", id="four who come open a table below the foot"),
        pytest.param("h", "i", "aceg ifbd", id="who comes takes the seat of who goes"),
        pytest.param("ac", "", "fheg | bd", id="too few are left for the foot table"),
    ],
)
def test_who_comes_and_goes(leaving: str, arriving: str, found: str) -> None:
    moved = words(after("abcd efgh", "AA", leaving=leaving, arriving=arriving).seating)
    assert moved == found


def test_partners_are_the_ones_they_were_least() -> None:
    evening = Evening(ladder(COUPLES), list("abcd"))
    met = []
    for _ in range(3):
        met += [frozenset(couple) for couple in partners(evening.seating)]
        evening.play(lambda _: "A")
        evening.move()
    assert len(set(met)) == 6


def test_mixed_couples_come_first() -> None:
    moved = after("abcd efgh", "AA", options="mixed", colours="ag")
    assert partners(moved.seating) >= {frozenset("ae"), frozenset("cg")}


@pytest.mark.parametrize("tables", [THREES, Tables((4,)), Tables((2, 4)), Tables((2,), partnership=True)])
def test_it_asks_for_two_sides(tables: Tables) -> None:
    with pytest.raises(ValueError, match="tables of two, or of four"):
        ladder(tables)


def test_it_asks_for_winners() -> None:
    round_ = PlayedRound(room("abcd"), (), ((1, 2),))
    with pytest.raises(ValueError, match="needs the winners"):
        ladder(COUPLES).next_round(Situation([round_], "a seed", "abcd"))


def test_where_everybody_counts_points_the_couple_with_more_has_won() -> None:
    points = ((3, 7, 3, 7), (9, 2, 9, 2))
    round_ = PlayedRound(room("abcd efgh"), (), points)
    moved = ladder(COUPLES).next_round(Situation([round_], "a seed", "abcdefgh"))
    assert words(moved.seating) == words(after("abcd efgh", "BA").seating)


def test_level_couples_who_count_points_are_cut_for_by_the_seed() -> None:
    level = PlayedRound(room("abcd efgh"), (), ((5, 5, 5, 5), (9, 2, 9, 2)))
    by_seed = {
        words(ladder(COUPLES).next_round(Situation([level], f"seed {number}", "abcdefgh")).seating)
        for number in range(20)
    }
    assert by_seed == {words(after("abcd efgh", winners).seating) for winners in ("AA", "BA")}


def places(seating: Seating) -> dict[str, int]:
    return {player: number for number, table in enumerate(seating.tables, start=1) for player in table}


def expected(table: int, won: bool, last: int) -> int:
    return max(1, table - 1) if won else min(last, table + 1)


@given(
    st.integers(1, 10), st.lists(st.integers(0, 2**10 - 1), min_size=1, max_size=6), st.sampled_from([2, 4])
)
@settings(max_examples=100)
def test_whoever_wins_is_one_up_and_whoever_loses_one_down(
    tables: int, rounds: Sequence[int], size: int
) -> None:
    evening = Evening(ladder(COUPLES if size == 4 else TWOS), list(people(size * tables)))
    for bits in rounds:
        before = evening.seating
        winners = winners_from_bits(bits, tables)
        evening.played.append(PlayedRound(before, winners))
        now = places(evening.move().seating)
        for number, table in enumerate(before.tables, start=1):
            for seat, player in enumerate(table):
                won = winners[number - 1] == ("B" if seat % 2 else "A")
                assert now[player] == expected(number, won, tables)
        if size == 4:
            assert not partners(before) & partners(evening.seating)
