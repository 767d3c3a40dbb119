"""The parts that schedules are built from."""

from collections import Counter

import pytest

from tests.tournaments.movement.schedules.tally import everybody, meetings, partners, seated, there_is
from tournaments.movement.schedules.meeting import blocks, unital_rounds, wide_frame
from tournaments.movement.schedules.rings import Starter, columns, lines, mixed_rounds


@pytest.mark.parametrize(
    ("seats", "tables"),
    [
        pytest.param(4, 5, id="four columns of five"),
        pytest.param(4, 9, id="four columns of nine"),
        pytest.param(4, 20, id="four columns of twenty, which is no prime power"),
        pytest.param(5, 12, id="five columns of twelve"),
        pytest.param(5, 14, id="five columns of fourteen, in two circles"),
        pytest.param(5, 15, id="five columns of fifteen"),
        pytest.param(5, 18, id="five columns of eighteen, in two squares"),
        pytest.param(5, 20, id="five columns of twenty, of which one place stays"),
        pytest.param(3, 21, id="three columns of twenty-one"),
    ],
)
def test_columns_that_move_on_meet_all_others_once_and_never_their_own(seats: int, tables: int) -> None:
    own = {frozenset((one, two)) for column in columns(seats, tables) for one in column for two in column}
    met = meetings(mixed_rounds(seats, tables))
    assert met == Counter(dict.fromkeys(everybody(seats * tables) - own, 1))


@pytest.mark.parametrize(("seats", "tables"), [(4, 6), (4, 10), (5, 1), (7, 12), (6, 14)])
def test_other_columns_cannot_be_kept_apart(seats: int, tables: int) -> None:
    assert mixed_rounds(seats, tables) == ()


@pytest.mark.parametrize(("size", "dimension"), [(3, 2), (3, 3), (4, 2), (5, 2)])
def test_lines_of_a_space_meet_every_two_points_once(size: int, dimension: int) -> None:
    rounds = lines(size, dimension)
    points = size**dimension
    assert all(seated(tables) == list(range(points)) for tables in rounds)
    assert meetings(rounds) == Counter(dict.fromkeys(everybody(points), 1))


@pytest.mark.parametrize("size", [3, 4, 5])
def test_a_hermitian_curve_seats_everybody_with_everybody_once(size: int) -> None:
    rounds = unital_rounds(size)
    players = (size - 1) ** 3 + 1
    assert all(seated(tables) == list(range(players)) for tables in rounds)
    assert meetings(rounds) == Counter(dict.fromkeys(everybody(players), 1))


def test_blocks_of_four_and_seven_hold_every_two_of_their_points_once() -> None:
    assert meetings([blocks()]) == Counter(dict.fromkeys(everybody(34), 1))


def test_a_frame_partners_all_of_different_groups_and_each_round_has_its_hole() -> None:
    frame = wide_frame(there_is("whist", 5).cards, 4)
    for group, rounds in zip(frame.groups, frame.rounds, strict=True):
        assert len(rounds) == len(group) == 4
        assert all(seated(card) == sorted(set(range(20)).difference(group)) for card in rounds)
    own = {frozenset((one, two)) for group in frame.groups for one in group for two in group}
    met = partners(card for rounds in frame.rounds for card in rounds)
    assert met == Counter(dict.fromkeys(everybody(20) - own, 1))


def test_groups_that_cannot_be_kept_apart_make_no_frame() -> None:
    with pytest.raises(ValueError, match="columns of 6"):
        wide_frame(there_is("whist", 5).cards, 6)


def test_a_starter_is_turned_and_then_moved_round_the_circle() -> None:
    starter = Starter(around=5, rounds=(((0, 1),),), levels=1, middle=1, times=4)
    assert starter.players == 6
    assert starter.whole([(0, 1)]) == ((0, 1), (0, 4))
    assert starter.whole([(5, 0)]) == ((5, 0),)
    assert starter.cards()[2] == ((2, 3), (2, 1))


def test_an_extra_round_is_turned_and_stays_where_it_is() -> None:
    starter = Starter(around=3, rounds=(((0, 3),),), levels=2, extra=(((1, 2),),), step=1)
    assert starter.cards() == (((0, 3),), ((1, 4),), ((2, 5),), ((1, 2), (4, 5)))
