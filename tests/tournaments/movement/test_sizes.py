"""How many tables of which size for how many players."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.movement.interface import Tables

ALLOWED = st.sampled_from([(2,), (4,), (3, 4), (5, 4, 3)])


@pytest.mark.parametrize(
    ("players", "allowed", "wanted", "expected"),
    [
        pytest.param(14, (4,), None, (4, 4, 4), id="Chantecler: two of fourteen sit out"),
        pytest.param(7, (2,), None, (2, 2, 2), id="Clabberjass: the odd one sits out"),
        pytest.param(12, (3, 4), None, (3, 3, 3, 3), id="Ascot by threes"),
        pytest.param(11, (3, 4), None, (3, 4, 4), id="Ascot: the rest by fours"),
        pytest.param(12, (3, 4), 4, (4, 4, 4), id="Chamberlain by fours, as wanted"),
        pytest.param(5, (3, 4), None, (4,), id="five at games for three or four: one sits out"),
        pytest.param(10, (5, 4, 3), None, (5, 5), id="Tarot by fives"),
        pytest.param(11, (5, 4, 3), None, (4, 4, 3), id="Tarot, eleven: no three beside a five"),
        pytest.param(12, (5, 4, 3), None, (4, 4, 4), id="Tarot, twelve"),
        pytest.param(13, (5, 4, 3), None, (5, 4, 4), id="Tarot, thirteen"),
        pytest.param(22, (5, 4, 3), None, (5, 5, 4, 4, 4), id="Tarot, twenty-two: nobody sits out"),
        pytest.param(24, (5, 4, 3), None, (5, 5, 5, 5, 4), id="Tarot, twenty-four: as many fives as can be"),
        pytest.param(6, (2, 4), 4, (4, 2), id="neighbouring sizes of a game are even enough"),
        pytest.param(6, (5, 4, 3), None, (3, 3), id="Tarot, six"),
        pytest.param(2, (5, 4, 3), None, (), id="too few for a table"),
        pytest.param(0, (2,), None, (), id="nobody"),
    ],
)
def test_the_tables_seat_as_many_as_can_be_and_have_the_size_wanted(
    players: int, allowed: tuple[int, ...], wanted: int | None, expected: tuple[int, ...]
) -> None:
    assert Tables(allowed, wanted).sizes(players) == expected


def test_evenings_made_before_keep_their_uneven_tables() -> None:
    assert Tables((5, 4, 3), even=False).sizes(22) == (5, 5, 5, 4, 3)
    assert Tables((5, 4, 3), even=False).sizes(11) == (5, 3, 3)


@given(st.integers(7, 300))
def test_the_tables_differ_by_one_seat_at_most(players: int) -> None:
    found = Tables((5, 4, 3)).sizes(players)
    assert sum(found) == players
    assert max(found) - min(found) <= 1


@given(st.integers(0, 300), ALLOWED)
def test_every_table_has_a_size_of_the_game_and_no_more_sit_out_than_must(
    players: int, allowed: tuple[int, ...]
) -> None:
    found = Tables(allowed).sizes(players)
    assert set(found) <= set(allowed)
    left = players - sum(found)
    assert left >= 0
    # One or two sit out where the sizes leave a gap; with tables of three and more to choose from hardly ever.
    if len(allowed) > 1 and players >= 6:
        assert left == 0
    else:
        assert left < max(allowed)


def test_a_size_that_the_game_does_not_allow_is_refused() -> None:
    with pytest.raises(ValueError, match="tables of 5 are wanted"):
        Tables((3, 4), 5).sizes(12)
