"""Best and booby, for the room or for each ticket colour, and who must cut."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.ranking.results import cuts_of, game, ranked
from tournaments.ranking.offered import Prizes
from tournaments.ranking.prizes import Prize, prizes, ties_to_cut
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
        pytest.param({"colours": COLOURS}, "best.red:a booby.red:c best.blue:b booby.blue:d", id="by colour"),
        pytest.param({"colours": {"a": "red", "b": ""}}, "best.red:a", id="one of a colour is no booby"),
    ],
)
def test_the_prizes_of_four_players(rules: dict[str, Any], expected: str) -> None:
    assert told(won(ranked("abcd", ONE_TABLE), **rules)) == expected


def to_cut(found: tuple[Prize, ...]) -> str:
    """`best:ac best.red:ac`: who must cut, and for what."""
    return " ".join(
        f"{tie.prize}{'.' if tie.colour else ''}{tie.colour or ''}:{''.join(tie.players)}"
        for tie in ties_to_cut(found)
    )


BOTH_COLOURS = "best.red:ca best.blue:gdb"


@pytest.mark.parametrize(
    ("cuts", "rules", "expected", "left"),
    [
        pytest.param("", {}, "best:a/c booby:f/h", "best:ac booby:fh", id="both are tied"),
        pytest.param("best:ca", {}, "best:c booby:f/h", "booby:fh", id="the best have cut"),
        pytest.param("best:ca booby:fh", {}, "best:c booby:f", "", id="who wins the booby's cut has it"),
        pytest.param("best:ca", {"best": 2}, "best:c best2:a booby:f/h", "booby:fh", id="one cut for two"),
        pytest.param("", {"best": 2}, "best:a/c best2:a/c booby:f/h", "best:ac booby:fh", id="asked once"),
        pytest.param(
            "",
            {"colours": COLOURS},
            "best.red:a/c booby.red:h best.blue:b/d/g booby.blue:f",
            "best.red:ac best.blue:bdg",
            id="each colour cuts for its own",
        ),
        pytest.param(
            BOTH_COLOURS,
            {"colours": COLOURS},
            "best.red:c booby.red:h best.blue:g booby.blue:f",
            "",
            id="and has cut",
        ),
        pytest.param("best:ce", {}, "best:a/c booby:f/h", "best:ac booby:fh", id="a cut that a did not make"),
    ],
)
def test_cuts_are_applied(cuts: str, rules: dict[str, Any], expected: str, left: str) -> None:
    made = cuts_of(cuts)
    found = won(ranked("abcdefgh", TWO_TABLES, cuts=made), cuts=made, **rules)
    assert (told(found), to_cut(found)) == (expected, left)
    # Also where the lines were worked out before anybody cut.
    assert told(won(ranked("abcdefgh", TWO_TABLES), cuts=made, **rules)) == expected


ALL_LEVEL = [game(1, 1, "abcd", 20, 10), game(2, 1, "abcd", 10, 20)]


@pytest.mark.parametrize(
    ("cuts", "expected", "left"),
    [
        pytest.param("", "best:a/b/c/d booby:a/b/c/d", "best:abcd", id="the booby waits for the best"),
        pytest.param("best:dacb", "best:d booby:b", "", id="the whole order was cut for"),
        pytest.param("best1:dacb", "best:d booby:a/b/c", "booby:abc", id="the best alone was cut for"),
        pytest.param("best1:dacb booby1:cab", "best:d booby:c", "", id="and then the booby"),
    ],
)
def test_four_who_are_level_in_everything_cut_for_the_best_first(cuts: str, expected: str, left: str) -> None:
    made = cuts_of(cuts)
    found = won(ranked("abcd", ALL_LEVEL, cuts=made), cuts=made)
    assert (told(found), to_cut(found)) == (expected, left)


def test_tie_breaks_are_tried_before_the_cut() -> None:
    lines = ranked("abcd", ONE_TABLE, tie_breaks=["points_for"])
    # c has 20 and 4 points, b 10 and 5.
    assert told(won(lines, best=2)) == "best:a best2:c booby:d"
    assert told(won(lines, missed={"d"})) == "best:a booby:b"


def test_whoever_has_not_played_is_not_the_poorest() -> None:
    assert told(won(ranked("abcde", ONE_TABLE, {"e": 2}))) == "best:a booby:d"
    assert won([]) == ()


@st.composite
def lines_and_colours(draw: st.DrawFn) -> tuple[list[Standing], dict[str, str] | None]:
    """Any standings, places shared as they are, with or without ticket colours."""
    keys = sorted(draw(st.lists(st.integers(0, 4), max_size=9)))
    lines = [
        Standing(f"p{at}", 1 + sum(key < mine for key in keys), draw(st.integers(0, 2)), 0, 0, 0, 0, 0)
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
