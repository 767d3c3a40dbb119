"""A knock-out at tables of three to five: of each table the best few go on."""

from collections.abc import Callable
from itertools import chain
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.movement.by_result.evenings import FIVES, THREES, Evening, knock_out, number_of, people
from tests.tournaments.movement.rooms import words
from tournaments.movement.by_result.bracket import Remaining
from tournaments.movement.by_result.knock_out import KnockOut
from tournaments.movement.interface import Tables
from tournaments.movement.seating import Seating
from tournaments.ranking.tie_breaks import RoundReached, stages

LARGE = Tables((4, 3))


def remaining(evening: Evening) -> Remaining:
    """Who is in it before the next round."""
    assert isinstance(evening.movement, KnockOut)
    return evening.movement.remaining(evening.situation())


def reached(evening: Evening) -> dict[str, RoundReached]:
    now = remaining(evening)
    return stages(evening.order, now.entrants, now.decided, rounds=now.rounds, tickets=evening.tickets)


def first_drawn(player: str) -> int:
    """Points by which the earlier drawn is better."""
    return -ord(player) if len(player) == 1 else -number_of(player)


def sizes_of(tables: Tables, players: int, go_on: int) -> list[tuple[list[int], int]]:
    """The tables of each round until it is decided, and how many have none; losers rest."""
    evening = Evening(knock_out(tables, "rest", go_on), list(people(players)))
    found = []
    while not (evening.played and remaining(evening).is_over):
        found.append((list(map(len, evening.seating.tables)), len(evening.seating.sitting_out)))
        evening.score(first_drawn)
        evening.move()
    assert remaining(evening).left == ("p1",)
    return found


@pytest.mark.parametrize(
    ("tables", "players", "go_on", "rounds"),
    [
        pytest.param(THREES, 9, 1, [([3, 3, 3], 0), ([3], 6)], id="nine at threes, the best goes on"),
        pytest.param(
            LARGE, 16, 2, [([4] * 4, 0), ([4, 4], 8), ([4], 12)], id="sixteen at fours, the best two"
        ),
        pytest.param(
            FIVES, 15, 2, [([5] * 3, 0), ([3, 3], 9), ([4], 11)], id="fifteen at fives, the best two"
        ),
        pytest.param(THREES, 11, 1, [([3, 4, 4], 0), ([3], 8)], id="eleven"),
        pytest.param(LARGE, 7, 1, [([4, 3], 0), ([3], 4)], id="seven: one who has just missed comes back in"),
        pytest.param(LARGE, 5, 3, [([4], 1), ([4], 1)], id="five: one goes on without playing"),
        pytest.param(FIVES, 4, 3, [([4], 0)], id="four who fit one table play the final at once"),
    ],
)
def test_the_tables_of_each_round(
    tables: Tables, players: int, go_on: int, rounds: list[tuple[list[int], int]]
) -> None:
    assert sizes_of(tables, players, go_on) == rounds


def test_where_nobody_cut_after_all_the_first_drawn_goes_on() -> None:
    evening = Evening(knock_out(THREES, "rest", 2), list("abcdef"))
    evening.score(lambda player: {"c": 9, "f": 9}.get(player, 0))
    assert remaining(evening).left == ("a", "c", "d", "f")


def test_who_has_just_missed_with_most_points_comes_back_in() -> None:
    evening = Evening(knock_out(THREES, "rest"), list("abcdef"))
    evening.score(lambda player: {"a": 9, "b": 5, "d": 8, "f": 6}.get(player, 0))
    told = list(map(str, evening.move().reasons))
    assert remaining(evening).left == ("a", "d", "f")
    assert words(evening.seating).split(" | ")[0] == "fad"
    (back,) = [said for said in told if "comes back" in said]
    assert back.startswith("f comes back into the knock-out: too few are left for a table")


def test_those_from_one_table_meet_again_as_late_as_can_be_and_reasons_tell_how_many_go_on() -> None:
    evening = Evening(knock_out(LARGE, "rest", 2), list("abcdefghijklmnop"))
    evening.score(first_drawn)
    told = list(map(str, evening.move().reasons))
    assert "a, e, i, m: in the knock-out; those still in it: 8; the best 2 of the table go on." in told
    assert words(evening.seating).split(" | ")[0] == "aeim bfjn"
    evening.score(first_drawn)
    assert any(str(reason).endswith(": the final of the knock-out.") for reason in evening.move().reasons)


def test_one_who_goes_home_is_out_and_the_rest_play_on() -> None:
    evening = Evening(knock_out(LARGE, "rest", 2), list("abcdefgh"))
    evening.score(first_drawn)
    evening.move(leaving="a")
    assert words(evening.seating).split(" | ")[0] == "bef"
    assert str(reached(evening)["b"].sentence) == "Still in the knock-out, in round 2."


def test_a_substitute_plays_on_for_the_ticket() -> None:
    evening = Evening(knock_out(THREES, "rest"), list("abcdefghi"))
    evening.replace("a", "s")
    evening.score(lambda player: {"s": 9}.get(player, first_drawn(player)))
    evening.move()
    assert remaining(evening).left == ("a", "d", "g")
    assert words(evening.seating).split()[0] == "sdg"


def test_places_go_by_the_round_and_then_by_the_place_at_the_table() -> None:
    evening = Evening(knock_out(THREES, "rest"), list("abcdefghi"))
    evening.score(first_drawn)
    evening.move()
    evening.score(first_drawn)
    found = reached(evening)
    assert sorted(found, key=lambda player: -found[player].rank) == list("adgbehcfi")
    assert {player: str(found[player].sentence) for player in "adb"} == {
        "a": "Won the knock-out.",
        "d": "Reached the final, place 2 at the table.",
        "b": "Out in round 1 of the knock-out, place 2 at the table.",
    }
    assert found["b"].rank == found["e"].rank


@given(
    st.integers(6, 40),
    st.sampled_from([(3,), (4,), (5,), (3, 4), (4, 5), (4, 3), (5, 4, 3)]),
    st.integers(1, 4),
    st.sampled_from(["rest", "play_on"]),
    st.integers(0, 2**32),
)
@settings(max_examples=120)
def test_it_shrinks_to_one_and_nobody_who_is_out_plays_for_it_again(
    players: int, allowed: tuple[int, ...], go_on: int, losers: str, seed: int
) -> None:
    random = Random(seed)
    tables = Tables(allowed)
    evening = Evening(knock_out(tables, losers, min(go_on, max(allowed) - 1)), list(people(players)))
    left, out = set(evening.order), set[str]()
    rounds = 0
    while True:
        points: Callable[[str], int] = lambda _player: random.randint(0, 6)  # noqa: E731
        evening.score(points)
        rounds += 1
        evening.move()
        now = remaining(evening)
        assert set(now.left) < left
        assert not set(now.left) & out
        left, out = set(now.left), set(evening.order) - set(now.left)
        if now.is_over:
            break
        assert _for_it(evening.seating, left) == [
            len(table) for table in evening.seating.tables if left & set(table)
        ]
        assert set(map(len, evening.seating.tables)) <= set(allowed)
    assert len(left) == 1
    assert rounds == now.rounds
    assert sorted(chain(left, (ticket for one in now.decided for ticket in one.out))) == sorted(evening.order)
    ranks = sorted((stage.rank for stage in reached(evening).values()), reverse=True)
    assert ranks[0] > ranks[1]


def _for_it(seating: Seating, left: set[str]) -> list[int]:
    """How many of those in it sit at each table at which any of them sits."""
    return [count for table in seating.tables if (count := len(left & set(table)))]
