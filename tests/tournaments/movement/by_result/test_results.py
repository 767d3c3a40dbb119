"""What everybody has so far, by games won or by points."""

from collections.abc import Mapping

import pytest

from tests.tournaments.movement.rooms import room, won_by
from tournaments.movement.history import Results
from tournaments.movement.interface import ticket_of
from tournaments.movement.seating import PlayedRound


@pytest.mark.parametrize(
    ("tables", "winners", "points", "partnership", "keys"),
    [
        pytest.param("abcd", "B", [(4, 9)], True, {"a": (0, -5), "b": (1, 5)}, id="games, points of couples"),
        pytest.param("abcd", "A", [], True, {"c": (1, 0), "d": (0, 0)}, id="games without points"),
        pytest.param("abcd", "", [(4, 9, 4, 9)], True, {"a": (4, -5), "d": (9, 5)}, id="points of partners"),
        pytest.param(
            "abcd", "", [(4, 9, 2, 1)], False, {"a": (4, 0), "b": (9, 20)}, id="points of four alone"
        ),
        pytest.param("abc", "", [(5, 1, 0)], False, {"a": (5, 9), "c": (0, -6)}, id="points of three"),
        pytest.param("ab cd", "AB", [(3, 1), (0, 2)], False, {"a": (1, 2), "c": (0, -2)}, id="games of two"),
        pytest.param("ab", "", [(3, 1)], False, {"a": (3, 2), "b": (1, -2)}, id="points of two"),
    ],
)
def test_what_a_round_gives(
    tables: str,
    winners: str,
    points: list[tuple[int, ...]],
    partnership: bool,
    keys: Mapping[str, tuple[int, int]],
) -> None:
    round_ = PlayedRound(room(tables), won_by(winners), tuple(points))
    results = Results.of([round_], {}, partnership=partnership)
    assert {player: results.key(player) for player in keys} == keys


def test_a_substitute_has_what_the_ticket_has_and_a_couple_what_both_have() -> None:
    rounds = [PlayedRound(room("abcd"), won_by("A")), PlayedRound(room("sbcd"), won_by("A"))]
    results = Results.of(rounds, {"s": "a"}, partnership=True)
    assert [results.score(people) for people in ("s", "a", "sc", "b", "z")] == [2, 2, 4, 0, 0]


def test_tickets_that_go_round_in_a_ring_end_somewhere() -> None:
    assert ticket_of("a", {"a": "b", "b": "a"}) == "b"
