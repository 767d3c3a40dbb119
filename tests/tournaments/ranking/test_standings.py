"""Games won, tie-breaks, shared places, sit-outs, substitutes, cuts."""

from collections.abc import Mapping
from itertools import combinations, pairwise
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.ranking.results import cuts_of, game, line_of, places, ranked
from tournaments.movement import options
from tournaments.movement.progressive import ProgressiveOptions
from tournaments.ranking import standings as ranking
from tournaments.ranking import tie_breaks
from tournaments.ranking.standings import PrizeCut, TableResult, heirs_of, holders, last_heir, standings
from tournaments.ranking.tie_breaks import StandingTally, TieBreak, explain, half_games

# Two rounds at one table: a and c win both, or partners change and everybody meets.
CHANGED = [game(1, 1, "abcd", 20, 10), game(2, 1, "acbd", 5, 4)]


def test_those_who_share_a_place_keep_the_order_in_which_they_were_given() -> None:
    assert places(ranked("dcba", CHANGED)) == "1a 2c 2b 4d"


def test_games_played_stand_beside_games_won() -> None:
    results = [game(1, 1, "abcd", 20, 10), game(2, 1, "abce", 20, 10)]
    lines = ranked("abcde", results, {"e": 1, "d": 1})
    found = [f"{line.player} {line.played} {line.won_halves} {line.sat_out}" for line in lines]
    assert found == ["a 2 4 0", "c 2 4 0", "b 2 0 0", "d 1 0 1", "e 1 0 1"]


@pytest.mark.parametrize(
    ("options", "expected", "halves"),
    [
        pytest.param({}, "1a 1c 3b 3d 3e", 0, id="none: a sitter wins no game"),
        pytest.param({"sitout": "half"}, "1a 1c 3e 4b 4d", 1, id="half: and is credited with half a game"),
    ],
)
def test_what_a_sit_out_is_worth(options: Mapping[str, Any], expected: str, halves: int) -> None:
    lines = ranked("abcde", [game(1, 1, "abcd", 20, 10)], {"e": 1}, **options)
    assert places(lines) == expected
    assert line_of(lines, "e").won_halves == halves


@pytest.mark.parametrize(
    ("options", "player", "decided_by", "sentence"),
    [
        pytest.param({}, "a", "", "None", id="nobody stands above the first"),
        pytest.param({}, "b", "won", "Games won: 2 to 1.", id="games won"),
        pytest.param({"sitout": "half"}, "e", "won", "Games won: 1 to ½.", id="half games"),
        pytest.param({}, "c", "shared", "Tied: the place is shared.", id="shared"),
        pytest.param(
            {"tie_breaks": ["points_difference"]},
            "b",
            "points_difference",
            "Points difference: 9 to -9.",
            id="points difference",
        ),
        pytest.param(
            {"tie_breaks": ["head_table_wins", "points_for"]},
            "b",
            "points_for",
            "Points scored: 24 to 15.",
            id="the second tie-break where the first does not part them",
        ),
    ],
)
def test_what_decided(options: Mapping[str, Any], player: str, decided_by: str, sentence: str) -> None:
    line = line_of(ranked("abcde", CHANGED, {"e": 1}, **options), player)
    assert (line.decided_by, str(line.explanation)) == (decided_by, sentence)


def test_every_tie_break_of_the_options_is_counted_and_has_a_sentence() -> None:
    assert get_args(options.GamesTieBreak) == get_args(tie_breaks.TieBreak)
    for name in get_args(tie_breaks.TieBreak):
        assert str(explain(name, StandingTally(), StandingTally()))


def test_half_games_are_written_as_people_do() -> None:
    assert [half_games(halves) for halves in (0, 1, 2, 9)] == ["0", "½", "1", "4½"]
    with pytest.raises(ValueError, match="none"):
        half_games(-1)


