"""How ours compare with what is proved and with what others have reached."""

from __future__ import annotations

import pytest

from tournaments.movement.schedules.known import known

ROOMS = [(players, size) for size in (3, 4, 5) for players in range(size, 101, size)]


@pytest.mark.parametrize(
    ("players", "size"), ROOMS, ids=[f"{players} at tables of {size}" for players, size in ROOMS]
)
def test_nobody_has_more_rounds_than_are_possible(players: int, size: int) -> None:
    this = known(players, size)
    assert 1 <= this.shipped <= this.best <= this.bound
    assert this.bound * (size - 1) <= players - 1 or this.bound == 1
    assert this.short_of_bound >= this.short_of_best >= 0
    assert this.proof


@pytest.mark.parametrize(
    ("players", "size", "bound", "why"),
    [
        pytest.param(16, 4, 5, "counting", id="sixteen: everybody is met"),
        pytest.param(20, 4, 5, "exhaustive search", id="twenty: six would be possible by counting"),
        pytest.param(12, 4, 1, "too few tables", id="three tables of four"),
        pytest.param(12, 3, 4, "exhaustive search", id="twelve by threes"),
    ],
)
def test_bounds_that_are_proved(players: int, size: int, bound: int, why: str) -> None:
    this = known(players, size)
    assert this.bound == bound
    assert why in this.proof


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        pytest.param(3, {}, id="threes"),
        pytest.param(4, {}, id="fours"),
        pytest.param(5, {70: 1, 85: 4, 90: 1}, id="fives"),
    ],
)
def test_where_others_are_known_to_have_more_rounds(size: int, expected: dict[int, int]) -> None:
    short = {players: known(players, size).short_of_best for players in range(size, 101, size)}
    assert {players: rounds for players, rounds in short.items() if rounds} == expected


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        pytest.param(3, {}, id="threes"),
        pytest.param(4, {68: 1, 92: 3}, id="fours"),
    ],
)
def test_where_more_rounds_are_not_proved_impossible(size: int, expected: dict[int, int]) -> None:
    short = {players: known(players, size).short_of_bound for players in range(size, 101, size)}
    assert {players: rounds for players, rounds in short.items() if rounds} == expected


def test_a_room_that_is_not_full_is_refused() -> None:
    with pytest.raises(ValueError, match="17 players at tables of 4"):
        known(17, 4)
