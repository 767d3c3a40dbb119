"""The best together: table 1 is for the top of the standings so far."""

from itertools import pairwise

import pytest
from hypothesis import given, settings

from tests.tournaments.movement.by_result.evenings import (
    COUPLES,
    TWOS,
    Evening,
    Setting,
    settings_of,
    top_tables,
)
from tests.tournaments.movement.by_result.test_swiss import points
from tests.tournaments.movement.rooms import words
from tournaments.movement.history import Results
from tournaments.movement.interface import Tables


@pytest.mark.parametrize(
    ("tables", "unit", "order", "scored", "found"),
    [
        pytest.param(TWOS, "individuals", "abcdef", "f6 b5 e4 a3 d2 c1", "fb ea dc", id="two by two"),
        pytest.param(
            COUPLES, "individuals", "abcdefgh", "a9 b9 e9 f9", "abfe cdhg", id="first and fourth are partners"
        ),
        pytest.param(COUPLES, "individuals", "abcdefgh", "a9 e8 f7 c6", "aefc ghdb", id="unless they were"),
        pytest.param(COUPLES, "individuals", "abcde", "a5 b4 c2", "abec | d", id="the lowest sits out"),
        pytest.param(
            COUPLES, "pairs", "abcdefgh", "e5 g5 b3 d3 a1 c1", "ebgd afch", id="first couple against second"
        ),
        pytest.param(
            COUPLES, "pairs", "abcdef", "b3 d3", "bedf | ac", id="of three couples the lowest sits out"
        ),
    ],
)
def test_the_second_round(tables: Tables, unit: str, order: str, scored: str, found: str) -> None:
    evening = Evening(top_tables(tables, unit), list(order))
    evening.score(points(scored))
    assert words(evening.move().seating) == found


def test_the_best_may_always_play_with_the_fourth() -> None:
    """As in mexicano: a and c were partners, and are again."""
    evening = Evening(top_tables(COUPLES, partners="first_and_last"), list("abcd"))
    evening.score(points("a9 b8 d7 c6"))
    assert words(evening.move().seating) == "abcd"


def test_the_places_are_told() -> None:
    evening = Evening(top_tables(COUPLES), list("abcdefgh"))
    evening.score(points("a9 b9 e9 f9"))
    assert [str(reason) for reason in evening.move().reasons] == [
        "a with f, b with e: places 1 to 4 of the standings so far, earlier partnerships 0.",
        "c with h, d with g: places 5 to 8 of the standings so far, earlier partnerships 0.",
    ]


@given(
    settings_of(
        ["top tables", "top tables for two", "top tables in threes", "top tables of couples"], least=4
    )
)
@settings(max_examples=80)
def test_nobody_has_more_than_those_at_a_table_above(setting: Setting) -> None:
    partnership = setting.name in ("top tables", "top tables of couples")
    for evening, found in setting.played_out(quiet=True):
        results = Results.of(evening.played, {}, partnership=partnership)
        step = 2 if setting.name.endswith("couples") else 5
        groups = [
            [results.key(table[seat::step]) for seat in range(step) if table[seat::step]]
            for table in found.seating.tables
        ]
        assert all(min(above) >= max(below) for above, below in pairwise(groups))
