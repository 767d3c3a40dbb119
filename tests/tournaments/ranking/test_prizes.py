"""Best and booby, for the room or for each ticket colour, and who must cut."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.ranking.results import game, ranked
from tournaments.ranking.offered import Prizes
from tournaments.ranking.prizes import Prize, Tie, prizes, ties_to_cut
from tournaments.ranking.standings import PrizeCut, Standing

COLOURS = {"a": "red", "c": "red", "b": "blue", "d": "blue", "e": "red", "g": "blue", "f": "blue", "h": "red"}

# a wins twice; b and c once; d never.
ONE_TABLE = [game(1, 1, "abcd", 20, 10), game(2, 1, "acbd", 5, 4)]
# a and c win twice, e and g once, b and d once, f and h never.
TWO_TABLES = [game(1, 1, "abcd", 9, 1), game(1, 2, "efgh", 9, 1)]
TWO_TABLES += [game(2, 1, "aecg", 9, 1), game(2, 2, "bfdh", 9, 1)]


def told(found: tuple[Prize, ...]) -> str:
    """`best:a booby:d`, `best.red:a`, `best2:b`, and `best:a/c` where a and c must cut."""
    return " ".join(
        f"{prize.kind}{prize.rank if prize.rank > 1 else ''}{'.' if prize.colour else ''}{prize.colour or ''}:"
        f"{prize.winner or '/'.join(prize.tied)}"
        for prize in found
    )


def won(
    lines: Sequence[Standing],
    *,
    colours: dict[str, str] | None = None,
    missed: Collection[str] = (),
    cuts: Sequence[PrizeCut] = (),
    **offered: Any,
) -> tuple[Prize, ...]:
    """The prizes that these lines win; by colour where there are colours."""
    rules = Prizes(by_colour=colours is not None, **offered)
    return prizes(lines, rules, colours=colours, missed=missed, cuts=cuts)


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        pytest.param({}, "best:a booby:d", id="the best and the booby"),
        pytest.param({"booby": False}, "best:a", id="no booby"),
        pytest.param({"best": 0}, "booby:d", id="no best"),
        pytest.param({"best": 2}, "best:a best2:b/c booby:d", id="a tie in a place that carries a prize"),
        pytest.param({"best": 3}, "best:a best2:b/c best3:b/c booby:d", id="two level for two prizes"),
        pytest.param({"missed": {"d"}}, "best:a booby:b/c", id="the booby played every round seated for"),
        pytest.param({"best": 4}, "best:a best2:b/c best3:b/c best4:d", id="nobody takes both"),
        pytest.param(
            {"colours": COLOURS},
            "best.red:a booby.red:c best.blue:b booby.blue:d",
            id="prizes for each colour",
        ),
        pytest.param({"colours": {"a": "red", "b": ""}}, "best.red:a", id="one of a colour is no booby"),
    ],
)
def test_the_prizes_of_four_players(rules: dict[str, Any], expected: str) -> None:
    assert told(won(ranked("abcd", ONE_TABLE), **rules)) == expected


@pytest.mark.parametrize(
    ("cuts", "rules", "expected", "to_cut"),
    [
        pytest.param(
            [],
            {},
            "best:a/c booby:f/h",
            [Tie("best", None, ("a", "c")), Tie("booby", None, ("f", "h"))],
            id="both are tied",
        ),
        pytest.param(
            [PrizeCut("best", ("c", "a"))],
            {},
            "best:c booby:f/h",
            [Tie("booby", None, ("f", "h"))],
            id="the best have cut",
        ),
        pytest.param(
            [PrizeCut("best", ("c", "a")), PrizeCut("booby", ("f", "h"))],
            {},
            "best:c booby:f",
            [],
            id="the first in the cut for the booby wins the booby",
        ),
        pytest.param(
            [PrizeCut("best", ("c", "a"))],
            {"best": 2},
            "best:c best2:a booby:f/h",
            [Tie("booby", None, ("f", "h"))],
            id="one cut settles two prizes",
        ),
        pytest.param(
            [],
            {"best": 2},
            "best:a/c best2:a/c booby:f/h",
            [Tie("best", None, ("a", "c")), Tie("booby", None, ("f", "h"))],
            id="which is asked for once",
        ),
        pytest.param(
            [],
            {"colours": COLOURS},
            "best.red:a/c booby.red:h best.blue:b/d/g booby.blue:f",
            [Tie("best", "red", ("a", "c")), Tie("best", "blue", ("b", "d", "g"))],
            id="each colour cuts for its own",
        ),
        pytest.param(
            [PrizeCut("best", ("c", "a"), "red"), PrizeCut("best", ("g", "d", "b"), "blue")],
            {"colours": COLOURS},
            "best.red:c booby.red:h best.blue:g booby.blue:f",
            [],
            id="and has cut",
        ),
        pytest.param(
            [PrizeCut("best", ("c", "e"))],
            {},
            "best:a/c booby:f/h",
            [Tie("best", None, ("a", "c")), Tie("booby", None, ("f", "h"))],
            id="a cut that a did not make decides nothing for a",
        ),
    ],
)
def test_ties_for_a_prize_are_cut_and_the_cuts_applied(
    cuts: list[PrizeCut], rules: dict[str, Any], expected: str, to_cut: list[Tie]
) -> None:
    found = won(ranked("abcdefgh", TWO_TABLES, cuts=cuts), cuts=cuts, **rules)
    assert told(found) == expected
    assert list(ties_to_cut(found)) == to_cut
    # Also where the lines were worked out before anybody cut.
    assert told(won(ranked("abcdefgh", TWO_TABLES), cuts=cuts, **rules)) == expected


def test_a_tie_for_the_booby_waits_for_a_tie_for_the_best_among_the_same_people() -> None:
    lines = ranked("abcd", [game(1, 1, "abcd", 20, 10), game(2, 1, "abcd", 10, 20)])
    found = won(lines)
    assert told(found) == "best:a/b/c/d booby:a/b/c/d"
    assert ties_to_cut(found) == (Tie("best", None, ("a", "b", "c", "d")),)
    assert told(won(lines, cuts=[PrizeCut("best", ("d", "a", "c", "b"))])) == "best:d booby:b"


def test_the_booby_does_not_follow_from_a_cut_for_the_best_alone() -> None:
    cuts = [PrizeCut("best", ("d", "a", "c", "b"), None, 1)]
    lines = ranked("abcd", [game(1, 1, "abcd", 20, 10), game(2, 1, "abcd", 10, 20)], cuts=cuts)
    found = won(lines, cuts=cuts)
    assert told(found) == "best:d booby:a/b/c"
    assert ties_to_cut(found) == (Tie("booby", None, ("a", "b", "c")),)
    assert told(won(lines, cuts=[*cuts, PrizeCut("booby", ("c", "a", "b"), None, 1)])) == "best:d booby:c"


def test_tie_breaks_are_tried_before_the_cut() -> None:
    lines = ranked("abcd", ONE_TABLE, tie_breaks=["points_for"])
    # c has 20 and 4 points, b 10 and 5.
    assert told(won(lines, best=2)) == "best:a best2:c booby:d"
    assert told(won(lines, missed={"d"})) == "best:a booby:b"


def test_whoever_has_not_played_is_not_the_poorest() -> None:
    assert told(won(ranked("abcde", ONE_TABLE, {"e": 2}))) == "best:a booby:d"


def test_nobody_is_there() -> None:
    assert won([]) == ()


def line(player: str, place: int, played: int) -> Standing:
    """A line of which only the place counts."""
    return Standing(player, place, played, 0, 0, 0, 0, 0)


@st.composite
def lines_and_colours(draw: st.DrawFn) -> tuple[list[Standing], dict[str, str] | None]:
    """Any standings, places shared as they are, with or without ticket colours."""
    keys = sorted(draw(st.lists(st.integers(0, 4), max_size=9)))
    lines = [
        line(f"p{at}", 1 + sum(key < mine for key in keys), draw(st.integers(0, 2)))
        for at, mine in enumerate(keys)
    ]
    colours = {one.player: draw(st.sampled_from(["", "red", "blue"])) for one in lines}
    return lines, draw(st.sampled_from([None, colours]))


@given(lines_and_colours(), st.integers(0, 3), st.data())
@settings(deadline=None)
def test_cutting_until_nothing_is_left_to_cut_gives_each_prize_to_somebody_else(
    setting: tuple[list[Standing], dict[str, str] | None], best: int, data: st.DataObject
) -> None:
    lines, colours = setting
    cuts: list[PrizeCut] = []
    found = won(lines, best=best, colours=colours)
    for _ in range(10):
        ties = ties_to_cut(found)
        if not ties:
            break
        tie = data.draw(st.sampled_from(ties))
        cuts.append(PrizeCut(tie.prize, tuple(data.draw(st.permutations(tie.players))), tie.colour))
        found = won(lines, best=best, colours=colours, cuts=cuts)
    assert all(prize.winner for prize in found)
    for colour in {prize.colour for prize in found}:
        winners = [prize.winner for prize in found if prize.colour == colour]
        assert len(winners) == len(set(winners))