# d plays round 1, x takes the seat and the ticket for rounds 2 and 3.
REPLACED = [game(1, 1, "abcd", 5, 9), game(2, 1, "abcx", 8, 9), game(3, 1, "abcx", 9, 8)]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        pytest.param({"substitute": "own"}, {"d": (1, 3, 1), "x": (2, 2, 0)}, id="own: each what they won"),
        pytest.param({"substitute": "inherits"}, {"x": (3, 5, 1)}, id="inherits: one line for both"),
    ],
)
def test_a_substitute_has_their_own_games_or_takes_the_line_over(
    options: Mapping[str, Any], expected: dict[str, tuple[int, int, int]]
) -> None:
    lines = ranked("abcdx", REPLACED, {"d": 1}, tickets={"x": "d"}, sitout="half", **options)
    assert {
        line.player: (line.played, line.won_halves, line.sat_out) for line in lines if line.player in "dx"
    } == expected


def test_a_substitute_of_a_substitute_takes_over_both_lines() -> None:
    results = [*REPLACED, game(4, 1, "abcy", 1, 2)]
    lines = ranked("abcdxy", results, tickets={"x": "d", "y": "x"}, substitute="inherits")
    assert {line.player for line in lines} == {*"abcy"}
    assert (line_of(lines, "y").played, line_of(lines, "y").won_halves) == (4, 6)


@pytest.mark.parametrize(
    ("cuts", "expected"),
    [
        pytest.param("best:cb", "1a 2c 3b 4d", id="all who are level have cut"),
        pytest.param("best:dcb", "1a 2c 3b 4d", id="somebody else cut with them"),
        pytest.param("booby:cb", "1a 2b 3c 4d", id="the booby's winner is the last"),
        pytest.param("best:cd", "1a 2b 2c 4d", id="one who is level did not cut"),
        pytest.param("best.red:cb", "1a 2b 2c 4d", id="a cut for one colour's prize"),
        pytest.param("best:da", "1a 2b 2c 4d", id="a cut never beats games won"),
    ],
)
def test_a_recorded_cut_parts_those_who_made_it_and_are_level(cuts: str, expected: str) -> None:
    lines = ranked("abcd", CHANGED, cuts=cuts_of(cuts))
    assert places(lines) == expected
    assert [line.decided_by for line in lines].count("cut") == (0 if "2b 2c" in expected else 1)


ALL_LEVEL = [game(1, 1, "abcd", 20, 10), game(2, 1, "abcd", 10, 20)]


@pytest.mark.parametrize(
    ("cuts", "expected", "by_cut"),
    [
        pytest.param("best1:c", "1a 1b 1c 1d", 0, id="one of four alone cuts nothing"),
        pytest.param("best1:cabd", "1c 2a 2b 2d", 1, id="the winner alone: the others share"),
        pytest.param("booby1:cabd", "1a 1b 1d 4c", 1, id="one got the booby: the others share above"),
        pytest.param("best2:cbad", "1c 2b 3a 3d", 2, id="two were cut for"),
        pytest.param("best1:cabd booby1:abd", "1c 2b 2d 4a", 2, id="those still level cut again"),
        pytest.param("best:dcba", "1d 2c 3b 4a", 3, id="the whole order was cut for"),
    ],
)
def test_nobody_has_a_place_that_was_not_cut_for(cuts: str, expected: str, by_cut: int) -> None:
    lines = ranked("abcd", ALL_LEVEL, cuts=cuts_of(cuts))
    assert places(lines) == expected
    assert [line.decided_by for line in lines].count("cut") == by_cut


