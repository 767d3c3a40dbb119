"""Points over the evening, differences, tie-breaks, shared places, substitutes, cuts."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import catalogue
from scoring import ascot
from tests.tournaments.ranking.results import line_of, places
from tournaments.movement.options import PointsOptions
from tournaments.ranking.standings import PrizeCut, Standing, TableResult
from tournaments.ranking.totals import counted, totals


def at(round_: int, table: int, seats: str, *points: int) -> TableResult:
    """`at(1, 2, "abc", 5, -3, 0)`: round 1, table 2, a has 5 points, b 3 below nothing, c none."""
    return TableResult(round_, table, tuple(seats), points, "")


def ranked(
    players: str,
    results: Sequence[TableResult],
    sit_outs: Mapping[str, int] | None = None,
    *,
    partnership: bool = False,
    cuts: Sequence[PrizeCut] = (),
    tickets: Mapping[str, str] | None = None,
    **options: Any,
) -> tuple[Standing, ...]:
    rules = PointsOptions.model_validate(options)
    return totals(
        players, results, sit_outs or {}, rules, partnership=partnership, prize_cuts=cuts, tickets=tickets
    )


TWO_ROUNDS = [at(1, 1, "abc", 10, 4, -2), at(2, 1, "acb", 0, 6, 5)]


@pytest.mark.parametrize(
    ("results", "expected"),
    [
        pytest.param([], "1a 1b 1c", id="before play all share the first place"),
        pytest.param([at(1, 1, "abc", 5, 9, -3)], "1b 2a 3c", id="most points first"),
        pytest.param([at(1, 1, "abc", 5, 5, 0)], "1a 1b 3c", id="level, they share the place"),
        pytest.param([at(1, 1, "abc", -5, -9, -3)], "1c 2a 3b", id="below nothing too"),
        pytest.param([replace(at(1, 1, "abc", 5, 9, -3), absent=("b",))], "1a 2b 3c", id="the absent"),
        pytest.param(TWO_ROUNDS, "1a 2b 3c", id="added up over the rounds, in whatever seat"),
    ],
)
def test_points_are_added_up_by_player(results: list[TableResult], expected: str) -> None:
    assert places(ranked("abc", results)) == expected


def test_a_line_has_the_points_the_rounds_and_the_tables_won() -> None:
    lines = ranked("abcd", [*TWO_ROUNDS, at(3, 1, "abd", 3, 3, 0)], {"c": 1, "d": 2})
    found = [(line.player, line.points_for, line.played, line.won_halves, line.sat_out) for line in lines]
    assert found == [("a", 13, 3, 3, 0), ("b", 12, 3, 1, 0), ("c", 4, 2, 2, 1), ("d", 0, 1, 0, 2)]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        pytest.param({"sitout": "none"}, [10, 9, 4], id="nothing"),
        pytest.param({"sitout": "average"}, [10, 9, 6], id="the average of their own"),
        pytest.param({"sitout": 6}, [10, 9, 10], id="so many points"),
        pytest.param({"sitout": 6, "rank_by": "differences"}, [7, 4, -5], id="so much of a difference"),
    ],
)
def test_a_round_sat_out_is_credited_in_what_counts(options: dict[str, Any], expected: list[int]) -> None:
    lines = ranked("abc", [*TWO_ROUNDS, at(3, 1, "ab", 0, 0)], {"c": 1}, **options)
    found = [line_of(lines, player) for player in "abc"]
    by_points = options.get("rank_by") != "differences"
    assert [line.points_for if by_points else line.points_difference for line in found] == expected


@pytest.mark.parametrize(
    ("seats", "points", "partnership", "expected"),
    [
        pytest.param("ab", (70, 50), False, [20, -20], id="two: one less the other"),
        pytest.param("abc", (10, 4, -2), False, [18, 0, -18], id="three: less each of the others"),
        pytest.param("abcd", (8, 3, 8, 3), True, [5, -5, 5, -5], id="couples: less the other couple"),
    ],
)
def test_the_difference_settles_with_the_others_at_the_table(
    seats: str, points: tuple[int, ...], partnership: bool, expected: list[int]
) -> None:
    lines = ranked(seats, [at(1, 1, seats, *points)], partnership=partnership)
    assert [line_of(lines, player).points_difference for player in seats] == expected


@given(st.lists(st.integers(-480, 480), min_size=3, max_size=4))
def test_a_table_of_ascot_is_settled_as_its_own_rules_settle_it(points: list[int]) -> None:
    seats = "abcd"[: len(points)]
    lines = ranked(seats, [at(1, 1, seats, *points)])
    assert tuple(line_of(lines, player).points_difference for player in seats) == ascot.settle(tuple(points))


def test_an_evening_may_be_ranked_by_differences() -> None:
    results = [at(1, 1, "abc", 10, 9, 8), at(1, 2, "def", 9, 0, 0)]
    assert places(ranked("abcdef", results)) == "1a 2b 2d 4c 5e 5f"
    assert places(ranked("abcdef", results, rank_by="differences")) == "1d 2a 3b 4c 5e 5f"


LEVEL = [at(1, 1, "ab", 9, 3), at(2, 1, "ab", 2, 8), at(3, 1, "cd", 7, 0), at(3, 2, "ab", 0, 0)]


@pytest.mark.parametrize(
    ("tie_breaks", "expected", "decided_by"),
    [
        pytest.param([], "1a 1b 3c 4d", "shared", id="none"),
        pytest.param(["best_round"], "1a 2b 3c 4d", "best_round", id="the best round"),
        pytest.param(["tables_won", "best_round"], "1a 2b 3c 4d", "best_round", id="one after the other"),
        pytest.param(["points_difference"], "1a 1b 3c 4d", "shared", id="level in that too"),
    ],
)
def test_tie_breaks_part_level_players(tie_breaks: list[str], expected: str, decided_by: str) -> None:
    lines = ranked("abcd", LEVEL, tie_breaks=tie_breaks)
    assert places(lines) == expected
    assert lines[1].decided_by == decided_by


def test_between_neighbours_it_is_said_what_decided() -> None:
    lines = ranked("abcd", LEVEL, tie_breaks=["best_round"])
    assert [str(line.explanation) for line in lines] == [
        "None",
        "Points in the best round: 9 to 8.",
        "Points scored: 11 to 7.",
        "Points scored: 7 to 0.",
    ]


def test_a_cut_for_the_first_prize_parts_those_who_are_level() -> None:
    lines = ranked("abcd", LEVEL, cuts=[PrizeCut("best", ("b", "a"))])
    assert places(lines) == "1b 2a 3c 4d"
    assert lines[1].decided_by == "cut"


@pytest.mark.parametrize(
    ("substitute", "expected"),
    [
        pytest.param("own", [("b", 9), ("a", 5), ("z", 4)], id="own: both have a line"),
        pytest.param("inherits", [("z", 9), ("b", 9)], id="inherits: the substitute has all of it"),
    ],
)
def test_what_a_substitute_counts(substitute: str, expected: list[tuple[str, int]]) -> None:
    results = [at(1, 1, "ab", 5, 2), at(2, 1, "zb", 4, 7)]
    lines = ranked("abz", results, {"a": 1}, tickets={"z": "a"}, substitute=substitute)
    assert sorted((line.player, line.points_for) for line in lines) == sorted(expected)


def test_somebody_without_a_line_cannot_have_played() -> None:
    with pytest.raises(ValueError, match="z has played or sat out"):
        ranked("ab", [at(1, 1, "az", 1, 2)])


def test_a_made_moon_counts_the_target_where_no_games_are_played() -> None:
    game = catalogue.find("chamberlain")
    rules = game.house_rules({})
    jacks = dict.fromkeys(("clubs", "diamonds", "hearts", "spades"), 2)
    moon = {"declarer": 2, "moon": True, "tricks": [0, 13, 0], "jacks": jacks}
    slip = game.score(moon, rules)
    assert slip.scores == (0, 0, 0)
    assert counted(slip, game.target(rules)).scores == (0, 20, 0)
    assert counted(slip, None) is slip
    missed = game.score({**moon, "tricks": [1, 12, 0], "jacks": {**jacks, "spades": 1}}, rules)
    assert counted(missed, game.target(rules)) is missed
