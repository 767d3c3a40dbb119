"""What an evening says of a fixture between two who were both there."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.ranking.league.from_evening import Game, outcome
from tournaments.ranking.league.rules import ResultFrom
from tournaments.ranking.league.values import Outcome

NAMES = "abcdefgh"


def game(words: str) -> Game:
    """`ab*40 cd 32`: a and b win by 40 to 32; without a star nobody wins; `ab 40+3` has 3 of handicap."""
    sides, points, handicaps = [], [], []
    winner = None
    for number, (people, figure) in enumerate(
        zip(*[iter(words.replace("*", "* ").split())] * 2, strict=True)
    ):
        if people.endswith("*"):
            winner = number
        raw, _, more = figure.partition("+")
        sides.append(tuple(people.strip("*")))
        points.append(int(raw))
        handicaps.append(int(more or 0))
    return Game(tuple(sides), tuple(points), winner, tuple(handicaps) if any(handicaps) else ())


def told(found: Outcome | None) -> str:
    """`home 3-1, 50:40`, games in halves."""
    if found is None:
        return "none"
    assert found.points is not None
    return f"{found.winner} {found.games[0]}-{found.games[1]}, {found.points[0]}:{found.points[1]}"


@pytest.mark.parametrize(
    ("games", "result_from", "draws", "expected"),
    [
        pytest.param(["ab* 40 cd 32"], "meetings", True, "none", id="they were partners"),
        pytest.param(["ac* 40 bd 32"], "meetings", True, "home 2-0, 40:32", id="with other partners"),
        pytest.param(
            ["ac* 40 bd 32", "bc* 40 ad 20"], "meetings", True, "draw 2-2, 60:72", id="a game each is a draw"
        ),
        pytest.param(
            ["ac* 40 bd 32", "bc* 40 ad 20"],
            "meetings",
            False,
            "away 2-2, 60:72",
            id="without draws the points decide",
        ),
        pytest.param(
            ["ac* 40 bd 30", "bc* 40 ad 30"], "meetings", False, "none", id="and level in them nothing does"
        ),
        pytest.param(
            ["ac* 40 bd 32", "ae* 40 cd 0"],
            "meetings",
            True,
            "home 2-0, 40:32",
            id="other games do not count",
        ),
        pytest.param(["ac 40 bd 32"], "meetings", True, "home 2-0, 40:32", id="no winner: by points"),
        pytest.param(["ac 40 bd 40"], "meetings", True, "draw 1-1, 40:40", id="half a game each"),
        pytest.param(["ac* 10 bd 32"], "meetings", True, "home 2-0, 10:32", id="the winner of the game is"),
        pytest.param(
            ["a 40 b 30 c 50 d 10"], "meetings", True, "home 2-0, 40:30", id="all alone: the two compared"
        ),
        pytest.param(
            ["a 40 b 40 c* 50 d 10"], "meetings", True, "draw 1-1, 40:40", id="a third has won, the two level"
        ),
        pytest.param(
            ["a* 40 b 40 c 50 d 10"], "meetings", True, "home 2-0, 40:40", id="one of the two has won"
        ),
        pytest.param(
            ["ac 40 bd 32+9"], "meetings", True, "away 0-2, 40:41", id="points count with the handicap"
        ),
        pytest.param(["ac* 40 bd 32+9"], "meetings", True, "home 2-0, 40:41", id="games are won without it"),
        pytest.param(["cd* 40 ef 0"], "meetings", True, "none", id="neither was there"),
        pytest.param(
            ["ab* 40 cd 32"], "totals", True, "draw 2-2, 40:40", id="partners have won as much as each other"
        ),
        pytest.param(
            ["ac* 40 de 32", "bc* 30 de 20", "ad* 1 ce 0"],
            "totals",
            True,
            "home 4-2, 41:30",
            id="totals against anybody",
        ),
        pytest.param(["ac* 40 de 32"], "totals", True, "none", id="one of them was not there"),
        pytest.param(
            ["a 40 c 40 d 10", "b 30 c 20 d 30"], "totals", True, "draw 1-1, 40:30", id="the most points win"
        ),
        pytest.param(
            ["ac* 40 de 32", "bc* 40 de 20"], "totals", False, "none", id="totals level in everything"
        ),
        pytest.param([], "totals", True, "none", id="no game"),
    ],
)
def test_of_two_who_play_alone(
    games: Sequence[str], result_from: ResultFrom, draws: bool, expected: str
) -> None:
    assert told(outcome("a", "b", map(game, games), result_from=result_from, draws=draws)) == expected


@pytest.mark.parametrize(
    ("games", "result_from", "expected"),
    [
        pytest.param(["ab* 40 ef 32"], "meetings", "home 2-0, 40:32", id="couple against couple, once"),
        pytest.param(["ae* 40 bf 32"], "meetings", "none", id="partners of the other team on both sides"),
        pytest.param(["ae* 40 bg 32"], "meetings", "none", id="on one side"),
        pytest.param(["ah* 40 eg 32"], "meetings", "home 2-0, 40:32", id="each with a partner from outside"),
        pytest.param(
            ["a 40 b 10 e 30 g 0"], "meetings", "draw 2-2, 50:60", id="two against one, everybody alone"
        ),
        pytest.param(["ab* 40 ef 32"], "totals", "home 4-0, 80:64", id="each person's games are added up"),
        pytest.param(["ae* 40 bg 32"], "totals", "draw 2-2, 72:40", id="partners in totals"),
    ],
)
def test_of_two_teams(games: Sequence[str], result_from: ResultFrom, expected: str) -> None:
    assert told(outcome("ab", "ef", map(game, games), result_from=result_from)) == expected


@pytest.mark.parametrize(
    ("sides", "points", "winner", "handicaps", "message"),
    [
        pytest.param((("a",), ("a",)), (1, 2), 0, (), "one side, once", id="somebody against themselves"),
        pytest.param((("a", "a"), ("b",)), (1, 2), 0, (), "one side, once", id="somebody twice"),
        pytest.param((("a",), ("b",)), (1,), 0, (), "has its points", id="points of one side alone"),
        pytest.param((("a",), ("b",)), (1, 2), 0, (3,), "has its points", id="one handicap"),
        pytest.param((("a",), ("b",)), (1, 2), 2, (), "one of its sides", id="won by nobody there"),
    ],
)
def test_a_game_that_cannot_be_is_refused(
    sides: tuple[tuple[str, ...], ...],
    points: tuple[int, ...],
    winner: int,
    handicaps: tuple[int, ...],
    message: str,
) -> None:
    with pytest.raises(ValueError, match=message):
        Game(sides, points, winner, handicaps)


def test_nobody_is_on_both_sides() -> None:
    with pytest.raises(ValueError, match="both sides"):
        outcome("ab", "bc", [], result_from="totals")


@st.composite
def any_game(draw: st.DrawFn) -> Game:
    """Four of eight people, as two couples or alone."""
    four = draw(st.permutations(NAMES))[:4]
    sides = tuple((one,) for one in four) if draw(st.booleans()) else (tuple(four[::2]), tuple(four[1::2]))
    numbers = st.lists(st.integers(0, 5), min_size=len(sides), max_size=len(sides)).map(tuple)
    winner = draw(st.one_of(st.none(), st.integers(0, len(sides) - 1)))
    return Game(sides, draw(numbers), winner, draw(st.one_of(st.just(()), numbers)))


@settings(max_examples=80, deadline=None)
@given(st.lists(any_game(), max_size=6), st.sampled_from(("meetings", "totals")), st.booleans())
def test_home_and_away_are_each_others_mirror(
    games: list[Game], result_from: ResultFrom, draws: bool
) -> None:
    one = outcome("ab", "cd", games, result_from=result_from, draws=draws)
    other = outcome("cd", "ab", games, result_from=result_from, draws=draws)
    assert (one is None) == (other is None)
    if one and other:
        assert one.points
        assert other.points
        assert (one.games, one.points) == (other.games[::-1], other.points[::-1])
        assert {one.winner, other.winner} in ({"home", "away"}, {"draw"})
        assert draws or one.winner != "draw"


@settings(max_examples=60, deadline=None)
@given(st.lists(any_game(), max_size=6))
def test_every_meeting_of_two_who_play_alone_shares_out_one_game(games: list[Game]) -> None:
    for one, other in combinations("abcd", 2):
        met = sum(
            any(one in side for side in played.sides)
            and any(other in side and one not in side for side in played.sides)
            for played in games
        )
        found = outcome(one, other, games, result_from="meetings")
        assert (sum(found.games) if found else 0) == 2 * met