@pytest.mark.parametrize(
    ("players", "results", "sit_outs", "message"),
    [
        pytest.param("abca", [], {}, "everybody has one line", id="twice in the list"),
        pytest.param("abc", CHANGED, {}, "d has played or sat out and has no line", id="a stranger played"),
        pytest.param("abcd", CHANGED, {"e": 1}, "e has played", id="a stranger sat out"),
    ],
)
def test_who_has_played_or_sat_out_has_one_line(
    players: str, results: list[TableResult], sit_outs: dict[str, int], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        ranked(players, results, sit_outs)


PLAYERS = "abcdefghijkl"


@st.composite
def evenings(draw: st.DrawFn) -> list[TableResult]:
    """Three tables drawn afresh each round: standings ask for no movement."""
    results = []
    points = st.integers(-10, 45)
    for round_ in range(1, draw(st.integers(1, 6)) + 1):
        order = draw(st.permutations(PLAYERS))
        bell = draw(st.integers(0, 3))
        for table in (1, 2, 3):
            seats = "".join(order[4 * table - 4 : 4 * table])
            cut = draw(st.sampled_from("AB"))
            results += [game(round_, table, seats, draw(points), draw(points), cut=cut, rang=table == bell)]
    return results


RULES = st.builds(
    ProgressiveOptions,
    tie_breaks=st.lists(st.sampled_from(get_args(TieBreak)), unique=True).map(tuple),
    sitout=st.sampled_from(["none", "half"]),
)


def counted(results: list[TableResult], player: str) -> dict[str, int]:
    """What a player's line must say, counted game by game."""
    mine = [result for result in results if player in result.seats]
    own = [result.points[result.seats.index(player) % 2] for result in mine]
    against = [result.points[1 - result.seats.index(player) % 2] for result in mine]
    won = [result for result in mine if "AB"[result.seats.index(player) % 2] == result.winner]
    return {
        "played": len(mine),
        "won_halves": 2 * len(won),
        "points_for": sum(own),
        "points_difference": sum(own) - sum(against),
        "head_table_wins": sum(result.table == 1 for result in won),
        "bells_rung": sum(result.rang for result in won),
    }


@given(evenings(), RULES)
@settings(deadline=None)
def test_a_place_is_one_more_than_those_who_did_better_and_the_first_difference_decides(
    results: list[TableResult], rules: ProgressiveOptions
) -> None:
    lines = standings(PLAYERS, results, {}, rules)
    counts = {player: counted(results, player) for player in PLAYERS}
    names = ["won" if name == "games_won" else name for name in ("won", *rules.tie_breaks)]
    keys = {
        player: [{"won": count["won_halves"], **count}[name] for name in names]
        for player, count in counts.items()
    }
    for line in lines:
        assert {name: getattr(line, name) for name in counts[line.player]} == counts[line.player]
        assert line.place == 1 + sum(keys[other] > keys[line.player] for other in PLAYERS)
    assert [line.place for line in lines] == sorted(line.place for line in lines)
    assert {line.player for line in lines} == {*PLAYERS}
    for above, below in pairwise(lines):
        pairs = zip(names, keys[above.player], keys[below.player], strict=True)
        differing = [name for name, one, other in pairs if one != other]
        assert below.decided_by == (differing[0] if differing else "shared")
        assert (below.place == above.place) == (not differing)


@given(evenings(), RULES, st.data())
@settings(deadline=None)
def test_the_order_in_which_games_are_told_changes_nothing(
    results: list[TableResult], rules: ProgressiveOptions, data: st.DataObject
) -> None:
    shuffled = data.draw(st.permutations(results))
    assert standings(PLAYERS, results, {}, rules) == standings(PLAYERS, shuffled, {}, rules)


@given(evenings(), RULES, st.permutations(PLAYERS))
@settings(deadline=None)
def test_cuts_share_no_place(results: list[TableResult], rules: ProgressiveOptions, order: list[str]) -> None:
    lines = standings(PLAYERS, results, {}, rules, prize_cuts=[PrizeCut("best", tuple(order))])
    before = {line.player: line for line in standings(PLAYERS, results, {}, rules)}
    assert [line.place for line in lines] == list(range(1, len(PLAYERS) + 1))
    for above, below in combinations(lines, 2):
        one, two = before[above.player].place, before[below.player].place
        assert one < two or (one == two and order.index(above.player) < order.index(below.player))


CAME_FOR = {"b": "a", "c": "b", "y": "x"}
"""b came for a and c for b, y came for x."""


@pytest.mark.parametrize(
    ("one", "heir"),
    [
        pytest.param("a", "c", id="replaced twice"),
        pytest.param("b", "c", id="replaced and was a substitute"),
        pytest.param("c", "c", id="the last substitute"),
        pytest.param("z", "z", id="nobody came instead"),
    ],
)
def test_the_last_substitute_is_the_heir(one: str, heir: str) -> None:
    assert last_heir(one, heirs_of(CAME_FOR)) == heir


def test_each_ticket_that_changed_hands_has_a_holder_whose_line_counts_both() -> None:
    assert holders(CAME_FOR) == {"a": "c", "b": "c", "x": "y"}
    assert holders({}) == {}
    assert ranking.line_of("a", heirs_of(CAME_FOR), {"c", "y"}) == "c"
    with pytest.raises(ValueError, match="z has played or sat out and has no line"):
        ranking.line_of("z", heirs_of(CAME_FOR), {"c", "y"})
